"""Real encoders for the tests of ingest: an ffmpeg that publishes test pictures in real time."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.nginx import NginxIngest
from adapters.ingest.tests.nginx_server import Nginx
from adapters.ingest.tests.waiting import free_port
from touchline.catalog.ports.ingest import Ingest, Line, Take
from touchline.shared.tests.machine import nginx_is_wanted

PICTURE = ("-f", "lavfi", "-i", "testsrc=s=320x180:r=25")
SOUND = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000")
H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-pix_fmt", "yuv420p", "-g", "25")
AAC = ("-c:a", "aac", "-b:a", "64k")
KEY = "1204-k5dGv0sW3qXr"

Publish = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture(params=["ffmpeg", "nginx"] if nginx_is_wanted() else ["ffmpeg"])
def ingest(request: pytest.FixtureRequest) -> Iterator[Ingest]:
    """Each adapter; nginx is a real one in a folder of its own, which admits `KEY` alone."""
    if request.param == "ffmpeg":
        port = free_port()
        yield FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1")
        return
    with Nginx(KEY) as nginx:
        yield NginxIngest(nginx.application, "127.0.0.1")


@pytest.fixture
def line(ingest: Ingest) -> Line:
    """An event's line."""
    return Line(KEY, ingest.ports[0] if ingest.ports else None)


@pytest.fixture
def listen(ingest: Ingest, tmp_path: Path) -> Iterator[Callable[[Line], Take]]:
    """Begins takes, each in a folder of its own; all are closed at the end."""
    takes: list[Take] = []

    def begin(line: Line) -> Take:
        folder = tmp_path / f"take-{len(takes)}"
        folder.mkdir()
        takes.append(ingest.listen(line, folder))
        return takes[-1]

    yield begin
    for take in takes:
        take.close()


@pytest.fixture
def publish(ingest: Ingest, line: Line) -> Iterator[Publish]:
    """`publish(*inputs and codecs, key=…)` starts an encoder."""
    running: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str, key: str = KEY) -> "subprocess.Popen[bytes]":
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
        command += [*(arguments or (*PICTURE, *SOUND, *H264, *AAC)), "-f", "flv"]
        running.append(subprocess.Popen([*command, f"{ingest.server(line)}/{key}"]))
        return running[-1]

    yield start
    for each in running:
        each.kill()
        each.wait()
