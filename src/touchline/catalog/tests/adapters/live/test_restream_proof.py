"""A live event with a real encoder is sent on to a real RTMP server that drops and returns."""

from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.rtmp import messages
from adapters.ingest.tests.conftest import AAC, H264, TEST_AUDIO, TEST_VIDEO
from adapters.ingest.tests.polling import free_port, wait_until
from adapters.restream.sender_process import SenderProcesses
from adapters.restream.tests.rtmp_server import RtmpServer
from adapters.restream.tests.srt_server import PASSPHRASE, SrtServer, hash_video
from touchline.catalog.application.live.restreams.restream_connection import ConnectionServices
from touchline.catalog.application.live.restreams.restreaming import Restreaming
from touchline.catalog.application.live.restreams.target_admin import RestreamKeys
from touchline.catalog.domain.media.live_playlists import LivePlaylist, parse_playlist
from touchline.catalog.domain.media.restreams import (
    RestreamFailure,
    RestreamProgress,
    RestreamState,
    TargetSecrets,
)
from touchline.catalog.ports.media.ingest import IngestEndpoint
from touchline.catalog.tests.ingest_harness import EVENT_ID, IngestHarness, create_harness
from touchline.catalog.tests.restream_fakes import FakeEncryption, FakeRestreamStore
from touchline.entrypoints.ingest import restream, supervise
from touchline.shared.clock import SystemClock

KEY, TARGET = "key-1", 1


class LiveDeployment:
    """An ingest process with a real encoder, which sends its stream on to a server."""

    def __init__(self, folder: Path, server_url: str, secrets: TargetSecrets) -> None:
        self.harness: IngestHarness = create_harness(folder)
        harness, ingest_port = self.harness, free_port()
        ingest = FfmpegIngest(range(ingest_port, ingest_port + 1), "127.0.0.1", "127.0.0.1")
        clock = SystemClock()
        object.__setattr__(harness.ingest_services.encoders, "ingest", ingest)
        object.__setattr__(harness.ingest_services, "clock", clock)
        harness.ingest_services.stream_service._clock = clock
        stream = harness.open_stream()
        with_port = harness.streams.update(
            stream.channel_id, stream.id, lambda current: setattr(current, "port", ingest_port)
        )
        assert with_port is None
        self.store = FakeRestreamStore(EVENT_ID)
        keys = RestreamKeys(FakeEncryption())
        target = self.store.add(TARGET).target
        target.server_url, target.encrypted_key = server_url, keys.encrypt(secrets)
        services = ConnectionServices(
            SenderProcesses(harness.storage, allow_private=True),
            keys,
            clock,
            lambda: 0.0,
        )
        self._stop = threading.Event()
        supervisor = harness.create_supervisor()
        restreaming = Restreaming(self.store, harness.storage, services)
        self._threads = [
            threading.Thread(target=supervise, args=((supervisor,), self._stop.wait)),
            threading.Thread(target=restream, args=(restreaming, supervisor, self._stop)),
        ]
        self._ingest_port = ingest_port
        endpoint = IngestEndpoint(harness.keys.derive(harness.get_stream()), ingest_port)
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
        command += [*TEST_VIDEO, *TEST_AUDIO, *H264, *AAC, "-f", "flv"]
        self._command = [*command, f"{ingest.get_server_url(endpoint)}/{endpoint.stream_key}"]

    def __enter__(self) -> LiveDeployment:
        for thread in self._threads:
            thread.start()
        wait_until(self._is_listening)
        self._encoder = subprocess.Popen(self._command)
        return self

    def __exit__(self, *_: object) -> None:
        self._encoder.kill()
        self._encoder.wait()
        self._stop.set()
        for thread in self._threads:
            thread.join()

    def _is_listening(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._ingest_port)) == 0

    @property
    def progress(self) -> RestreamProgress:
        return self.store.restreams[TARGET].progress

    def read_playlist(self) -> LivePlaylist:
        try:
            return parse_playlist(self.harness.read_playlist())
        except LookupError:
            return LivePlaylist()


