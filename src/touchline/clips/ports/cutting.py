"""Port to the video cutter, which makes download files from existing segments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from touchline.clips.domain.captions import RunCaptions
from touchline.shared.webvtt import TextCue

OnProgress = Callable[[float], None]
"""Callback for the share of the work that is done, 0 to 1.

It is called at least every few seconds.

An exception that it raises stops the work.
"""


class CutRefusedError(Exception):
    """The file cannot be made from these segments. The message is one or two sentences for the viewer."""


@dataclass(frozen=True, slots=True)
class CutResult:
    """A finished file. `size` is in bytes, `width` and `height` are in pixels.

    `copied_share` is the share of frames (0 to 1) that were copied without re-encoding.
    """

    duration_ms: int
    width: int
    height: int
    size: int
    copied_share: float


@dataclass(frozen=True, slots=True)
class AudioTrackSegments:
    """An additional audio track of a file: its name, language (a BCP 47 tag, or "") and segments.

    It has as many segments as the video. The default track has none, because the video segments contain it.
    """

    name: str
    language: str
    segments: Sequence[Path]


@dataclass(frozen=True, slots=True)
class TextTrack:
    """Captions of a file: their name, language (a BCP 47 tag, or "") and cues, with times that count from the
    first frame. Players show them if the viewer chooses them.
    """

    name: str
    language: str
    cues: Sequence[TextCue]


class Cutter(Protocol):
    """Makes MP4 files from MPEG-TS segments with H.264 and optional AAC.

    Implementations leave no files other than `into`, even on errors. A full disk raises `OSError`, which the
    storage workspace translates.
    """

    def cut(
        self,
        runs: Sequence[Sequence[Path]],
        start_ms: int,
        duration_ms: int,
        into: Path,
        on_progress: OnProgress,
        text_tracks: Sequence[TextTrack] = (),
    ) -> CutResult:
        """Write an MP4 from the frame at `start_ms` up to the frame at `start_ms + duration_ms`.

        The end frame is excluded. The audio covers exactly that range.

        `runs` are the segments of one rendition in order, one inner sequence for each run without a
        discontinuity. Runs are joined end to end. `start_ms` counts from the first frame of the first
        segment. A frame that starts within 2 ms after an instant counts as shown at that instant, because
        instants are rounded. Only the segments of the range are needed. One further segment may contain the
        end of the audio.

        Raises `CutRefusedError` if segments are missing or damaged, or if they do not cover the range.
        """
        ...

    def read_embedded_captions(self, runs: Sequence[Sequence[Path]]) -> Sequence[RunCaptions]:
        """Return the captions that are embedded in the picture (CEA-608), one entry for each channel.

        `runs` are as in `cut`. Raises `CutRefusedError` if a segment is missing or damaged.
        """
        ...

    def extract_frame(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Write one frame as a JPEG, at most 1280 pixels wide.

        `offset_ms` counts from the segment's first frame. An offset past the end selects the last frame.
        Raises `CutRefusedError` if the segment cannot be read.
        """
        ...

    def concatenate(
        self,
        segments: Sequence[Path],
        into: Path,
        on_progress: OnProgress,
        audio_tracks: Sequence[AudioTrackSegments] = (),
        text_tracks: Sequence[TextTrack] = (),
    ) -> CutResult:
        """Write an MP4 of a whole recording without re-encoding. Memory use does not depend on its length.

        Each of `audio_tracks` becomes a track; the first one is the default. Raises `CutRefusedError` if a
        segment is missing or damaged.
        """
        ...
