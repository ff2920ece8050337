"""Cutting files for download out of segments that exist already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

OnProgress = Callable[[float], None]
"""Told the share that is done, 0 to 1, at least every few seconds; what it raises stops the work."""


class CutRefusedError(Exception):
    """The file cannot be made of these segments; the text is one sentence or two for the viewer."""


@dataclass(frozen=True, slots=True)
class CutResult:
    """The file that was made. `size` in bytes, width and height in pixels.

    `copied_share` is the share of its pictures (0 to 1) that were taken over without encoding them again.
    """

    duration_ms: int
    width: int
    height: int
    size: int
    copied_share: float


@dataclass(frozen=True, slots=True)
class AudioTrackSegments:
    """A sound to be kept in a file: its name, its language (a BCP 47 tag, or ""), and its segments, as many
    as the pictures have. The default sound has none of its own, since it is in those of the pictures."""

    name: str
    language: str
    segments: Sequence[Path]


class Cutter(Protocol):
    """Makes files of segments: MPEG-TS with H.264 and, perhaps, AAC.

    Nothing is left beside `into`, whatever goes wrong. A disk that fills up is the system's own `OSError`,
    which the storage's workspace turns into its sentence.
    """

    def cut(
        self,
        runs: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
    ) -> CutResult:
        """Write an MP4 that begins with the picture shown at `start_ms` and ends before the one shown at
        `start_ms + duration_ms`, with the sound of exactly that range.

        `runs` are segments of one rendition in order, one inner sequence for each run without a
        discontinuity; runs are laid end to end. `start_ms` counts from the first picture of the first
        segment. A picture that begins within 2 ms after an instant counts as shown at it, since instants are
        rounded. Only the segments of the range are needed; one more behind it may hold the end of its sound.
        `CutRefusedError` where segments are missing or damaged, or the range lies outside of them.
        """
        ...

    def extract_frame(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Write the picture shown at `offset_ms` from the segment's first one as a JPEG, at most 1280 wide.

        Past the end it is the last one. `CutRefusedError` where the segment cannot be read.
        """
        ...

    def concatenate(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        audio_tracks: Sequence[AudioTrackSegments] = (),
    ) -> CutResult:
        """Write an MP4 of a whole recording, nothing encoded again, in little memory however long it is.

        `audio_tracks` become tracks of their own, the first of them the default one.
        `CutRefusedError` where a segment is missing or damaged.
        """
        ...
