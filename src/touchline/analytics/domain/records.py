"""What is kept of what happened. Instants are whole seconds since 1970 (UTC), so that every store buckets
them alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from touchline.shared.ids import ChannelId


class ContentKind(StrEnum):
    """What can be watched, and be what a happening is about."""

    EVENT = "event"
    LIBRARY_ITEM = "vod"
    CLIP = "clip"


class Device(StrEnum):
    """What a visitor holds; `OTHER` where it cannot be told."""

    PHONE = "phone"
    TABLET = "tablet"
    COMPUTER = "computer"
    TV = "tv"
    OTHER = "other"


class FaultSide(StrEnum):
    """Whose fault a stall or a failure was."""

    VIEWER = "viewer"
    DELIVERY = "delivery"
    SOURCE = "source"
    UNKNOWN = "unknown"


class PlaybackEventType(StrEnum):
    """What happened to a view (product.md §7, analytics)."""

    FIRST_FRAME = "first_frame"
    PAUSE = "pause"
    PLAY = "play"
    SEEK = "seek"
    STALL = "stall"
    QUALITY = "quality"
    ERROR = "error"
    END = "end"
    VIEWING = "viewing"


@dataclass(frozen=True, slots=True)
class Visitor:
    """From whom a fact comes, as far as it is kept.

    `session` is the session's hash; `person` a pseudonym, empty where the viewer is not known or did not
    agree; `country` ISO 3166 alpha-2, empty where unknown; `trk` the outer tracking value; `origin` the
    page's address without query. `is_bot` facts are kept and counted apart from people's;
    `is_doubtful` ones came without a valid token or over a limit, and no figure has them.
    """

    channel_id: ChannelId
    session: str
    person: str = ""
    country: str = ""
    device: Device = Device.OTHER
    browser: str = ""
    system: str = ""
    is_bot: bool = False
    is_doubtful: bool = False
    origin: str = ""
    trk: str = ""


@dataclass(frozen=True, slots=True)
class SessionStart:
    """A session began. `id` is the fact's own number: the same line read twice gives the same one."""

    id: int
    at: int
    visitor: Visitor
    platform: str = ""
    resolution: str = ""


@dataclass(frozen=True, slots=True)
class AnalyticsEvent:
    """Something a visitor did or met: `name` is `visit_page`, `login`, `api_request`, `view_item_list`,
    `select_item`, `begin_checkout`, `purchase` or another word; `page` the path; `detail` what else was
    told, short texts and numbers."""

    id: int
    at: int
    visitor: Visitor
    name: str
    page: str = ""
    thing_kind: ContentKind | None = None
    thing_id: int = 0
    detail: Mapping[str, str | int | float | bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlaybackEvent:
    """Something that happened to a view, or seconds of it that were watched.

    `view` is the view's uuid. `position` is where in the film, in seconds; `seconds` what was watched (only
    with `VIEWING`); `startup_ms` from the press of play to the first frame (only with `FIRST_FRAME`);
    `stall_ms` how long it stood (only with `STALL`); `bitrate` in kbit/s; 0 where a figure is not told.
    `side` and `fault` (a short code) come with stalls and errors. `live` tells that it was watched while the
    event was live. `about` is what the page said of the thing: category, sport, gender, school, league.
    """

    id: int
    at: int
    visitor: Visitor
    view: str
    thing_kind: ContentKind
    thing_id: int
    what: PlaybackEventType
    live: bool = False
    position: int = 0
    seconds: int = 0
    startup_ms: int = 0
    stall_ms: int = 0
    bitrate: int = 0
    side: FaultSide | None = None
    fault: str = ""
    about: Mapping[str, str] = field(default_factory=dict)


Record = SessionStart | AnalyticsEvent | PlaybackEvent


@dataclass(frozen=True, slots=True)
class RecordBatch:
    """Facts that are stored together, as read from a file between two places (in bytes).

    `dropped` counts what was not kept by (day since 1970, reason). Whatever part of a file is offered again
    is stored once.
    """

    file: str
    first: int
    last: int
    records: tuple[Record, ...] = ()
    dropped: Mapping[tuple[int, str], int] = field(default_factory=dict)
