"""Tiny films, made by ffmpeg from its test pictures; and the packages that the adapter makes of them."""

import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.video.ffmpeg import FfmpegVideo
from touchline.catalog.ports.video import Captions, Package

H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
GRID = (*H264, "-bf", "0", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0", "-flags", "+cgop")
AAC = ("-c:a", "aac", "-b:a", "64k")

Film = Callable[..., Path]
Pack = Callable[..., tuple[Package, Path]]


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Film:
    """`film(name, *codecs, seconds, size, rate, sound, extra)` makes a file of test pictures, once."""
    folder = tmp_path_factory.mktemp("films")

    @cache
    def make(
        name: str,
        *codecs: str,
        seconds: float = 5,
        size: str = "160x90",
        rate: str = "25",
        sound: float = 0,
        inputs: tuple[str, ...] = (),
    ) -> Path:
        target = folder / name
        arguments = ["-f", "lavfi", "-i", f"testsrc=s={size}:r={rate}:d={seconds}"]
        if sound:
            arguments += ["-f", "lavfi", "-i", f"sine=frequency=440:duration={sound}"]
        ffmpeg(*arguments, *inputs, *codecs, str(target))
        return target

    return make


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """`pack(file, *captions)` makes the package of a file, once: what was made, and its folder."""

    @cache
    def make(source: Path, *captions: Captions) -> tuple[Package, Path]:
        folder = tmp_path_factory.mktemp("package")
        return FfmpegVideo().package(source, captions, folder, lambda _share: None), folder

    return make


def ffmpeg(*arguments: str) -> None:
    """Run ffmpeg to make something for a test."""
    program = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run([program, "-nostdin", "-v", "error", "-y", *arguments], check=True)
