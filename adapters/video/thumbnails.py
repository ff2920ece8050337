"""The poster and the storyboard, made from the encoded renditions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import Any

import av
import numpy as np
from PIL import Image

from adapters.video.playlists.media_playlists import Rendition, Segment
from touchline.catalog.domain.media.trimmed_playlists import Tile
from touchline.catalog.ports.media.video_packager import POSTER, STORYBOARD

_TILE_SIZE = (240, 180)
_COLUMNS, _ROWS = 5, 5
_SHORT_VIDEO_SECONDS = 300.0
_MAX_TILES = 600
_SHEET_QUALITY = 70
_POSTER_WIDTH = 960
_POSTER_QUALITY = 50
"""JPEG quality of posters. The poster is the first visible part of a page, and phones wait for it to load."""
# the common image formats, which every child process of a worker would otherwise load at its first image
Image.preinit()


class Storyboard:
    """Thumbnails on sheets of 5 × 5, with a WebVTT file that gives the position (`#xywh=`) and time of
    each."""

    def __init__(self, into: Path, seconds: float) -> None:
        self._folder, self._seconds = into, seconds
        self._sheet: Image.Image | None = None
        self._tile_positions: list[tuple[int, int, int, int, int]] = []
        self._start_times: list[float] = []

    def add_tile(self, tile: Image.Image, start: float) -> None:
        """Add the next thumbnail to its sheet. `start` is its time in seconds from the first frame."""
        number = len(self._tile_positions)
        sheet, slot = divmod(number, _COLUMNS * _ROWS)
        width, height = tile.size
        if self._sheet is None:
            self._sheet = Image.new("RGB", (width * _COLUMNS, height * _ROWS))
        x, y = slot % _COLUMNS * width, slot // _COLUMNS * height
        self._sheet.paste(tile, (x, y))
        self._tile_positions.append((sheet + 1, x, y, width, height))
        self._start_times.append(start)
        if slot == _COLUMNS * _ROWS - 1:
            self._save_sheet()

    def finish(self) -> None:
        """Write the last sheet and `storyboard.vtt`."""
        self._save_sheet()
        cues = ["WEBVTT", ""]
        ends = (
            [*self._start_times[1:], max(self._seconds, self._start_times[-1] + 0.001)]
            if self._start_times
            else []
        )
        timed_tiles = zip(self._tile_positions, self._start_times, ends, strict=True)
        for (sheet, x, y, width, height), start, end in timed_tiles:
            cues += [
                f"{_format_time(start)} --> {_format_time(end)}",
                f"storyboard-{sheet}.jpg#xywh={x},{y},{width},{height}",
                "",
            ]
        (self._folder / STORYBOARD).write_text("\n".join(cues), encoding="utf-8")

    def _save_sheet(self) -> None:
        if self._sheet is not None:
            self._sheet.save(
                self._folder / f"storyboard-{self._tile_positions[-1][0]}.jpg",
                quality=_SHEET_QUALITY,
                optimize=True,
            )
            self._sheet = None


def make_thumbnails(renditions: list[Rendition], into: Path, heartbeat: Callable[[], None]) -> None:
    """Make the storyboard from the smallest rendition, and `poster.jpg` from the frame with the most
    detail."""
    smallest = renditions[-1]
    frames_per_segment, segment_step = _sampling_plan(smallest)
    starts = [0.0, *accumulate(segment.seconds for segment in smallest.segments)]
    storyboard = Storyboard(into, smallest.seconds)
    best_position, best_score = (0, Fraction(0)), -1.0
    for number, offset, still_image in _sample_frames(smallest.segments, frames_per_segment, segment_step):
        tile = _fit(still_image, _TILE_SIZE)
        storyboard.add_tile(tile, starts[number] + float(offset))
        score = score_detail(tile)
        if score > best_score:
            best_position, best_score = (number, offset), score
        heartbeat()
    storyboard.finish()
    write_segment_poster(renditions[0].segments[best_position[0]].path, best_position[1], into / POSTER)


def trim_sheets(sheets: Mapping[str, Path], tiles: Sequence[Tile], into: Path) -> int:
    """Write each sheet with only these thumbnails, and return the number of the one with the most detail."""
    scores = [0.0] * len(tiles)
    for name, path in sheets.items():
        with Image.open(path) as sheet:
            trimmed = Image.new("RGB", sheet.size)
            for number, tile in enumerate(tiles):
                if tile.sheet == name:
                    left, top, width, height = tile.box
                    picture = sheet.crop((left, top, left + width, top + height))
                    scores[number] = score_detail(picture)
                    trimmed.paste(picture, (left, top))
        trimmed.save(into / name, quality=_SHEET_QUALITY, optimize=True)
    return max(range(len(tiles)), key=lambda number: scores[number])


def write_segment_poster(path: Path, offset: Fraction, into: Path) -> None:
    """Write the frame shown `offset` seconds into a segment as a poster. Past the end, write the last
    frame."""
    with av.open(str(path), format="mpegts") as container:
        write_poster(container, offset, into)


def write_poster(container: Any, offset: Fraction, into: Path) -> None:
    """Write the frame shown `offset` seconds into an open segment as a poster."""
    poster: Image.Image = _scale_poster(_decode_frame_at(container, offset)).to_image()
    poster.save(into, "JPEG", quality=_POSTER_QUALITY, optimize=True, progressive=True)


def score_detail(still_image: Image.Image) -> float:
    """Return a score of visible detail: contrast, edges and color. Black, blank and blurred frames score
    low."""
    pixels = np.asarray(still_image.convert("RGB"), dtype=np.float32)
    luma = pixels.mean(axis=2)
    edges = np.abs(np.diff(luma, axis=0)).mean() + np.abs(np.diff(luma, axis=1)).mean()
    saturation = (pixels.max(axis=2) - pixels.min(axis=2)).mean()
    return float(luma.std() + 2 * edges + 0.5 * saturation)


def _sampling_plan(rendition: Rendition) -> tuple[int, int]:
    """Return the samples per segment, and the step between sampled segments.

    Short videos have two samples per segment. Long videos have at most 600 in total.
    """
    if rendition.seconds <= _SHORT_VIDEO_SECONDS:
        return 2, 1
    return 1, -(-len(rendition.segments) // _MAX_TILES)


def _sample_frames(
    segments: tuple[Segment, ...], frames_per_segment: int, segment_step: int
) -> Iterator[tuple[int, Fraction, Image.Image]]:
    """Yield the segment number, the seconds from the segment's start, and the frame shown there."""
    interval = Fraction(max(segment.seconds for segment in segments)) / frames_per_segment
    for number in range(0, len(segments), segment_step):
        for position in range(frames_per_segment):
            offset = interval * position
            if position and offset >= segments[number].seconds:
                continue
            yield number, offset, _read_frame(segments[number], offset)


