"""A video on its way to the viewer: the asset, made by a job (`shared.work`), and the media rows that show
it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from typing import ClassVar, Literal

from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.tasks.work import MAX_ATTEMPTS as MAX_ATTEMPTS
from touchline.shared.tasks.work import LeaseLostError as LeaseLostError
from touchline.shared.tasks.work import RetryLaterError as RetryLaterError
from touchline.shared.tasks.work import Work, WorkState

OwnerKind = Literal["event", "library_item"]
LEASE = Work.LEASE
GAVE_UP = (
    f"Processing was cut short {MAX_ATTEMPTS} times (was the machine short of memory?). Add the file again."
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


PUBLIC_TYPES = frozenset(
    {MediaType.IMAGE, MediaType.PREVIEW, MediaType.PREVIEW_ALT, MediaType.EMBEDDED_PREVIEW}
)
"""Never locked, and all that a row of a list shows."""
SPOILER_TYPES = frozenset({MediaType.VOD, MediaType.THUMBNAILS})
"""What would show a simulated showing's viewers what is still to come."""
VIDEO_ASSET_TYPES = (MediaType.VOD, MediaType.THUMBNAILS, MediaType.IMAGE)
LIVE_PREFIX = "live/"
"""Where storage keeps what comes in live."""
TEST_STREAM_PREFIX = f"{LIVE_PREFIX}test-"
"""How the folders of stream tests begin. Operators alone may watch them."""


AssetState = WorkState


@dataclass(frozen=True, slots=True)
class StoredPackage:
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
    package: StoredPackage | None = None
    version: int = 0

    def mark_ready(self, lease: str, package: StoredPackage) -> None:
        """All is made and kept: from now on it is listed."""
        self._complete(lease)
        self.package = package


@dataclass(frozen=True, slots=True)
class MediaOwner:
    """The event or library item that media belong to."""

    kind: OwnerKind
    id: int


@dataclass(frozen=True, slots=True)
class MediaItem:
    """One medium of an owner. It has an address of its own (`url`), a ready asset (`package`), or is
    ingested.

    `start_ts` is the instant of its first picture in whole seconds since the epoch, where that is known.
    """

    id: int
    owner: MediaOwner
    type: MediaType
    name: str = ""
    url: str = ""
    asset_id: AssetId | None = None
    package: StoredPackage | None = None
    start_ts: int | None = None
    position: int = 0

    @property
    def is_ingested(self) -> bool:
        """Whether it is a live stream that comes in here: its `url` is a key of the storage."""
        return self.type is MediaType.LIVE and self.url.startswith(LIVE_PREFIX)


REPLAY_TYPES = frozenset({MediaType.VOD, MediaType.EMBEDDED})
"""What shows an event after its end."""


def has_replay(items: Sequence[MediaItem]) -> bool:
    """Return whether any of an owner's media shows it after its end: a ready video, or another site's."""
    return any(item.type in REPLAY_TYPES and bool(item.package or item.url) for item in items)


def find_recording(items: Sequence[MediaItem]) -> MediaItem | None:
    """The recording of an owner: its first ready video."""
    return next((item for item in items if item.type is MediaType.VOD and item.package), None)


def get_duration(item: MediaItem | None) -> timedelta | None:
    """How long a video is."""
    return timedelta(milliseconds=item.package.duration_ms) if item and item.package else None
