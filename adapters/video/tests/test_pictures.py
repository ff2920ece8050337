"""Poster and storyboard."""

import re
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

import pytest
from PIL import Image

from adapters.video.pictures import make_pictures, telling
from adapters.video.playlists import Rendition, Segment
from adapters.video.tests.conftest import H264, Film, Pack, ffmpeg

COLOURS = ("red", "lime", "blue")


def coloured(folder: Path) -> Path:
    """Two seconds each of red, green and blue."""
    inputs = [
        part for colour in COLOURS for part in ("-f", "lavfi", "-i", f"color={colour}:s=160x90:r=25:d=2")
    ]
    ffmpeg(*inputs, "-filter_complex", "concat=n=3", *H264, str(folder / "coloured.mp4"))
    return folder / "coloured.mp4"


def test_each_cue_shows_the_picture_of_its_time(pack: Pack, tmp_path: Path) -> None:
    package = pack(coloured(tmp_path))[1]
    cues = re.findall(
        r"00:00:0(\d)\.000 --> 00:00:0(\d)\.000\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)",
        (package / "storyboard.vtt").read_text(),
    )
    assert [(start, end) for start, end, *_ in cues] == [("0", "2"), ("2", "4"), ("4", "6")]
    for channel, (_, _, sheet, *place) in enumerate(cues):
        x, y, width, height = map(int, place)
        with Image.open(package / sheet) as picture:
            colour = picture.getpixel((x + width // 2, y + height // 2))
        assert isinstance(colour, tuple)
        assert max(range(3), key=colour.__getitem__) == channel


def test_the_poster_is_as_large_as_the_top_rendition_and_not_black(
    film: Film, pack: Pack, tmp_path: Path
) -> None:
    lit = film("silent.mp4", *H264)
    ffmpeg("-i", str(lit), "-vf", "fade=in:0:60,fps=25", *H264, str(tmp_path / "fade.mp4"))
    with Image.open(pack(tmp_path / "fade.mp4")[1] / "poster.jpg") as poster:
        assert poster.size == (160, 90)
        assert telling(poster) > telling(Image.new("RGB", (160, 90)))


def test_what_there_is_to_see_beats_blank_and_blurred(film: Film, pack: Pack) -> None:
    with Image.open(pack(film("silent.mp4", *H264))[1] / "poster.jpg") as sharp:
        blurred = sharp.resize((8, 4)).resize(sharp.size)
        assert telling(sharp) > telling(blurred) > telling(Image.new("RGB", sharp.size, "grey"))


GREYS = (16, 235, 60, 190, 100, 150)


def grey_segments(folder: Path, lengths: Sequence[float]) -> Rendition:
    """Segments of one grey each, the greys in turn; every grey is encoded once and linked where it recurs."""
    segments = []
    for number, seconds in enumerate(lengths):
        light, path = GREYS[number % len(GREYS)], folder / f"{number:05}.ts"
        made = folder / f"grey-{light}-{seconds}.ts"
        if not made.exists():
            grey = f"color=0x{light:02x}{light:02x}{light:02x}:s=64x36:r=5:d={seconds}"
            ffmpeg("-f", "lavfi", "-i", grey, *H264, str(made))
        path.hardlink_to(made)
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
def test_cues_are_at_the_instants_of_their_pictures_on_any_grid(tmp_path: Path, lengths: list[float]) -> None:
    make_pictures([grey_segments(tmp_path, lengths)], tmp_path, lambda: None)
    starts = [0.0, *accumulate(lengths)]
    text = (tmp_path / "storyboard.vtt").read_text()
    found = re.findall(r"(\S+) --> (\S+)\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)", text)
    assert found[0][0] == "00:00:00.000"
    assert seconds(found[-1][1]) == pytest.approx(starts[-1], abs=0.002)
    for (start, end, sheet, *place), following in zip(found, [*found[1:], None], strict=True):
        x, y, width, height = map(int, place)
        with Image.open(tmp_path / sheet) as picture:
            light = picture.convert("L").getpixel((x + width // 2, y + height // 2))
        number = max(n for n, begins in enumerate(starts[:-1]) if begins <= seconds(start) + 0.001)
        assert isinstance(light, int)
        assert min(GREYS, key=lambda grey: abs(grey - light)) == GREYS[number % len(GREYS)], start
        assert following is None or following[0] == end


def seconds(stamp: str) -> float:
    """Seconds of `hours:minutes:seconds`."""
    hours, minutes, rest = stamp.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(rest)
