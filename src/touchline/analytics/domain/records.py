"""Analytics records. Instants are whole seconds since 1970 (UTC), so every store buckets them alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from touchline.analytics.domain.sponsors.ad_breaks import AdReport
from touchline.shared.ids import ChannelId


class ContentKind(StrEnum):
    """The kind of content that a viewer can watch and an analytics event can refer to."""

    EVENT = "event"
    LIBRARY_ITEM = "vod"
    CLIP = "clip"


class Device(StrEnum):
    """A visitor's device. `OTHER` if it is unknown."""

    PHONE = "phone"
    TABLET = "tablet"
    COMPUTER = "computer"
    TV = "tv"
    OTHER = "other"


class FaultSide(StrEnum):
    """The side that caused a stall or failure."""

    VIEWER = "viewer"
    DELIVERY = "delivery"
    SOURCE = "source"
    UNKNOWN = "unknown"


class PlaybackEventType(StrEnum):
    """Type of a playback event (product.md §7, analytics)."""

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
    """The visitor of a record, as far as it is stored.

    `session` is the hash of the session. `person` is a pseudonym, empty if the viewer is unknown or did not
    agree. `country` is ISO 3166 alpha-2, empty if unknown. `trk` is the external tracking value. `origin` is
    the page's URL without query. `is_bot` records are kept and counted apart from people's. `is_doubtful`
    records came without a valid token or over a limit, and no figure includes them.
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
    """The start of a session. `id` is the record's own number: reading the same line again gives the same
    id."""

    id: int
    at: int
    visitor: Visitor
    platform: str = ""
    resolution: str = ""


@dataclass(frozen=True, slots=True)
class AnalyticsEvent:
    """An action or event of a visitor.

    `name` is `visit_page`, `login`, `api_request`, `view_item_list`, `select_item`, `begin_checkout`,
    `purchase` or another word. `page` is the path. `detail` has other short texts and numbers.
    """

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
    """An event of a view, or seconds that were watched.

    `view` is the view's UUID. `position` is the position in the video in seconds. `seconds` is the time
    watched (only with `VIEWING`). `startup_ms` is the time from pressing play to the first frame (only with
    `FIRST_FRAME`). `stall_ms` is the length of a stall (only with `STALL`). `bitrate` is in kbit/s. A figure
    that was not reported is 0.

    `side` and `fault` (a short code) come with stalls and errors. `live` means that it was watched while the
    event was live. `about` has the page's labels of the content: category, sport, gender, school, league.
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
    """Records that are stored together, read from a file between two offsets (in bytes).

    `ad_reports` are stored in the channels' database. `dropped` counts dropped payloads by (day since 1970,
    reason). Storing is idempotent: a part of a file
    that is offered again is stored once.
    """

    file: str
    first: int
    last: int
    records: tuple[Record, ...] = ()
    dropped: Mapping[tuple[int, str], int] = field(default_factory=dict)
    ad_reports: tuple[AdReport, ...] = ()
