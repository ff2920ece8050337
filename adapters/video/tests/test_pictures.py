"""Poster and storyboard."""

import re
from pathlib import Path

from PIL import Image

from adapters.video.pictures import telling
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
