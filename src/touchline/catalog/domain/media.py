"""A video on its way to the viewer: the asset, made by a job, and the media rows that show it.

States: queued → processing → ready | failed. Whoever works on an asset holds a *lease* that it renews; once
that has run out (its worker was killed) another may take over, and the first can change nothing any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Literal

from touchline.shared.ids import AssetId, ChannelId

OwnerKind = Literal["event", "library_item"]
LEASE = timedelta(seconds=30)
MOST_ATTEMPTS = 4
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


class AssetState(StrEnum):
    """How far an asset is."""

    QUEUED = "queued"
    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"


class LeaseLost(Exception):
    """Another worker has taken over, or the asset is done: what this one made must not be used."""


class NotNow(Exception):
    """Somebody else is at work on the asset; `until` is when their lease runs out unless they renew it."""

    def __init__(self, until: datetime) -> None:
        super().__init__(f"leased until {until.isoformat()}")
        self.until = until


@dataclass(frozen=True, slots=True)
class Made:
    """What the stream turned out to be; `folder` is where storage keeps it, sizes in pixels."""

    folder: str
    duration_ms: int
    width: int
    height: int
    frame_rate: float
    has_audio: bool
    has_captions: bool
    storyboard: bool


@dataclass(slots=True)
class Asset:
    """One video of a channel, known by the SHA-256 of its source. `progress` is 0 to 100.

    `version` is the one that was read: a store refuses to save over a newer one.
    """

    id: AssetId
    channel_id: ChannelId
    source_sha256: str
    source_name: str
    state: AssetState = AssetState.QUEUED
    progress: int = 0
    failure_message: str = ""
    made: Made | None = None
    attempts: int = 0
    lease: str = ""
    leased_until: datetime | None = None
    version: int = 0

    @property
    def is_settled(self) -> bool:
        """Whether no work is left to do."""
        return self.state in (AssetState.READY, AssetState.FAILED)

    def begin(self, lease: str, now: datetime) -> bool:
        """Take the lease; False where nothing is left to do, `NotNow` while another holds it."""
        if self.is_settled:
            return False
        if self.state is AssetState.PROCESSING and self.leased_until and now < self.leased_until:
            raise NotNow(self.leased_until)
        if self.attempts >= MOST_ATTEMPTS:
            self._settle(AssetState.FAILED, GAVE_UP)
            return False
        self.state, self.progress, self.failure_message = AssetState.PROCESSING, 0, ""
        self.attempts += 1
        self.lease, self.leased_until = lease, now + LEASE
        return True

    def advance(self, lease: str, progress: float, now: datetime) -> None:
        """Note the share that is done (0 to 1; never back) and renew the lease."""
        self._hold(lease)
        self.progress = max(self.progress, min(99, int(progress * 100)))
        self.leased_until = now + LEASE

    def finish(self, lease: str, made: Made) -> None:
        """All is made and kept: from now on it is listed."""
        self._hold(lease)
        self.made, self.progress = made, 100
        self._settle(AssetState.READY)

    def fail(self, lease: str, message: str) -> None:
        """It cannot be done; the message is one sentence for the operator."""
        self._hold(lease)
        self._settle(AssetState.FAILED, message)

    def give_back(self, lease: str) -> bool:
        """This attempt broke down for a reason that is not the file's; True where no other may follow."""
        self._hold(lease)
        if self.attempts >= MOST_ATTEMPTS:
            self._settle(AssetState.FAILED, GAVE_UP)
        else:
            self._settle(AssetState.QUEUED)
        return self.is_settled

    def try_again(self) -> None:
        """Queue a failed one once more (the operator added the file again)."""
        if self.state is AssetState.FAILED:
            self.state, self.progress, self.failure_message, self.attempts = AssetState.QUEUED, 0, "", 0

    def _hold(self, lease: str) -> None:
        if self.state is not AssetState.PROCESSING or self.lease != lease:
            raise LeaseLost(f"asset {self.id} is no longer ours")

    def _settle(self, state: AssetState, message: str = "") -> None:
        self.state, self.failure_message = state, message
        self.lease, self.leased_until = "", None


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


def recording(rows: Sequence[MediaRow]) -> MediaRow | None:
    """The recording of an owner: its first ready video."""
    return next((row for row in rows if row.type is MediaType.VOD and row.made), None)


def length_of(row: MediaRow | None) -> timedelta | None:
    """How long a video is."""
    return timedelta(milliseconds=row.made.duration_ms) if row and row.made else None
