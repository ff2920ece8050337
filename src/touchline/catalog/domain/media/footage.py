"""The segments of a media item on one timeline. Clips are cut from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class FootageSegment:
    """A segment with its storage key and its position on the timeline, in milliseconds.

    `discontinuity` differs between two segments if there is a discontinuity between them.
    """

    key: str
    start_ms: int
    duration_ms: int
    discontinuity: int = 0

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class FootageRendition:
    """A rendition of the video.

    `attributes` are those of its EXT-X-STREAM-INF tag, without the groups of other playlists (audio and
    subtitles).
    """

    name: str
    width: int
    height: int
    attributes: str
    segments: tuple[FootageSegment, ...]


@dataclass(frozen=True, slots=True)
class FootageAudioTrack:
    """A selectable audio track.

    `folder` contains its renditions. The default track has no folder and no segments, since the video
    contains it. `language` is a BCP 47 tag, or "".
    """

    folder: str
    name: str
    language: str
    is_default: bool
    segments: tuple[FootageSegment, ...]


@dataclass(frozen=True, slots=True)
class FolderPlaylists:
    """The content of a folder, as its playlists list it.

    `closed_captions` are the EXT-X-MEDIA tags of captions embedded in the video.
    """

    renditions: tuple[FootageRendition, ...]
    audio_tracks: tuple[FootageAudioTrack, ...] = ()
    closed_captions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Footage:
    """The footage of one media item of an event, with the largest rendition first.

    The timeline counts milliseconds from the first frame. For a live stream it counts from `start_ts`, on the
    clock of its playlist. Clips can be cut between `start_ms` and `end_ms`. `origin` is the time at 0, if
    known; `frame_rate` is 0 if unknown. `region` is the country in which URLs made from this footage are
    valid. `audio_tracks` and `closed_captions` are as in `FolderPlaylists`.
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
