"""A case of the matrix: how its source is made, and what must come out of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from contracts.media.generated_videos import VideoSpec, draw_video

MakeSource = Callable[[Path], Sequence[Path]]
"""Writes the source into an empty folder. Several files are the takes of one live recording."""
TimeRanges = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class ExpectedOutput:
    """What the product must be like. Instants are in seconds from its first picture.

    `seconds` may be missed by a picture, or by `tolerance` seconds. `flash_count` is how many there are,
    None where they are not counted. In the ranges of `audio_ranges` there is a beep at each flash, and
    elsewhere silence; an empty row means silence throughout. `is_copied`: whether the largest rendition has
    the source's pictures; None where either will do. `cue_times`: when each cue of the first captions begins;
    none given, they are not compared. `has_warning`: the operator is told that something is missing.
    `refusal`: a part of the sentence of a refusal.
    """

    seconds: float
    size: tuple[int, int] = (160, 90)
    frame_rate: float = 25
    flash_count: int | None = None
    audio_ranges: TimeRanges | None = None
    max_offset_ms: float = 20
    is_copied: bool | None = None
    has_captions: bool = False
    cue_times: tuple[float, ...] = ()
    audio_track_count: int = 1
    has_warning: bool = False
    refusal: str = ""
    tolerance: float = 0.0

    @property
    def audible_ranges(self) -> TimeRanges:
        """The ranges with sound; without any given, the whole length."""
        return ((0, self.seconds),) if self.audio_ranges is None else self.audio_ranges


@dataclass(frozen=True)
class MediaCase:
    """One row of the matrix."""

    name: str
    make_source: MakeSource
    expected: ExpectedOutput


def make_video(name: str, video: VideoSpec, *options: str, inputs: tuple[str, ...] = ()) -> MakeSource:
    """Return a `MakeSource` of one drawn file."""
    return lambda folder: [draw_video(folder / name, video, *options, inputs=inputs)]