@pytest.fixture
def port() -> int:
    """Return the port of the service that receives the stream."""
    return free_port()


@pytest.fixture
def deployment(tmp_path: Path, port: int) -> Iterator[LiveDeployment]:
    """Yield a live event that is sent on."""
    with LiveDeployment(tmp_path, f"rtmp://127.0.0.1:{port}/live", TargetSecrets(KEY)) as deployment:
        yield deployment


def assert_continuous(server: RtmpServer) -> None:
    """Check that the video of the last connection has neither gaps nor jumps, and its headers first."""
    video = [message for message in server.list_media() if message.kind == messages.VIDEO]
    assert video[0].body[:2] == b"\x17\x00"
    assert video[1].body[:2] == b"\x17\x01"
    times = [message.timestamp for message in video[1:]]
    assert max(after - before for before, after in pairwise(times)) <= 80
    assert times[0] < 100


@pytest.mark.quick_cases(1)
def test_a_service_that_drops_gets_the_stream_again_and_viewers_notice_nothing(
    deployment: LiveDeployment, port: int
) -> None:
    with RtmpServer(KEY, port=port) as server:
        wait_until(lambda: bool(server.sessions) and len(server.list_media()) > 150)
        assert_continuous(server)
        assert deployment.progress.state is RestreamState.LIVE
        server.drop()
        wait_until(lambda: len(server.sessions) == 2 and len(server.list_media()) > 150)
        assert_continuous(server)
    wait_until(lambda: deployment.progress.state is RestreamState.RETRYING)
    with RtmpServer(KEY, port=port) as server:
        wait_until(lambda: bool(server.sessions) and len(server.list_media()) > 100)
        assert_continuous(server)
    playlist = deployment.read_playlist()
    assert {entry.session_number for entry in playlist.entries} == {1}
    assert [entry.index for entry in playlist.entries] == list(range(len(playlist.entries)))
    assert all(900 <= entry.duration_ms <= 1100 for entry in playlist.entries)


def test_a_refused_key_fails_and_the_stream_goes_on(deployment: LiveDeployment, port: int) -> None:
    with RtmpServer("another key", port=port) as server:
        wait_until(lambda: deployment.progress.state is RestreamState.FAILED)
        count = len(deployment.read_playlist().entries)
        wait_until(lambda: len(deployment.read_playlist().entries) >= count + 4)
        assert server.attempts == 3
        assert KEY not in deployment.progress.detail


def test_an_srt_server_that_drops_gets_the_stream_again(tmp_path: Path, port: int) -> None:
    options = f"&passphrase={PASSPHRASE}"
    secrets = TargetSecrets(KEY, PASSPHRASE)
    with LiveDeployment(tmp_path / "live", f"srt://127.0.0.1:{port}", secrets) as deployment:
        for name in ("first.ts", "second.ts"):
            with SrtServer(tmp_path / name, port=port, options=options) as server:
                wait_until(lambda: server.size > 100_000)
                assert deployment.progress.state is RestreamState.LIVE
            assert len(hash_video(server.file)) > 25
            wait_until(lambda: deployment.progress.state is RestreamState.RETRYING)
        playlist = deployment.read_playlist()
    assert {entry.session_number for entry in playlist.entries} == {1}
    assert [entry.index for entry in playlist.entries] == list(range(len(playlist.entries)))


def test_a_refused_passphrase_fails_after_three_attempts(tmp_path: Path, port: int) -> None:
    secrets = TargetSecrets(KEY, "another-passphrase")
    with (
        SrtServer(tmp_path / "received.ts", port=port, options=f"&passphrase={PASSPHRASE}"),
        LiveDeployment(tmp_path / "live", f"srt://127.0.0.1:{port}", secrets) as deployment,
    ):
        wait_until(lambda: deployment.progress.state is RestreamState.FAILED)
        assert deployment.progress.failure is RestreamFailure.PASSPHRASE_REFUSED
        assert deployment.progress.attempt == 3
