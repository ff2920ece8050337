"""The segments of a medium on one time line: what a clip is cut from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class FootageSegment:
    """One segment: where storage keeps it, and where it lies on the time line (ms). `discontinuity` differs
    between segments with a discontinuity between them."""

    key: str
    start_ms: int
    duration_ms: int
    discontinuity: int = 0

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class FootageRendition:
    """One size of the pictures; `attributes` are those of its EXT-X-STREAM-INF, without groups of other
    playlists (sounds and subtitles)."""

    name: str
    width: int
    height: int
    attributes: str
    segments: tuple[FootageSegment, ...]


@dataclass(frozen=True, slots=True)
class FootageAudioTrack:
    """A sound to choose from. `folder` names its renditions; the default one has none and no pieces, since
    the pictures carry it. `language` is a BCP 47 tag, or ""."""

    folder: str
    name: str
    language: str
    is_default: bool
    segments: tuple[FootageSegment, ...]


@dataclass(frozen=True, slots=True)
class FolderPlaylists:
    """What the playlists of a folder name; `closed_captions` are the EXT-X-MEDIA tags of captions within the
    pictures."""

    renditions: tuple[FootageRendition, ...]
    audio_tracks: tuple[FootageAudioTrack, ...] = ()
    closed_captions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Footage:
    """A medium of an event, the largest rendition first.

    The time line counts milliseconds from the medium's first picture; of a live stream from its `start_ts`
    on the clock of its playlist. What can be cut lies between `start_ms` and `end_ms`. `origin` is the
    instant of 0, where it is known; `frame_rate` 0 where it is not. `region` is the country that addresses
    made of it are good for. `audio_tracks` and `closed_captions` as in `FolderPlaylists`.
    """

    event_id: int
    media_id: int
    is_live: bool
    start_ms: int
    end_ms: int
    frame_rate: float
    renditions: tuple[FootageRendition, ...]
    origin: datetime | None = None
    region: str | None = None
    audio_tracks: tuple[FootageAudioTrack, ...] = ()
    closed_captions: tuple[str, ...] = ()
