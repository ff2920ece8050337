"""Port for packaging a video file into a stream."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from touchline.catalog.domain.media.renditions import DEFAULT_RECORDING_RENDITIONS
from touchline.catalog.domain.media.trimmed_playlists import Tile

ProgressCallback = Callable[[float], None]
"""Receives the completed share (0 to 1) at least every few seconds. An exception stops the work."""

MASTER = "master.m3u8"
POSTER = "poster.jpg"
STORYBOARD = "storyboard.vtt"


class VideoRefusedError(Exception):
    """Raised when a file cannot be packaged. The message is one sentence for the operator that says why."""


@dataclass(frozen=True, slots=True)
class CaptionFile:
    """A caption file next to the video. `language` is a BCP 47 tag, or "" if unknown."""

    path: Path
    language: str


@dataclass(frozen=True, slots=True)
class RecordedTrack:
    """An audio track of a recorded live stream. `language` is a BCP 47 tag, or "".

    `files` has a file for each part of the recording. It is empty for the main audio, which the video
    contains.
    """

    name: str
    language: str
    files: Sequence[Path] = ()


@dataclass(frozen=True, slots=True)
class VideoPackage:
    """The packaged video.

    Sizes are those of the largest rendition as displayed, in pixels. `warning` is a sentence for the operator
    if the file is faulty but playable (`The file is cut off: …`), otherwise empty.
    """

    duration_ms: int
    width: int
    height: int
    frame_rate: float
    has_audio: bool
    has_captions: bool
    storyboard: bool
    warning: str = ""


class VideoPackager(Protocol):
    """A packager that makes a stream from any video file it can read."""

    def package(
        self,
        source: Path,
        captions: Sequence[CaptionFile],
        into: Path,
        on_progress: ProgressCallback,
        renditions: Sequence[str] = DEFAULT_RECORDING_RENDITIONS,
        *,
        loudness: int | None = None,
    ) -> VideoPackage:
        """Fill the empty folder `into` with `master.m3u8` and all the files it names, `poster.jpg` and a
        storyboard.

        The stream is HLS as in api.md ("Playback"), with H.264 and AAC. It has the requested `renditions`
        that apply (`domain.media.renditions`), none larger than the source. Segments are 4 s long and start
        with a keyframe at the same times in every rendition. A constant gain brings each audio track to a
        `loudness` in LUFS (EBU R128). None leaves it as it is.

        Raises `VideoRefusedError` if the file is broken, empty, or not a video.
        """
        ...

    def join(self, parts: Sequence[Path], into: Path, audio_tracks: Sequence[RecordedTrack] = ()) -> None:
        """Join MPEG-TS recordings into one file that plays them in order, without encoding the video again.

        `audio_tracks` are all tracks that viewers can choose, the main one first. Empty: only the main audio.
        Raises `VideoRefusedError` if they cannot be read.
        """
        ...

    def trim_thumbnails(self, sheets: Mapping[str, Path], tiles: Sequence[Tile], into: Path) -> int:
        """Write each sheet of a storyboard to the folder `into`, with only these thumbnails.

        Return the number of the thumbnail with the most detail.
        """
        ...

    def write_poster(self, segment: Path, offset_ms: int, into: Path) -> None:
        """Write the frame at an offset from the start of a segment as a poster."""
        ...
