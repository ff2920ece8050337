"""A case of the matrix: how its source is made, and the expected output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from contracts.media.generated_videos import VideoSpec, draw_video

MakeSource = Callable[[Path], Sequence[Path]]
"""Writes the source into an empty folder. Several files are the sessions of one live recording."""
TimeRanges = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class ExpectedOutput:
    """The expected output. Times are in seconds from the first frame.

    `seconds` may differ by one frame, or by `tolerance` seconds. `flash_count` is the number of flashes, None
    if they are not counted. The ranges in `audio_ranges` have a beep at each flash. Everything else is
    silent, and an empty sequence means silence throughout. `is_copied`: whether the largest rendition has the
    source's frames; None if either is allowed. `cue_times`: when each cue of the first captions starts; they
    are not compared if empty. `has_warning`: the operator is warned that something is missing. `refusal`: a
    part of the refusal message.
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
        """Return the ranges with audio, by default the whole length."""
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
