"""Tiny films, of ffmpeg's test pictures or counted picture by picture, and what is made of them."""

import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.video.cutter import FfmpegCutter
from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.tests import counted
from adapters.video.tests.counted import Read
from touchline.catalog.ports.video import Captions, Package
from touchline.clips.ports.cutting import Cut

H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
GRID = (*H264, "-bf", "0", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0", "-flags", "+cgop")
AAC = ("-c:a", "aac", "-b:a", "64k")

Takes = Sequence[Sequence[Path]]
CutPictures = Callable[[Takes, Fraction, int, int], tuple[Cut, Read]]
Packaged = Callable[[str, float], list[Path]]
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
        assert not target.exists(), f"another film is called {name}"
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


@pytest.fixture
def cut(tmp_path: Path) -> CutPictures:
    """`cut(takes, rate, first, past)` cuts pictures by their numbers and reads the file."""

    def of(takes: Takes, rate: Fraction, first: int, past: int) -> tuple[Cut, Read]:
        start, end = (round(number * 1000 / rate) for number in (first, past))
        file = tmp_path / "clip.mp4"
        made = FfmpegCutter().cut(takes, start, end - start, file, lambda _share: None)
        return made, counted.read(file)

    return of


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    """`package(rate, seconds)`: the segments of the best of our own renditions, made once."""
    made: dict[str, list[Path]] = {}

    def of(rate: str, seconds: float) -> list[Path]:
        if rate not in made:
            folder = tmp_path_factory.mktemp("package")
            film = counted.draw(folder / "film.mkv", seconds, Fraction(rate), *H264, *counted.AAC)
            (folder / "made").mkdir()
            FfmpegVideo().package(film, [], folder / "made", lambda _share: None)
            made[rate] = counted.segments(folder / "made" / "v0")
        return made[rate]

    return of


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """As from an encoder of a stranger: segments of 2 s, B frames, a rate that varies, a clock that wraps
    (it counts to 26.5 hours) within the first seconds."""
    folder = tmp_path_factory.mktemp("live")
    varying = ("-vf", "select='gt(mod(n,7),1)+not(mod(n,60))'", "-fps_mode", "vfr")
    coded = ("-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-bf", "2", "-g", "60")
    keys = ("-force_key_frames", "expr:gte(t,n_forced*2)", "-output_ts_offset", "95440")
    options = (*varying, *coded, *keys, *counted.AAC, *counted.hls(folder, 2))
    counted.draw(folder / "index.m3u8", 12, Fraction(30), *options)
    return counted.segments(folder)


def ffmpeg(*arguments: str, fed: bytes = b"") -> None:
    """Run ffmpeg to make something for a test, perhaps of what it is fed."""
    program = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run([program, "-nostdin", "-v", "error", "-y", *arguments], check=True, input=fed)
