"""The footage of a clip: the segments of an event's medium on one timeline, in milliseconds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class FootageSegment:
    """A segment. A discontinuity separates segments with different `discontinuity` numbers."""

    key: str
    start_ms: int
    duration_ms: int
    discontinuity: int = 0

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class Rendition:
    """A video rendition. `attributes` are those of the master playlist (RFC 8216, 4.3.4.2)."""

    name: str
    width: int
    height: int
    attributes: str
    segments: tuple[FootageSegment, ...]

    def segments_between(self, start_ms: int, end_ms: int) -> tuple[FootageSegment, ...]:
        """Return the segments that overlap the range."""
        return tuple(
            segment for segment in self.segments if segment.end_ms > start_ms and segment.start_ms < end_ms
        )


@dataclass(frozen=True, slots=True)
class AudioTrack:
    """An audio track to choose from. `folder` names its rendition. `language` is a BCP 47 tag, or "".

    The default track has no folder and no segments, because the video segments contain it.
    """

    folder: str
    name: str
    language: str
    is_default: bool
    segments: tuple[FootageSegment, ...]


@dataclass(frozen=True, slots=True)
class Footage:
    """A medium that a viewer may cut between `start_ms` and `end_ms`.

    The largest rendition comes first.

    `frame_rate` is 0 if unknown. `region` is the country in which its URLs are valid. `audio_tracks` is empty
    if there is only one. `closed_captions` are the EXT-X-MEDIA tags of captions embedded in the video.
    `origin` is the time at which the timeline of a live stream starts.
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
    origin: datetime | None = None

    @property
    def source(self) -> str:
        """The key of the first segment, which identifies the footage; "" if there are no segments.

        It also differs between two recordings with the same medium id.
        """
        return next((rendition.segments[0].key for rendition in self.renditions if rendition.segments), "")

    @property
    def is_complete(self) -> bool:
        """Whether all of the footage may be seen. A simulated live event is complete only at its end."""
        ends = [rendition.segments[-1].end_ms for rendition in self.renditions if rendition.segments]
        return bool(ends) and self.end_ms >= min(ends)
