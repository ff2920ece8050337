"""Published segments, and a restreamer that reads them."""

import subprocess
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.restream.sender_process import SenderProcesses
from adapters.storage.local import LocalStorage
from touchline.catalog.ports.media.restreamer import RestreamSegment

KEY = "live-5f2c-secret"
SEGMENT_MS = 1000
SEGMENTS = 12
_AUDIO = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000")


def make_segments(folder: Path, *, video: str = "testsrc=s=320x180:r=25", seconds: int = SEGMENTS) -> None:
    """Write segments of a second, `0.ts` first."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostdin"]
    command += ["-f", "lavfi", "-i", video, *_AUDIO, "-t", str(seconds)]
    command += ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-bf", "2", "-pix_fmt", "yuv420p"]
    command += ["-sc_threshold", "0", "-c:a", "aac", "-f", "segment", "-segment_time", "1"]
    subprocess.run([*command, str(folder / "%d.ts")], check=True)


@pytest.fixture(scope="session")
def media(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a media folder with three runs of segments: two sizes, and one with a high bitrate."""
    folder = tmp_path_factory.mktemp("restream")
    make_segments(folder / "source")
    make_segments(folder / "tall", video="testsrc=s=180x320:r=25", seconds=3)
    make_segments(folder / "noisy", video="testsrc=s=640x360:r=25,noise=alls=20:allf=t", seconds=3)
    return folder


@pytest.fixture
def restreamer(media: Path) -> SenderProcesses:
    """Return a restreamer that may send to this machine."""
    return SenderProcesses(LocalStorage(media), allow_private=True)


def segment(number: int, folder: str = "source", *, is_discontinuity: bool = False) -> RestreamSegment:
    """Return a published segment."""
    return RestreamSegment(f"{folder}/{number}.ts", SEGMENT_MS, is_discontinuity)
