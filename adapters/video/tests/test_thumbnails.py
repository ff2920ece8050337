"""Tests of the poster and the storyboard."""

import re
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import pytest
from PIL import Image

from adapters.video.playlists.media_playlists import Rendition, Segment
from adapters.video.tests.conftest import H264, MakePackage, MakeVideo, ffmpeg
from adapters.video.thumbnails import make_thumbnails, score_detail

COLORS = ("red", "lime", "blue")


def make_color_video(folder: Path) -> Path:
    """Make a video with two seconds each of red, green and blue."""
    inputs = [part for color in COLORS for part in ("-f", "lavfi", "-i", f"color={color}:s=160x90:r=25:d=2")]
    ffmpeg(*inputs, "-filter_complex", "concat=n=3", *H264, str(folder / "coloured.mp4"))
    return folder / "coloured.mp4"


def test_each_cue_shows_the_frame_of_its_time(make_package: MakePackage, tmp_path: Path) -> None:
    package = make_package(make_color_video(tmp_path))[1]
    cues = re.findall(
        r"00:00:0(\d)\.000 --> 00:00:0(\d)\.000\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)",
        (package / "storyboard.vtt").read_text(),
    )
    assert [(start, end) for start, end, *_ in cues] == [("0", "2"), ("2", "4"), ("4", "6")]
    for channel, (_, _, sheet, *position) in enumerate(cues):
        x, y, width, height = map(int, position)
        with Image.open(package / sheet) as frame:
            color = frame.getpixel((x + width // 2, y + height // 2))
        assert isinstance(color, tuple)
        assert max(range(3), key=color.__getitem__) == channel


def test_the_poster_is_as_large_as_the_top_rendition_and_not_black(
    make_video: MakeVideo, make_package: MakePackage, tmp_path: Path
) -> None:
    source = make_video("silent.mp4", *H264)
    ffmpeg("-i", str(source), "-vf", "fade=in:0:60,fps=25", *H264, str(tmp_path / "fade.mp4"))
    with Image.open(make_package(tmp_path / "fade.mp4")[1] / "poster.jpg") as poster:
        assert poster.size == (160, 90)
        assert score_detail(poster) > score_detail(Image.new("RGB", (160, 90)))


def test_detailed_frames_score_above_blank_and_blurred_frames(
    make_video: MakeVideo, make_package: MakePackage
) -> None:
    with Image.open(make_package(make_video("silent.mp4", *H264))[1] / "poster.jpg") as sharp:
        blurred = sharp.resize((8, 4)).resize(sharp.size)
        assert (
            score_detail(sharp) > score_detail(blurred) > score_detail(Image.new("RGB", sharp.size, "grey"))
        )


GRAYS = (16, 235, 60, 190, 100, 150)


def make_gray_segments(folder: Path, lengths: Sequence[float]) -> Rendition:
    """Make segments of one gray each, cycling through the grays. Each gray is encoded once and linked where
    it recurs.
    """
    segments = []
    for number, seconds in enumerate(lengths):
        luma, path = GRAYS[number % len(GRAYS)], folder / f"{number:05}.ts"
        output = folder / f"grey-{luma}-{seconds}.ts"
        if not output.exists():
            gray = f"color=0x{luma:02x}{luma:02x}{luma:02x}:s=64x36:r=5:d={seconds}"
            ffmpeg("-f", "lavfi", "-i", gray, *H264, str(output))
        path.hardlink_to(output)
        segments.append(Segment(path, seconds))
    return Rendition("v0", 64, 36, tuple(segments))


@pytest.mark.parametrize(
    "lengths",
    [
        [4.0, 2.0, 6.0, 1.0, 3.0],
        [2.0, *([6.0, 4.0, 8.0] * 20)],
        [1.0, *([2.0] * 620), 0.6],
    ],
    ids=["short", "uneven", "more-than-600"],
)
def test_cues_are_at_the_times_of_their_frames_on_any_grid(tmp_path: Path, lengths: list[float]) -> None:
    make_thumbnails([make_gray_segments(tmp_path, lengths)], tmp_path, lambda: None)
    starts = [0.0, *accumulate(lengths)]
    text = (tmp_path / "storyboard.vtt").read_text()
    result = re.findall(r"(\S+) --> (\S+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)", text)
    assert result[0][0] == "00:00:00.000"
    assert parse_seconds(result[-1][1]) == pytest.approx(starts[-1], abs=0.002)
    for (start, end, sheet, *position), next_start in zip(result, [*result[1:], None], strict=True):
        x, y, width, height = map(int, position)
        with Image.open(tmp_path / sheet) as frame:
            luma = frame.convert("L").getpixel((x + width // 2, y + height // 2))
        number = max(
            n for n, start_time in enumerate(starts[:-1]) if start_time <= parse_seconds(start) + 0.001
        )
        assert isinstance(luma, int)
        assert min(GRAYS, key=lambda gray: abs(gray - luma)) == GRAYS[number % len(GRAYS)], start
        assert next_start is None or next_start[0] == end


def parse_seconds(stamp: str) -> float:
    """Return the seconds of a timestamp `hours:minutes:seconds`."""
    hours, minutes, rest = stamp.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)
