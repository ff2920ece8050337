"""In-memory fakes of what the use cases of clips need."""

from __future__ import annotations

import copy
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, BinaryIO

from touchline.clips.application.downloads.download_clip import NO_ACCESS
from touchline.clips.domain.captions import Run, RunCaptions
from touchline.clips.domain.clip import Clip, ClipOrigin
from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moments import ClippedSpan
from touchline.clips.domain.sharing import SharedRange
from touchline.clips.ports.allowances import Allowance, Feature
from touchline.clips.ports.clips import DownloadKind
from touchline.clips.ports.files import FileGoneError, SignedUrl
from touchline.clips.ports.sharing import SharedRangeKey
from touchline.clips.tests.samples import NOON, build_footage
from touchline.shared.errors import ForbiddenError, NotFoundError
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, EventId, SessionId
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Task
from touchline.shared.tasks.work import WorkState


class FakeClips:
    """`Clips` in memory. Reads return copies, so only saved changes last.

    The first `hidden_duplicates` searches find no duplicate, as if it were not committed yet.
    """

    def __init__(self) -> None:
        self.saved: dict[ClipId, Clip] = {}
        self.downloaded: list[tuple[AccountId, ClipId]] = []
        self.ids = 0
        self.hidden_duplicates = 0

    def add(self, clip: Clip) -> Clip:
        duplicate = self.find_duplicate(clip)
        if duplicate:
            return duplicate
        self.ids += 1
        clip.id = ClipId(self.ids)
        self.save(clip)
        return clip

    def find_duplicate(self, clip: Clip) -> Clip | None:
        self.hidden_duplicates -= 1
        if self.hidden_duplicates >= 0:
            return None
        return self._find_first(lambda other: _clip_identity(other) == _clip_identity(clip))

    def get(self, clip_id: ClipId) -> Clip | None:
        return copy.deepcopy(self.saved.get(clip_id))

    def list_by_ids(self, clip_ids: Collection[ClipId]) -> Mapping[ClipId, Clip]:
        found = {clip_id: self.get(clip_id) for clip_id in clip_ids}
        return {clip_id: clip for clip_id, clip in found.items() if clip is not None}

    def get_for_update(self, clip_id: ClipId) -> Clip | None:
        return self.get(clip_id)

    def save(self, clip: Clip) -> None:
        self.saved[clip.id] = copy.deepcopy(clip)

    def remove(self, clip_id: ClipId) -> None:
        self.saved.pop(clip_id, None)

    def remove_for_account(self, account_id: AccountId) -> Sequence[Clip]:
        removed = [clip for clip in self.saved.values() if clip.account_id == account_id]
        for clip in removed:
            self.remove(clip.id)
        return removed

    def remove_for_event(self, event_id: EventId) -> Sequence[Clip]:
        removed = [clip for clip in self.saved.values() if clip.event_id == event_id]
        for clip in removed:
            self.remove(clip.id)
        return removed

    def list_ids_for_event(self, event_id: EventId) -> Sequence[ClipId]:
        clips = self.saved.values()
        return [it.id for it in clips if it.event_id == event_id and it.origin is not ClipOrigin.REEL]

    def list_for_event(self, event_id: EventId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        return _slice_page(
            [
                clip
                for clip in self.saved.values()
                if clip.event_id == event_id and not clip.is_hidden and not clip.is_by_channel
            ],
            limit,
            offset,
        )

    def list_featured(self, limit: int) -> Sequence[Clip]:
        featured = sorted(
            (clip.featured_at, clip.id) for clip in self.saved.values() if clip.featured_at is not None
        )
        return [self.saved[clip_id] for _, clip_id in reversed(featured)][:limit]

    def list_for_account(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        return _slice_page(
            [clip for clip in self.saved.values() if clip.account_id == account_id], limit, offset
        )

    def list_downloaded_by(
        self, account_id: AccountId, limit: int, offset: int
    ) -> tuple[Sequence[Clip], int]:
        downloaded_ids = [clip_id for owner, clip_id in reversed(self.downloaded) if owner == account_id]
        found = [self.saved[clip_id] for clip_id in downloaded_ids if clip_id in self.saved]
        return found[offset : offset + limit], len(found)

    def count_ahead(self, all_clips: Sequence[Clip]) -> Mapping[ClipId, int]:
        waiting = {clip.id for clip in self.saved.values() if not clip.is_finished}
        queued = [clip.id for clip in all_clips if clip.state is WorkState.QUEUED]
        return {clip_id: len([other for other in waiting if other < clip_id]) for clip_id in queued}

    def count_for_event(self, event_id: EventId) -> int:
        return self.list_for_event(event_id, 100, 0)[1]

    def list_spans(self, event_id: EventId) -> Sequence[ClippedSpan]:
        return [
            ClippedSpan(clip.range.start_ms, clip.range.duration_ms, clip.details.name)
            for clip in self.saved.values()
            if clip.event_id == event_id and clip.state is not WorkState.FAILED
        ]

    def count_created_since(self, account_id: AccountId, since: datetime | None) -> int:
        created = (clip for clip in self.saved.values() if clip.account_id == account_id)
        return len([clip for clip in created if since is None or clip.created_at >= since])

    def _find_first(self, predicate: Any) -> Clip | None:
        return next((copy.deepcopy(clip) for clip in self.saved.values() if predicate(clip)), None)


class FakeDownloads:
    """`Downloads` in the order in which they were recorded."""

    def __init__(self) -> None:
        self.recorded: list[tuple[AccountId, DownloadKind, int, datetime]] = []

    def add(self, account_id: AccountId, kind: DownloadKind, item_id: int, now: datetime) -> bool:
        if self.exists(account_id, kind, item_id):
            return False
        self.recorded.append((account_id, kind, item_id, now))
        return True

    def exists(self, account_id: AccountId, kind: DownloadKind, item_id: int) -> bool:
        return any(download[:3] == (account_id, kind, item_id) for download in self.recorded)

    def count_since(self, account_id: AccountId, since: datetime | None) -> int:
        recorded_downloads = (download for download in self.recorded if download[0] == account_id)
        return len([download for download in recorded_downloads if since is None or download[3] >= since])

    def count_for_event(self, event_id: EventId) -> int:
        return len([download for download in self.recorded if download[1:3] == ("event", event_id)])

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[DownloadKind, int, datetime]]:
        return [download[1:] for download in reversed(self.recorded) if download[0] == account_id]

    def delete_for_account(self, account_id: AccountId) -> None:
        self.recorded = [download for download in self.recorded if download[0] != account_id]


class FakeSharedRanges:
    """`SharedRanges` in memory."""

    def __init__(self) -> None:
        self.saved: dict[ClipId, SharedRange] = {}

    def list_by_key(self, keys: Collection[SharedRangeKey]) -> Mapping[SharedRangeKey, Sequence[SharedRange]]:
        found: dict[SharedRangeKey, list[SharedRange]] = {}
        for saved_range in self.saved.values():
            if (saved_range.account_id, saved_range.event_id) in keys:
                found.setdefault((saved_range.account_id, saved_range.event_id), []).append(saved_range)
        return found

    def add(self, shared_range: SharedRange) -> None:
        self.saved.setdefault(shared_range.clip_id, shared_range)

    def delete_for_account(self, account_id: AccountId) -> None:
        self.saved = {
            key: saved_range
            for key, saved_range in self.saved.items()
            if saved_range.account_id != account_id
        }


class FakeClipLocks:
    """`ClipLocks` that records the acquired locks in order."""

    def __init__(self) -> None:
        self.acquired: list[str] = []

    def lock_viewer(self, account_id: AccountId) -> None:
        self.acquired.append(f"viewer {account_id}")

    def lock_event(self, event_id: EventId) -> None:
        self.acquired.append(f"event {event_id}")


def event_row(event_id: int, **changes: Any) -> dict[str, Any]:
    """Return an event list row with the fields that clips use."""
    return {
        "id": event_id,
        "name": "Cedar Ridge @ Northgate",
        "event_utc_ts": int(NOON.timestamp()),
        "time_zone": "America/Chicago",
        "has_access": True,
        "is_audio_only": False,
        "has_video": True,
        "access_reason": "free",
        "recording_state": None,
        "pass_type": "free",
        **changes,
    }


@dataclass
class FakeEventCatalog:
    """`EventCatalog` whose events are open to everybody, except those in `locked_ids`."""

    events: dict[int, dict[str, Any]] = field(default_factory=lambda: {7: event_row(7)})
    footage_by_media: dict[int, Footage] = field(default_factory=lambda: {8: build_footage()})
    locked_ids: set[int] = field(default_factory=set)
    revoked: set[tuple[AccountId, int]] = field(default_factory=set)
    captions: Sequence[RunCaptions] | None = ()

    def get_footage(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        if event_id not in self.events or media_id not in self.footage_by_media:
            raise NotFoundError
        if event_id in self.locked_ids:
            raise ForbiddenError(NO_ACCESS)
        return self.footage_by_media[media_id]

    def list_captions(
        self, event_id: EventId, media_id: int, runs: Sequence[Run]
    ) -> Sequence[RunCaptions] | None:
        return self.captions

    def can_watch(self, principal: Principal, event_id: EventId) -> bool:
        return event_id in self.events and event_id not in self.locked_ids

    def get_region(self, principal: Principal, event_id: EventId) -> str | None:
        if event_id not in self.events:
            raise NotFoundError
        if self.events[event_id]["access_reason"] == "geo_blocked":
            raise ForbiddenError("region")
        return None

    def check_rights(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        return [(account_id, int(event_id)) not in self.revoked for event_id, _ in moments]

    def list_regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        return dict.fromkeys(event_ids)

    def list_public_event_rows(
        self, event_ids: Collection[int], language: str
    ) -> Mapping[int, Mapping[str, Any]]:
        return {event_id: self.events[event_id] for event_id in event_ids if event_id in self.events}

    def list_event_rows(
        self, principal: Principal, event_ids: Collection[int]
    ) -> Mapping[int, Mapping[str, Any]]:
        return {event_id: self.events[event_id] for event_id in event_ids if event_id in self.events}


@dataclass
class FakeAllowances:
    """`Allowances` by capability. Other capabilities are not allowed."""

    allowances: dict[str, Allowance] = field(default_factory=dict)

    def get(self, account_id: AccountId, capability: str, feature: Feature) -> Allowance:
        return self.allowances.get(capability, Allowance(is_allowed=False))


class FakeFiles:
    """`Files` in memory. `create_folder` raises `error`, if set, after saving the links."""

    def __init__(self) -> None:
        self.saved: dict[str, str] = {}
        self.error: Exception | None = None

    def create_folder(self, folder: str, links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        self.saved |= {f"{folder}/{name}": key for name, key in links.items()}
        if self.error:
            raise self.error
        self.saved |= {f"{folder}/{name}": text for name, text in texts.items()}

    def move(self, folder: str, to: str) -> None:
        moved = {
            key: f"{to}/{key.removeprefix(f'{folder}/')}"
            for key in self.saved
            if key.startswith(f"{folder}/")
        }
        self.saved = {moved.get(key, key): text for key, text in self.saved.items()}

    def open(self, key: str) -> BinaryIO:
        if key not in self.saved:
            raise FileGoneError
        return io.BytesIO(self.saved[key].encode())

    def get_size(self, key: str) -> int | None:
        return len(self.saved[key]) if key in self.saved else None

    def list_folders(self, root_folder: str) -> Iterator[str]:
        return iter(
            sorted({"/".join(key.split("/")[:2]) for key in self.saved if key.startswith(root_folder)})
        )

    def remove_file(self, key: str) -> None:
        self.saved.pop(key, None)

    def remove(self, folder: str) -> None:
        self.saved = {key: text for key, text in self.saved.items() if not key.startswith(f"{folder}/")}


class FakeClipUrls:
    """`ClipUrls` whose URLs say what they open, and for which session."""

    def get_playlist_url(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> SignedUrl:
        link_suffix = f" through {share}" if share else ""
        return SignedUrl(
            f"play {folder} for {session_id} in {region}{link_suffix}", NOON + timedelta(hours=6)
        )

    def get_poster_url(self, key: str) -> str:
        return f"picture {key}"

    def get_file_url(self, key: str, session_id: SessionId, region: str | None, filename: str) -> SignedUrl:
        return SignedUrl(f"file {key} for {session_id} as {filename}", NOON + timedelta(hours=6))

    def get_page_url(self, clip_id: int) -> str:
        return f"https://prairie.example/watch_library/{clip_id}"

    def get_share_url(self, clip_id: int, uuid: str) -> str:
        return f"share {clip_id} {uuid}"


@dataclass
class FakeAnnounce:
    """`Announce` that records the events."""

    events: list[DomainEvent] = field(default_factory=list)

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


class FakeJobs:
    """`Jobs` that records the requested tasks."""

    def __init__(self) -> None:
        self.requested: list[Task] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        self.requested.append(Task(name, ids, queue, unique, timeout))


def _clip_identity(clip: Clip) -> tuple[object, ...]:
    return (clip.channel_id, clip.account_id, clip.media_id, clip.range, clip.details.name)


def _slice_page(found: list[Clip], limit: int, offset: int) -> tuple[Sequence[Clip], int]:
    return list(reversed(found))[offset : offset + limit], len(found)