def _read_frame(segment: Segment, offset: Fraction) -> Image.Image:
    with av.open(str(segment.path), format="mpegts") as container:
        image: Image.Image = _decode_frame_at(container, offset).to_image()
        return image


def _decode_frame_at(container: Any, offset: Fraction) -> Any:
    """Return the frame shown `offset` seconds from the start of a segment, or the last frame if it ends
    before.

    For offset 0, only the first frame is decoded.
    """
    frames: Iterator[Any] = container.decode(container.streams.video[0])
    shown = first = next(frames)
    for frame in frames if offset > 0 else ():
        if (frame.pts - first.pts) * frame.time_base > offset:
            break
        shown = frame
    return shown


def _scale_poster(frame: Any) -> Any:
    scale = min(1.0, _POSTER_WIDTH / max(frame.width, frame.height))
    size = (max(1, round(side * scale)) for side in (frame.width, frame.height))
    return frame.reformat(*size, "rgb24", interpolation="BICUBIC")


def _fit(still_image: Image.Image, box: tuple[int, int]) -> Image.Image:
    scale = min(box[0] / still_image.width, box[1] / still_image.height, 1.0)
    size = (max(1, round(still_image.width * scale)), max(1, round(still_image.height * scale)))
    return still_image.resize(size, Image.Resampling.BICUBIC) if size != still_image.size else still_image


def _format_time(seconds: float) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
