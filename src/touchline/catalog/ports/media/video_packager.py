"""Turning a video file into something that can be streamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.renditions import DEFAULT_RECORDING_RENDITIONS

ProgressCallback = Callable[[float], None]
"""Told the share that is done, 0 to 1, at least every few seconds; what it raises stops the work."""

MASTER = "master.m3u8"
POSTER = "poster.jpg"
STORYBOARD = "storyboard.vtt"


class VideoRefusedError(Exception):
    """The file cannot be made into a stream; the text is one sentence for the operator that says why."""


@dataclass(frozen=True, slots=True)
class CaptionFile:
    """A text file with captions beside the video; `language` is a BCP 47 tag, or "" where nobody said."""

    path: Path
    language: str


@dataclass(frozen=True, slots=True)
class VideoPackage:
    """What was made. Sizes are those of the largest rendition, in pixels, as shown. `warning` is one sentence
    for the operator where the file is faulty but can be watched (`The file is cut off: …`), else empty."""

    duration_ms: int
    width: int
    height: int
    frame_rate: float
    has_audio: bool
    has_captions: bool
    storyboard: bool
    warning: str = ""


class VideoPackager(Protocol):
    """Makes a stream of any file it can read."""

    def package(
        self,
        source: Path,
        captions: Sequence[CaptionFile],
        into: Path,
        on_progress: ProgressCallback,
        renditions: Sequence[str] = DEFAULT_RECORDING_RENDITIONS,
    ) -> VideoPackage:
        """Fill the empty folder `into` with `master.m3u8` and all it names, `poster.jpg` and a storyboard.

        The stream is HLS as in api.md ("Playback"): H.264 and AAC, the wanted `renditions` as far as they
        apply (`domain.renditions`), none larger than the source, segments of 4 s that start with a key frame
        at the same instants in every rendition.
        `VideoRefusedError` where the file is broken, empty, or not a video.
        """
        ...

    def join(self, parts: Sequence[Path], into: Path) -> None:
        """Write one file that plays MPEG-TS recordings one after another; nothing is encoded again.

        `VideoRefusedError` where they cannot be read.
        """
        ...
