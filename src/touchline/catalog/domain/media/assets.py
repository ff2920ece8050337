"""Assets, which a job produces from videos (`shared.tasks.work`), and the media items that show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import IntEnum
from typing import ClassVar, Literal

from touchline.catalog.domain.media.trims import Trim
from touchline.catalog.domain.media.wall_clock import ClockAnchor, trim_anchors
from touchline.shared.ids import AssetId, ChannelId
from touchline.shared.tasks.work import MAX_ATTEMPTS as MAX_ATTEMPTS
from touchline.shared.tasks.work import LeaseLostError as LeaseLostError
from touchline.shared.tasks.work import RetryLaterError as RetryLaterError
from touchline.shared.tasks.work import Work, WorkState

OwnerKind = Literal["event", "library_item"]
LEASE = Work.LEASE
GAVE_UP = f"Processing was interrupted {MAX_ATTEMPTS} times, perhaps for lack of memory. Add the file again."


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
"""Media types that are never locked. List rows show only these."""
SPOILER_TYPES = frozenset({MediaType.VOD, MediaType.THUMBNAILS})
"""Media types that would reveal the rest of a simulation."""
VIDEO_ASSET_TYPES = (MediaType.VOD, MediaType.THUMBNAILS, MediaType.IMAGE)
LIVE_PREFIX = "live/"
"""Storage key prefix of live streams."""
TEST_STREAM_PREFIX = f"{LIVE_PREFIX}test-"
"""Folder prefix of stream tests. Only operators may watch them."""


AssetState = WorkState


@dataclass(frozen=True, slots=True)
class StoredPackage:
    """The packaged video.

    `folder` is its location in storage; sizes are in pixels. `warning` is a sentence for the operator if the
    file is faulty but playable, otherwise empty.

    `folder` and `duration_ms` are what viewers see. If the video is trimmed, `full_folder` and
    `full_duration_ms` belong to its full length, and viewers see it from `trim_start_ms` to `trim_end_ms`.
    """

    folder: str
    duration_ms: int
    width: int
    height: int
    frame_rate: float
    has_audio: bool
    has_captions: bool
    storyboard: bool
    warning: str = ""
    full_folder: str = ""
    full_duration_ms: int = 0
    trim_start_ms: int = 0
    trim_end_ms: int = 0

    @property
    def trim(self) -> Trim | None:
        """The range that viewers see; None if they see the full length."""
        return Trim(self.trim_start_ms, self.trim_end_ms) if self.full_folder else None

    @property
    def full_length(self) -> StoredPackage:
        """The package without its trim."""
        if not self.full_folder:
            return self
        return replace(
            self,
            folder=self.full_folder,
            duration_ms=self.full_duration_ms,
            full_folder="",
            full_duration_ms=0,
            trim_start_ms=0,
            trim_end_ms=0,
        )

    def to_trimmed(self, trim: Trim, folder: str) -> StoredPackage:
        """Return the package with a trim whose files are in `folder`."""
        full = self.full_length
        return replace(
            full,
            folder=folder,
            duration_ms=trim.duration_ms,
            full_folder=full.folder,
            full_duration_ms=full.duration_ms,
            trim_start_ms=trim.start_ms,
            trim_end_ms=trim.end_ms,
        )


@dataclass(slots=True)
class Asset(Work):
    """A video of a channel, identified by the SHA-256 of its source.

    `version` is the version that was read. The repository refuses to overwrite a newer one. `pending_trim` is
    a trim that a job has not made yet, and `trim_failure` says why the last one failed. `clock_anchors` say
    when the full length was live; a file that was never live has none.
    """

    GAVE_UP: ClassVar[str] = GAVE_UP

    id: AssetId
    channel_id: ChannelId
    source_sha256: str
    source_name: str
    package: StoredPackage | None = None
    version: int = 0
    pending_trim: Trim | None = None
    trim_failure: str = ""
    clock_anchors: tuple[ClockAnchor, ...] = ()

    def get_shown_anchors(self) -> list[ClockAnchor]:
        """Return when the range that viewers see was live."""
        return trim_anchors(self.clock_anchors, self.package.trim_start_ms if self.package else 0)

    def mark_ready(self, lease: str, package: StoredPackage) -> None:
        """Store the finished package. From now on the asset is listed."""
        self._complete(lease)
        self.package = package


@dataclass(frozen=True, slots=True)
class MediaOwner:
    """The event or library item that media belong to."""

    kind: OwnerKind
    id: int


@dataclass(frozen=True, slots=True)
class MediaItem:
    """A media item of an owner: it has its own URL (`url`), a ready asset (`package`), or is ingested.

    `start_ts` is the time of its first frame in whole seconds since the epoch, if known.
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
        """Whether this is a live stream that is ingested here. Its `url` is then a storage key."""
        return self.type is MediaType.LIVE and self.url.startswith(LIVE_PREFIX)


REPLAY_TYPES = frozenset({MediaType.VOD, MediaType.EMBEDDED})
"""Media types that show an event after its end."""


def has_replay(items: Sequence[MediaItem]) -> bool:
    """Return whether any of an owner's media shows it after its end: a ready video or another site's
    player."""
    return any(item.type in REPLAY_TYPES and bool(item.package or item.url) for item in items)


def find_recording(items: Sequence[MediaItem]) -> MediaItem | None:
    """Return the recording of an owner, which is its first ready video; None if there is none."""
    return next((item for item in items if item.type is MediaType.VOD and item.package), None)


def get_duration(item: MediaItem | None) -> timedelta | None:
    """Return the duration of a video; None if it has no package."""
    return timedelta(milliseconds=item.package.duration_ms) if item and item.package else None
