"""Real encoders for the ingest tests: an ffmpeg that publishes test video in real time."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.nginx import NginxIngest
from adapters.ingest.tests.nginx_server import NginxServer
from adapters.ingest.tests.polling import free_port
from touchline.catalog.ports.media.ingest import Ingest, IngestEndpoint, IngestSession
from touchline.shared.tests.machine import should_test_nginx

TEST_VIDEO = ("-f", "lavfi", "-i", "testsrc=s=320x180:r=25")
TEST_AUDIO = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000")
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p", "-g", "25")
AAC = ("-c:a", "aac", "-b:a", "64k")
KEY = "1204-k5dGv0sW3qXr"

Publish = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(params=["ffmpeg", "nginx"] if should_test_nginx() else ["ffmpeg"])
def ingest(request: pytest.FixtureRequest) -> Iterator[Ingest]:
    """Yield each adapter in turn. nginx is a real one in its own folder, which accepts only `KEY`."""
    if request.param == "ffmpeg":
        port = free_port()
        yield FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1")
        return
    with NginxServer(KEY) as nginx:
        yield NginxIngest(nginx.application, "127.0.0.1")


@pytest.fixture
def endpoint(ingest: Ingest) -> IngestEndpoint:
    """Return the endpoint of an event."""
    return IngestEndpoint(KEY, ingest.ports[0] if ingest.ports else None)


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
def start_encoder(ingest: Ingest, endpoint: IngestEndpoint) -> Iterator[Publish]:
    """Yield `start_encoder(*inputs and codecs, key=…)`, which starts an encoder."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, key: str = KEY) -> "subprocess.Popen[bytes]":
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
        command += [*(arguments or (*TEST_VIDEO, *TEST_AUDIO, *H264, *AAC)), "-f", "flv"]
        running.append(subprocess.Popen([*command, f"{ingest.get_server_url(endpoint)}/{key}"]))
        return running[-1]

    yield start
    for process in running:
        process.kill()
        process.wait()
