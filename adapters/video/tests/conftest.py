"""Short test videos, with ffmpeg's test pattern or numbered frames, and the packages and clips made from
them.
"""

import subprocess
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import imageio_ffmpeg
import pytest

from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests import numbered_video
from adapters.video.tests.numbered_video import DecodedVideo
from touchline.catalog.ports.media.video_packager import CaptionFile, VideoPackage
from touchline.clips.ports.cutting import CutResult

H264 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")
GOP_GRID = (*H264, "-bf", "0", "-g", "100", "-keyint_min", "100", "-sc_threshold", "0", "-flags", "+cgop")
AAC = ("-c:a", "aac", "-b:a", "64k")

Runs = Sequence[Sequence[Path]]
CutFrames = Callable[[Runs, Fraction, int, int], tuple[CutResult, DecodedVideo]]
MakeSegments = Callable[[str, float], list[Path]]
MakeVideo = Callable[..., Path]
MakePackage = Callable[..., tuple[VideoPackage, Path]]


@pytest.fixture(scope="session")
def make_video(tmp_path_factory: pytest.TempPathFactory) -> MakeVideo:
    """Return `make_video(name, *codecs, seconds, size, rate, audio, inputs)`, which makes a file with a test
    pattern, once.
    """
    folder = tmp_path_factory.mktemp("videos")

    @cache
    def make(
        name: str,
        *codecs: str,
        seconds: float = 5,
        size: str = "160x90",
        rate: str = "25",
        audio: float = 0,
        inputs: tuple[str, ...] = (),
    ) -> Path:
        target = folder / name
        assert not target.exists(), f"Another video has the name {name}."
        arguments = ["-f", "lavfi", "-i", f"testsrc=s={size}:r={rate}:d={seconds}"]
        if audio:
            arguments += ["-f", "lavfi", "-i", f"sine=frequency=440:duration={audio}"]
        ffmpeg(*arguments, *inputs, *codecs, str(target))
        return target

    return make


@pytest.fixture(scope="session")
def make_package(tmp_path_factory: pytest.TempPathFactory) -> MakePackage:
    """Return `make_package(file, *captions)`, which packages a file once and returns the result and its
    folder.
    """

    @cache
    def make(source: Path, *captions: CaptionFile) -> tuple[VideoPackage, Path]:
        folder = tmp_path_factory.mktemp("package")
        return FfmpegVideoPackager().package(source, captions, folder, lambda _share: None), folder

    return make


@pytest.fixture
def cut_frames(tmp_path: Path) -> CutFrames:
    """Return `cut_frames(runs, rate, first, stop)`, which cuts frames by number and decodes the file."""

    def cut(runs: Runs, rate: Fraction, first: int, stop: int) -> tuple[CutResult, DecodedVideo]:
        start, end = (round(number * 1000 / rate) for number in (first, stop))
        file = tmp_path / "clip.mp4"
        result = FfmpegCutter().cut(runs, start, end - start, file, lambda _share: None)
        return result, numbered_video.decode_video(file)

    return cut


@pytest.fixture(scope="session")
def make_segments(tmp_path_factory: pytest.TempPathFactory) -> MakeSegments:
    """Return `make_segments(rate, seconds)`, which makes the segments of Touchline's top rendition, once."""
    segments: dict[str, list[Path]] = {}

    def make(rate: str, seconds: float) -> list[Path]:
        if rate not in segments:
            folder = tmp_path_factory.mktemp("package")
            video = numbered_video.draw_video(
                folder / "video.mkv", seconds, Fraction(rate), *H264, *numbered_video.AAC
            )
            (folder / "made").mkdir()
            FfmpegVideoPackager().package(video, [], folder / "made", lambda _share: None)
            segments[rate] = numbered_video.list_segments(folder / "made" / "v0")
        return segments[rate]

    return make


@pytest.fixture(scope="session")
def live_segments(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return segments as from a third-party encoder.

    They are 2 s long, with B-frames, a variable frame rate, and a clock that wraps.

    The clock counts to 26.5 hours and wraps within the first seconds.
    """
    folder = tmp_path_factory.mktemp("live")
    variable_rate = ("-vf", "select='gt(mod(n,7),1)+not(mod(n,60))'", "-fps_mode", "vfr")
    encoder_options = (
        "-c:v",
        "libx264",
        "-preset",
        "veryfast",
        "-pix_fmt",
        "yuv420p",
        "-bf",
        "2",
        "-g",
        "60",
    )
    keyframe_options = ("-force_key_frames", "expr:gte(t,n_forced*2)", "-output_ts_offset", "95440")
    options = (
        *variable_rate,
        *encoder_options,
        *keyframe_options,
        *numbered_video.AAC,
        *numbered_video.hls_options(folder, 2),
    )
    numbered_video.draw_video(folder / "index.m3u8", 12, Fraction(30), *options)
    return numbered_video.list_segments(folder)


def ffmpeg(*arguments: str, stdin: bytes = b"") -> None:
    """Run ffmpeg to make a test file, with optional data on stdin."""
    ffmpeg_path = imageio_ffmpeg.get_ffmpeg_exe()
    subprocess.run([ffmpeg_path, "-nostdin", "-v", "error", "-y", *arguments], check=True, input=stdin)
