"""The real ingest process with a real encoder: ffmpeg publishing by RTMP, as OBS would."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import psutil
import pytest

from touchline.catalog.adapters.cli.live_commands import LiveDesk
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.media import Asset, AssetState
from touchline.entrypoints import ingest
from touchline.entrypoints.bootstrap import House
from touchline.front.packs.tests.packs import copy_of
from touchline.platform.db import migrations
from touchline.platform.settings import Settings
from touchline.shared.ids import ChannelId, EventId

PATIENCE_SECONDS = 120.0
PICTURE = ("-f", "lavfi", "-i", "testsrc=s=320x180:r=25")
SOUND = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000")
CODED = ("-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p", "-g", "25")
_NEVER = threading.Event()


class Stadium:
    """A deployment with one game, its ingest processes and its encoders."""

    def __init__(self, folder: Path, port: int) -> None:
        self.settings = Settings(
            var=folder / "var",
            secret_key="only for this test",
            queue="inline",
            live_ports=f"{port}-{port}",
        )
        self.settings.var.mkdir()
        self.house = House(self.settings)
        self.database = self.house.container.database()
        migrations.upgrade(self.database.engine)
        self.house.container.front.apply_pack()(copy_of("whole", folder))
        container: Any = self.house.container
        self.catalog = container.catalog
        with self.database.transaction(None, unscoped=True):
            (self.channel_id,) = self.catalog.media.channel_names().ids().values()
        with self.inside():
            self.event_id = EventId(self.catalog.facade().ids_by_key("event")["coach-talk"])
        self._started: list[psutil.Popen] = []

    def inside(self) -> Any:
        return self.database.transaction(ChannelId(self.channel_id))

    def key(self) -> tuple[str, str]:
        """Server and stream key, as `touchline live key` prints them."""
        desk = LiveDesk()
        with self.inside():
            told = desk.plain(desk.open(self.event_id))
        return told["server"], told["key"]

    def stream(self) -> LiveStream:
        with self.inside():
            found: LiveStream = self.catalog.live.streams().of_event(self.event_id)
        return found

    def recording(self) -> Asset | None:
        with self.inside():
            asset_id = self.stream().asset_id
            found: Asset | None = self.catalog.media.assets().get(asset_id) if asset_id else None
        return found

    def ingest(self) -> psutil.Popen:
        """Start an ingest process."""
        environment = {name: text for name, text in os.environ.items() if not name.startswith("TOUCHLINE_")}
        environment |= {
            "TOUCHLINE_VAR": str(self.settings.var),
            "TOUCHLINE_SECRET_KEY": self.settings.secret_key,
            "TOUCHLINE_QUEUE": "inline",
            "TOUCHLINE_LIVE_PORTS": self.settings.live_ports,
        }
        command = [sys.executable, "-m", "touchline", "ingest"]
        return self._run(command, environment)

    def encoder(self, key: str | None = None) -> psutil.Popen:
        """Start an encoder that publishes until it is ended."""
        server, right_key = self.key()
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
        command += [*PICTURE, *SOUND, *CODED, "-c:a", "aac", "-f", "flv", f"{server}/{key or right_key}"]
        return self._run(command, dict(os.environ))

    def playlist(self) -> str:
        try:
            with self.catalog.storage().open(f"{self.stream().folder}/source.m3u8") as file:
                return str(file.read(), "utf-8")
        except LookupError:
            return ""

    def until(self, true: Callable[[], bool]) -> None:
        """Look again and again until it is true, for two minutes at most."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not true():
            assert time.monotonic() < end, f"it did not come to pass: {self.stream()}"
            _NEVER.wait(0.1)

    def close(self) -> None:
        for process in self._started:
            for each in [*descendants(process), process]:
                if each.is_running():
                    each.kill()
            process.wait()
        self.house.close()

    def _run(self, command: list[str], environment: dict[str, str]) -> psutil.Popen:
        self._started.append(psutil.Popen(command, env=environment, stderr=subprocess.DEVNULL))
        return self._started[-1]


def descendants(process: psutil.Popen) -> list[psutil.Process]:
    return list(process.children(recursive=True)) if process.is_running() else []


@pytest.fixture
def stadium(tmp_path: Path) -> Iterator[Stadium]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    made = Stadium(tmp_path, port)
    yield made
    made.close()


def test_a_game_is_taken_in_dropped_taken_up_by_another_process_ended_and_recorded(stadium: Stadium) -> None:
    stadium.key()
    first = stadium.ingest()
    stadium.until(lambda: stadium.stream().takes > 0)
    stranger = stadium.encoder(key="1-aaaaaaaaaaaaaaaaaaaaaaaa")
    stadium.until(lambda: not stranger.is_running() or stranger.poll() is not None)
    assert stadium.stream().state is LiveState.WAITING

    camera = stadium.encoder()
    stadium.until(lambda: stadium.playlist().count("#EXTINF") >= 2)
    stadium.until(lambda: stadium.stream().state is LiveState.LIVE)
    listed = stadium.playlist()
    receivers = descendants(first)
    first.kill()
    first.wait()
    psutil.wait_procs(receivers, timeout=PATIENCE_SECONDS)
    assert not any(receiver.is_running() for receiver in receivers)
    camera.wait(timeout=PATIENCE_SECONDS)

    second = stadium.ingest()
    stadium.until(lambda: stadium.stream().state is LiveState.INTERRUPTED)
    stadium.encoder()
    stadium.until(lambda: "#EXT-X-DISCONTINUITY\n" in stadium.playlist())
    assert stadium.playlist().startswith(listed)
    with stadium.inside():
        event = stadium.catalog.events().get(stadium.event_id)
    assert event.stream.publishing

    with stadium.inside():
        stadium.catalog.live.stop()(stadium.event_id)
    stadium.until(lambda: (made := stadium.recording()) is not None and made.is_settled)
    assert stadium.playlist().endswith("#EXT-X-ENDLIST\n")
    with stadium.inside():
        event = stadium.catalog.events().get(stadium.event_id)
    asset = stadium.recording()
    assert asset is not None
    assert asset.state is AssetState.READY
    assert asset.made is not None
    assert (event.stream.publishing, event.stream.ended, event.stream.recorded) == (False, True, True)
    lengths = [float(line[8:-1]) for line in stadium.playlist().splitlines() if line.startswith("#EXTINF")]
    assert asset.made.duration_ms / 1000 == pytest.approx(sum(lengths), abs=0.5)

    second.terminate()
    assert second.wait(timeout=PATIENCE_SECONDS) == 0


class Recorder:
    """Stands where `KeepStreams` does."""

    def __init__(self) -> None:
        self.did: list[str] = []

    def tick(self) -> None:
        self.did.append("tick")
        if len(self.did) == 3:
            raise RuntimeError

    def leave(self) -> None:
        self.did.append("leave")


def test_the_process_goes_on_until_it_is_stopped_and_leaves_its_streams() -> None:
    keep: Any = Recorder()
    rest = iter([False, False, True])
    ingest.keep_going([keep], lambda _seconds: next(rest))
    assert keep.did == ["tick", "tick", "leave"]


def test_the_process_leaves_its_streams_also_when_something_breaks() -> None:
    keep: Any = Recorder()
    with pytest.raises(RuntimeError):
        ingest.keep_going([keep], lambda _seconds: False)
    assert keep.did[-1] == "leave"
