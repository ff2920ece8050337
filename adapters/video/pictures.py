"""The poster and the storyboard, taken from the renditions that were made."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import av
import numpy as np
from PIL import Image

from adapters.video.playlists import Rendition, Segment
from touchline.catalog.ports.video import POSTER, STORYBOARD

_TILE = (240, 180)
_COLUMNS, _ROWS = 5, 5
_SHORT = 300.0
_MOST_TILES = 600
_POSTER_WIDTH = 960
_QUALITY = 50
"""Of a poster: it is the first that is seen of a page, and waited for on a telephone."""
Image.preinit()  # the usual formats, which every child of a worker would read at its first picture


class Storyboard:
    """Small pictures on sheets of 5 × 5, with the WebVTT that names each (`#xywh=`) and its time."""

    def __init__(self, into: Path, seconds: float) -> None:
        self._into, self._seconds = into, seconds
        self._sheet: Image.Image | None = None
        self._places: list[tuple[int, int, int, int, int]] = []
        self._starts: list[float] = []

    def add(self, tile: Image.Image, start: float) -> None:
        """Put the next picture on its sheet; `start` is its instant in seconds from the first picture."""
        number = len(self._places)
        sheet, place = divmod(number, _COLUMNS * _ROWS)
        width, height = tile.size
        if self._sheet is None:
            self._sheet = Image.new("RGB", (width * _COLUMNS, height * _ROWS))
        x, y = place % _COLUMNS * width, place // _COLUMNS * height
        self._sheet.paste(tile, (x, y))
        self._places.append((sheet + 1, x, y, width, height))
        self._starts.append(start)
        if place == _COLUMNS * _ROWS - 1:
            self._keep_sheet()

    def finish(self) -> None:
        """Write the last sheet and `storyboard.vtt`."""
        self._keep_sheet()
        cues = ["WEBVTT", ""]
        ends = [*self._starts[1:], max(self._seconds, self._starts[-1] + 0.001)] if self._starts else []
        shown = zip(self._places, self._starts, ends, strict=True)
        for (sheet, x, y, width, height), start, end in shown:
            cues += [
                f"{_time(start)} --> {_time(end)}",
                f"storyboard-{sheet}.jpg#xywh={x},{y},{width},{height}",
                "",
            ]
        (self._into / STORYBOARD).write_text("\n".join(cues), encoding="utf-8")

    def _keep_sheet(self) -> None:
        if self._sheet is not None:
            self._sheet.save(self._into / f"storyboard-{self._places[-1][0]}.jpg", quality=70, optimize=True)
            self._sheet = None


def make_pictures(renditions: list[Rendition], into: Path, alive: Callable[[], None]) -> None:
    """Make the storyboard from the smallest rendition, and `poster.jpg` from its most telling moment."""
    small = renditions[-1]
    halves, every = _steps(small)
    starts = [0.0, *accumulate(segment.seconds for segment in small.segments)]
    storyboard = Storyboard(into, small.seconds)
    best, best_score = (0, Fraction(0)), -1.0
    for number, at, picture in _moments(small.segments, halves, every):
        tile = _fit(picture, _TILE)
        storyboard.add(tile, starts[number] + float(at))
        score = telling(tile)
        if score > best_score:
            best, best_score = (number, at), score
        alive()
    storyboard.finish()
    write_picture(renditions[0].segments[best[0]].path, best[1], into / POSTER)


def write_picture(path: Path, at: Fraction, into: Path) -> None:
    """Write the picture shown `at` seconds into a segment as a poster; past the end, the last."""
    with av.open(str(path), format="mpegts") as container:
        write_poster(container, at, into)


def write_poster(container: Any, at: Fraction, into: Path) -> None:
    """The same of a segment that is opened."""
    poster: Image.Image = _made_small(_shown(container, at)).to_image()
    poster.save(into, "JPEG", quality=_QUALITY, optimize=True, progressive=True)


def telling(picture: Image.Image) -> float:
    """How much there is to see: contrast, edges and colour. Black, blank and blurred pictures score low."""
    pixels = np.asarray(picture.convert("RGB"), dtype=np.float32)
    light = pixels.mean(axis=2)
    edges = np.abs(np.diff(light, axis=0)).mean() + np.abs(np.diff(light, axis=1)).mean()
    colour = (pixels.max(axis=2) - pixels.min(axis=2)).mean()
    return float(light.std() + 2 * edges + 0.5 * colour)


def _steps(rendition: Rendition) -> tuple[int, int]:
    """Pictures a segment, and of which segments: two of each in a short film, at most 600 in a long one."""
    if rendition.seconds <= _SHORT:
        return 2, 1
    return 1, -(-len(rendition.segments) // _MOST_TILES)


def _moments(
    segments: tuple[Segment, ...], halves: int, every: int
) -> Iterator[tuple[int, Fraction, Image.Image]]:
    """Segment number, seconds from its start, and the picture there."""
    step = Fraction(max(segment.seconds for segment in segments)) / halves
    for number in range(0, len(segments), every):
        for half in range(halves):
            at = step * half
            if half and at >= segments[number].seconds:
                continue
            yield number, at, _picture_at(segments[number], at)


def _picture_at(segment: Segment, at: Fraction) -> Image.Image:
    with av.open(str(segment.path), format="mpegts") as container:
        image: Image.Image = _shown(container, at).to_image()
        return image


def _shown(container: Any, at: Fraction) -> Any:
    """The picture shown at `at` seconds from the start of a segment, or the last one before its end. For the
    first no other is looked at."""
    frames: Iterator[Any] = container.decode(container.streams.video[0])
    picture = first = next(frames)
    for frame in frames if at > 0 else ():
        if (frame.pts - first.pts) * frame.time_base > at:
            break
        picture = frame
    return picture


def _made_small(picture: Any) -> Any:
    scale = min(1.0, _POSTER_WIDTH / max(picture.width, picture.height))
    size = (max(1, round(length * scale)) for length in (picture.width, picture.height))
    return picture.reformat(*size, "rgb24", interpolation="BICUBIC")


def _fit(picture: Image.Image, box: tuple[int, int]) -> Image.Image:
    scale = min(box[0] / picture.width, box[1] / picture.height, 1.0)
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    return picture.resize(size, Image.Resampling.BICUBIC) if size != picture.size else picture


def _time(seconds: float) -> str:
    thousandths = round(seconds * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
