"""Real encoders for the ingest tests: an ffmpeg that publishes test video in real time."""

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.nginx import NginxIngest
from adapters.ingest.rtmp.listeners import ListenerPool, PortListener, Protocol
from adapters.ingest.rtmp.proxy import RtmpProxy
from adapters.ingest.rtmp.tls import CertificateFiles
from adapters.ingest.tests.certificates import write_certificate
from adapters.ingest.tests.nginx_server import NginxServer
from adapters.ingest.tests.polling import free_port
from adapters.ingest.tests.proxy_clients import FakeReceiver
from touchline.catalog.ports.media.ingest import Ingest, IngestEndpoint, IngestSession
from touchline.shared.tests.machine import should_test_nginx

TEST_VIDEO = ("-f", "lavfi", "-i", "testsrc=s=320x180:r=25")
TEST_AUDIO = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000")
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p", "-g", "25")
AAC = ("-c:a", "aac", "-b:a", "64k")
KEY, PASSPHRASE = "1204-k5dGv0sW3qXr", "q7mz4vkd2xw9"

Publish = Callable[..., "subprocess.Popen[bytes]"]


_NIGHTLY_WAYS = [pytest.param("rtmps", marks=pytest.mark.nightly)]
_WAYS_IN = ["rtmp", "srt", *_NIGHTLY_WAYS, *(["nginx"] if should_test_nginx() else [])]


@pytest.fixture(params=_WAYS_IN)
def way_in(request: pytest.FixtureRequest) -> str:
    """Return each way for an encoder to reach us: the protocols of our own ingest, and RTMP behind nginx."""
    return str(request.param)


@pytest.fixture
def ingest(way_in: str, certificate_folder: Path) -> Iterator[Ingest]:
    """Yield the adapter. nginx is a real one in its own folder, which accepts only `KEY`."""
    if way_in == "nginx":
        with NginxServer(KEY) as nginx:
            yield NginxIngest(nginx.application, "127.0.0.1")
        return
    port = free_port()
    files = CertificateFiles(str(certificate_folder / "chain.pem"), str(certificate_folder / "key.pem"))
    yield FfmpegIngest(
        *(range(port, port + 1), "127.0.0.1", "127.0.0.1"), certificate=files if way_in == "rtmps" else None
    )


@pytest.fixture(scope="session")
def certificate_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a certificate for this machine, which the encoders trust, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    write_certificate(folder / "chain.pem", folder / "key.pem")
    return folder


@pytest.fixture
def endpoint(ingest: Ingest) -> IngestEndpoint:
    """Return the endpoint of an event."""
    return IngestEndpoint(KEY, ingest.ports[0] if ingest.ports else None, PASSPHRASE)


@pytest.fixture
def start_session(ingest: Ingest, tmp_path: Path) -> Iterator[Callable[[IngestEndpoint], IngestSession]]:
    """Yield a function that starts sessions, each in its own folder. All are closed at the end."""
    sessions: list[IngestSession] = []

    def start(endpoint: IngestEndpoint) -> IngestSession:
        folder = tmp_path / f"session-{len(sessions)}"
        folder.mkdir()
        sessions.append(ingest.listen(endpoint, folder))
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()


@pytest.fixture
def start_encoder(
    way_in: str, ingest: Ingest, endpoint: IngestEndpoint, certificate_folder: Path
) -> Iterator[Publish]:
    """Yield `start_encoder(*inputs and codecs, key=…)`, which starts an encoder."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, key: str = KEY) -> "subprocess.Popen[bytes]":
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
        command += [*(arguments or (*TEST_VIDEO, *TEST_AUDIO, *H264, *AAC))]
        if way_in == "srt":
            url = ingest.get_srt_url(replace(endpoint, stream_key=key))
            assert url is not None
            command += ["-f", "mpegts", url]
        else:
            command += ["-f", "flv", f"{ingest.get_server_url(endpoint)}/{key}"]
        environment = {**os.environ, "SSL_CERT_FILE": str(certificate_folder / "chain.pem")}
        running.append(subprocess.Popen(command, env=environment))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def receivers() -> list[FakeReceiver]:
    """Return the receivers started so far."""
    return []


@pytest.fixture
def proxy(port: int, receivers: list[FakeReceiver]) -> Iterator[RtmpProxy[FakeReceiver]]:
    def create_receiver(_: Protocol) -> FakeReceiver:
        receivers.append(FakeReceiver())
        return receivers[-1]

    proxy = RtmpProxy(
        ListenerPool().acquire("127.0.0.1", port, KEY), KEY, create_receiver, PortListener.close
    )
    yield proxy
    proxy.close()
