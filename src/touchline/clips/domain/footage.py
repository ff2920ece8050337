"""What a clip is cut from: the segments of an event's medium on one time line, in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FootageSegment:
    """One segment; between two with another `discontinuity` lies a discontinuity."""

    key: str
    start_ms: int
    duration_ms: int
    discontinuity: int = 0

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class Rendition:
    """One size of the pictures; `attributes` stand in the multivariant playlist (RFC 8216, 4.3.4.2)."""

    name: str
    width: int
    height: int
    attributes: str
    segments: tuple[FootageSegment, ...]

    def segments_between(self, start_ms: int, end_ms: int) -> tuple[FootageSegment, ...]:
        """The pieces that hold any part of the range."""
        return tuple(one for one in self.segments if one.end_ms > start_ms and one.start_ms < end_ms)


@dataclass(frozen=True, slots=True)
class AudioTrack:
    """A sound to choose from. `folder` names its rendition; the default one has none and no pieces, since the
    pictures carry it. `language` is a BCP 47 tag, or ""."""

    folder: str
    name: str
    language: str
    is_default: bool
    segments: tuple[FootageSegment, ...]


@dataclass(frozen=True, slots=True)
class Footage:
    """A medium that a viewer may cut from between `start_ms` and `end_ms`, the largest rendition first.

    `frame_rate` is 0 where nobody knows it; `region` the country that addresses of it are good for.
    `audio_tracks` are to be chosen from, none where there is one alone. `closed_captions` are the
    EXT-X-MEDIA tags of captions within the pictures.
    """

    media_id: int
    is_live: bool
    start_ms: int
    end_ms: int
    frame_rate: float
    renditions: Sequence[Rendition]
    region: str | None = None
    audio_tracks: Sequence[AudioTrack] = ()
    closed_captions: Sequence[str] = ()

    @property
    def source(self) -> str:
        """What it is told from other footage by, also where that has its medium's id: the key of its first
        segment; empty where there is none."""
        return next((one.segments[0].key for one in self.renditions if one.segments), "")

    @property
    def is_complete(self) -> bool:
        """Whether all of it may be seen: of a showing that is simulated not before its end."""
        ends = [one.segments[-1].end_ms for one in self.renditions if one.segments]
        return bool(ends) and self.end_ms >= min(ends)
