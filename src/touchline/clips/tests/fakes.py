"""Stand-ins for what use cases of clips need from outside, in memory."""

from __future__ import annotations

import copy
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, BinaryIO

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.footage import Footage
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moments import Cut
from touchline.clips.domain.sharing import SharedRange
from touchline.clips.ports.allowances import Allowance, Feature
from touchline.clips.ports.clips import Taken
from touchline.clips.ports.files import Gone, Signed
from touchline.clips.ports.sharing import Maker
from touchline.clips.tests.samples import NOON, footage
from touchline.shared.errors import Forbidden, NotFound
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, EventId, SessionId
from touchline.shared.jobs import Task
from touchline.shared.principal import Principal
from touchline.shared.work import WorkState


class FakeClips:
    """`Clips`: what is read is a copy, so that only what is saved lasts. So many times as `unseen` says,
    nobody is found to have wished for the same: that one is not committed yet."""

    def __init__(self) -> None:
        self.kept: dict[ClipId, Clip] = {}
        self.taken: list[tuple[AccountId, ClipId]] = []
        self.ids = 0
        self.unseen = 0

    def add(self, clip: Clip) -> Clip:
        known = self.same(clip)
        if known:
            return known
        self.ids += 1
        clip.id = ClipId(self.ids)
        self.save(clip)
        return clip

    def same(self, clip: Clip) -> Clip | None:
        self.unseen -= 1
        if self.unseen >= 0:
            return None
        return self._first(lambda one: _asked(one) == _asked(clip))

    def get(self, clip_id: ClipId) -> Clip | None:
        return copy.deepcopy(self.kept.get(clip_id))

    def held(self, clip_id: ClipId) -> Clip | None:
        return self.get(clip_id)

    def save(self, clip: Clip) -> None:
        self.kept[clip.id] = copy.deepcopy(clip)

    def remove(self, clip_id: ClipId) -> None:
        self.kept.pop(clip_id, None)

    def remove_all_of(self, account_id: AccountId) -> Sequence[Clip]:
        gone = [one for one in self.kept.values() if one.account_id == account_id]
        for one in gone:
            self.remove(one.id)
        return gone

    def remove_all_of_event(self, event_id: EventId) -> Sequence[Clip]:
        gone = [one for one in self.kept.values() if one.event_id == event_id]
        for one in gone:
            self.remove(one.id)
        return gone

    def of_event(self, event_id: EventId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        return _part(
            [one for one in self.kept.values() if one.event_id == event_id and not one.is_hidden],
            limit,
            offset,
        )

    def of_account(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        return _part([one for one in self.kept.values() if one.account_id == account_id], limit, offset)

    def taken_by(self, account_id: AccountId, limit: int, offset: int) -> tuple[Sequence[Clip], int]:
        taken = [clip_id for who, clip_id in reversed(self.taken) if who == account_id]
        found = [self.kept[clip_id] for clip_id in taken if clip_id in self.kept]
        return found[offset : offset + limit], len(found)

    def ahead_of(self, clips: Sequence[Clip]) -> Mapping[ClipId, int]:
        waiting = {one.id for one in self.kept.values() if not one.is_settled}
        queued = [one.id for one in clips if one.state is WorkState.QUEUED]
        return {one: len([other for other in waiting if other < one]) for one in queued}

    def count_of_event(self, event_id: EventId) -> int:
        return self.of_event(event_id, 100, 0)[1]

    def cuts(self, event_id: EventId) -> Sequence[Cut]:
        return [
            Cut(clip.range.start_ms, clip.range.duration_ms, clip.words.name)
            for clip in self.kept.values()
            if clip.event_id == event_id and clip.state is not WorkState.FAILED
        ]

    def made_since(self, account_id: AccountId, since: datetime | None) -> int:
        made = (one for one in self.kept.values() if one.account_id == account_id)
        return len([one for one in made if since is None or one.created_at >= since])

    def _first(self, wanted: Any) -> Clip | None:
        return next((copy.deepcopy(one) for one in self.kept.values() if wanted(one)), None)


class FakeDownloads:
    """`Downloads`: in the order in which they were noted."""

    def __init__(self) -> None:
        self.noted: list[tuple[AccountId, Taken, int, datetime]] = []

    def note(self, account_id: AccountId, kind: Taken, thing_id: int, now: datetime) -> bool:
        if self.has(account_id, kind, thing_id):
            return False
        self.noted.append((account_id, kind, thing_id, now))
        return True

    def has(self, account_id: AccountId, kind: Taken, thing_id: int) -> bool:
        return any(one[:3] == (account_id, kind, thing_id) for one in self.noted)

    def count_since(self, account_id: AccountId, since: datetime | None) -> int:
        mine = (one for one in self.noted if one[0] == account_id)
        return len([one for one in mine if since is None or one[3] >= since])

    def count_of_event(self, event_id: EventId) -> int:
        return len([one for one in self.noted if one[1:3] == ("event", event_id)])

    def of_account(self, account_id: AccountId) -> Sequence[tuple[Taken, int, datetime]]:
        return [one[1:] for one in reversed(self.noted) if one[0] == account_id]

    def forget(self, account_id: AccountId) -> None:
        self.noted = [one for one in self.noted if one[0] != account_id]


class FakeSharedRanges:
    """`SharedRanges` in memory."""

    def __init__(self) -> None:
        self.kept: dict[ClipId, SharedRange] = {}

    def of(self, makers: Collection[Maker]) -> Mapping[Maker, Sequence[SharedRange]]:
        found: dict[Maker, list[SharedRange]] = {}
        for one in self.kept.values():
            if (one.account_id, one.event_id) in makers:
                found.setdefault((one.account_id, one.event_id), []).append(one)
        return found

    def add(self, shown: SharedRange) -> None:
        self.kept.setdefault(shown.clip_id, shown)

    def forget(self, account_id: AccountId) -> None:
        self.kept = {key: one for key, one in self.kept.items() if one.account_id != account_id}


class FakeTurns:
    """`Turns`: notes whose turn was taken, in order."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    def of_viewer(self, account_id: AccountId) -> None:
        self.taken.append(f"viewer {account_id}")

    def of_event(self, event_id: EventId) -> None:
        self.taken.append(f"event {event_id}")


def row(event_id: int, **changes: Any) -> dict[str, Any]:
    """A row of the event list, as far as clips look at it."""
    return {
        "id": event_id,
        "name": "Cedar Ridge @ Northgate",
        "event_utc_ts": int(NOON.timestamp()),
        "time_zone": "America/Chicago",
        "has_access": True,
        "access_reason": "free",
        "recording_state": None,
        "pass_type": "free",
        **changes,
    }


@dataclass
class FakeFootages:
    """`Footages` of events that are open to everybody, but for those in `locked`."""

    events: dict[int, dict[str, Any]] = field(default_factory=lambda: {7: row(7)})
    media: dict[int, Footage] = field(default_factory=lambda: {8: footage()})
    locked: set[int] = field(default_factory=set)
    taken_back: set[tuple[AccountId, int]] = field(default_factory=set)

    def of(self, principal: Principal, event_id: EventId, media_id: int | None = None) -> Footage:
        if event_id not in self.events or media_id not in self.media:
            raise NotFound
        if event_id in self.locked:
            raise Forbidden("You may not watch this event.")
        return self.media[media_id]

    def may_watch(self, principal: Principal, event_id: EventId) -> bool:
        return event_id in self.events and event_id not in self.locked

    def region(self, principal: Principal, event_id: EventId) -> str | None:
        if event_id not in self.events:
            raise NotFound
        if self.events[event_id]["access_reason"] == "geo_blocked":
            raise Forbidden("region")
        return None

    def rights_kept(
        self, account_id: AccountId, moments: Sequence[tuple[EventId, datetime]]
    ) -> Sequence[bool]:
        return [(account_id, int(event_id)) not in self.taken_back for event_id, _ in moments]

    def regions(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, str | None]:
        return dict.fromkeys(event_ids)

    def rows(self, principal: Principal, event_ids: Collection[int]) -> Mapping[int, Mapping[str, Any]]:
        return {one: self.events[one] for one in event_ids if one in self.events}


@dataclass
class FakeAllowances:
    """`Allowances`: what passes allow by capability; all other things are not allowed."""

    given: dict[str, Allowance] = field(default_factory=dict)

    def of(self, account_id: AccountId, capability: str, feature: Feature) -> Allowance:
        return self.given.get(capability, Allowance(allowed=False))


class FakeFiles:
    """`Files`: keys and contents; `fault` is raised by whoever gathers, half-way."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.fault: Exception | None = None

    def gather(self, folder: str, links: Mapping[str, str], texts: Mapping[str, str]) -> None:
        self.kept |= {f"{folder}/{name}": key for name, key in links.items()}
        if self.fault:
            raise self.fault
        self.kept |= {f"{folder}/{name}": text for name, text in texts.items()}

    def move(self, folder: str, to: str) -> None:
        moved = {
            key: f"{to}/{key.removeprefix(f'{folder}/')}" for key in self.kept if key.startswith(f"{folder}/")
        }
        self.kept = {moved.get(key, key): text for key, text in self.kept.items()}

    def open(self, key: str) -> BinaryIO:
        if key not in self.kept:
            raise Gone
        return io.BytesIO(self.kept[key].encode())

    def size(self, key: str) -> int | None:
        return len(self.kept[key]) if key in self.kept else None

    def folders(self, room: str) -> Iterator[str]:
        return iter(sorted({"/".join(key.split("/")[:2]) for key in self.kept if key.startswith(room)}))

    def remove(self, folder: str) -> None:
        self.kept = {key: text for key, text in self.kept.items() if not key.startswith(f"{folder}/")}


class FakeAddresses:
    """`Addresses` that say what they open, for whom."""

    def play(
        self, folder: str, session_id: SessionId, region: str | None, share: str | None = None
    ) -> Signed:
        through = f" through {share}" if share else ""
        return Signed(f"play {folder} for {session_id} in {region}{through}", NOON + timedelta(hours=6))

    def poster(self, key: str) -> str:
        return f"picture {key}"

    def file(self, key: str, session_id: SessionId, region: str | None, filename: str) -> Signed:
        return Signed(f"file {key} for {session_id} as {filename}", NOON + timedelta(hours=6))

    def share(self, clip_id: int, uuid: str) -> str:
        return f"share {clip_id} {uuid}"


@dataclass
class Announced:
    """`Announce`: what was told."""

    events: list[DomainEvent] = field(default_factory=list)

    def __call__(self, event: DomainEvent) -> None:
        self.events.append(event)


class FakeJobs:
    """`Jobs`: what was asked for."""

    def __init__(self) -> None:
        self.asked: list[Task] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
    ) -> None:
        self.asked.append(Task(name, ids, queue, unique, timeout))


def _asked(clip: Clip) -> tuple[object, ...]:
    return (clip.channel_id, clip.account_id, clip.media_id, clip.range, clip.words.name)


def _part(found: list[Clip], limit: int, offset: int) -> tuple[Sequence[Clip], int]:
    return list(reversed(found))[offset : offset + limit], len(found)
