"""A video on its way to the viewer: the asset, made by a job (`shared.work`), and the media rows that show
it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from typing import ClassVar, Literal

from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.work import MOST_ATTEMPTS as MOST_ATTEMPTS
from touchline.shared.work import LeaseLost as LeaseLost
from touchline.shared.work import NotNow as NotNow
from touchline.shared.work import Work, WorkState

OwnerKind = Literal["event", "library_item"]
LEASE = Work.LEASE
GAVE_UP = (
    f"Processing was cut short {MOST_ATTEMPTS} times (was the machine short of memory?). Add the file again."
)


class MediaType(IntEnum):
    """The media types of product.md, section 3."""

    IMAGE = 1
    LIVE = 2
    VOD = 3
    EMBEDDED = 4
    THUMBNAILS = 5
    PREVIEW = 6
    PREVIEW_ALT = 7
    EMBEDDED_PREVIEW = 8


OPEN_TYPES = frozenset(
    {MediaType.IMAGE, MediaType.PREVIEW, MediaType.PREVIEW_ALT, MediaType.EMBEDDED_PREVIEW}
)
"""Never locked, and all that a row of a list shows."""
AHEAD = frozenset({MediaType.VOD, MediaType.THUMBNAILS})
"""What would show a simulated showing's viewers what is still to come."""
OF_A_VIDEO = (MediaType.VOD, MediaType.THUMBNAILS, MediaType.IMAGE)
LIVE_ROOM = "live/"
"""Where storage keeps what comes in live."""
TEST_ROOM = f"{LIVE_ROOM}test-"
"""How the folders of stream tests begin. Operators alone may watch them."""


AssetState = WorkState


@dataclass(frozen=True, slots=True)
class Made:
    """What the stream turned out to be; `folder` is where storage keeps it, sizes in pixels. `warning` is one
    sentence for the operator where the file is faulty but can be watched, else empty."""

    folder: str
    duration_ms: int
    width: int
    height: int
    frame_rate: float
    has_audio: bool
    has_captions: bool
    storyboard: bool
    warning: str = ""


@dataclass(slots=True)
class Asset(Work):
    """One video of a channel, known by the SHA-256 of its source.

    `version` is the one that was read: a store refuses to save over a newer one.
    """

    GAVE_UP: ClassVar[str] = GAVE_UP

    id: AssetId
    channel_id: ChannelId
    source_sha256: str
    source_name: str
    made: Made | None = None
    version: int = 0

    def finish(self, lease: str, made: Made) -> None:
        """All is made and kept: from now on it is listed."""
        self._done(lease)
        self.made = made


@dataclass(frozen=True, slots=True)
class Owner:
    """The event or library item that media belong to."""

    kind: OwnerKind
    id: int


@dataclass(frozen=True, slots=True)
class MediaRow:
    """One medium of an owner. It has an address of its own (`url`), a ready asset (`made`), or is ingested.

    `start_ts` is the instant of its first picture in whole seconds since the epoch, where that is known.
    """

    id: int
    owner: Owner
    type: MediaType
    name: str = ""
    url: str = ""
    asset_id: AssetId | None = None
    made: Made | None = None
    start_ts: int | None = None
    position: int = 0

    @property
    def is_ingested(self) -> bool:
        """Whether it is a live stream that comes in here: its `url` is a key of the storage."""
        return self.type is MediaType.LIVE and self.url.startswith(LIVE_ROOM)


REPLAYS = frozenset({MediaType.VOD, MediaType.EMBEDDED})
"""What shows an event after its end."""


def has_replay(rows: Sequence[MediaRow]) -> bool:
    """Return whether any of an owner's media shows it after its end: a ready video, or another site's."""
    return any(row.type in REPLAYS and bool(row.made or row.url) for row in rows)


def recording(rows: Sequence[MediaRow]) -> MediaRow | None:
    """The recording of an owner: its first ready video."""
    return next((row for row in rows if row.type is MediaType.VOD and row.made), None)


def length_of(row: MediaRow | None) -> timedelta | None:
    """How long a video is."""
    return timedelta(milliseconds=row.made.duration_ms) if row and row.made else None
