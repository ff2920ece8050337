"""Stand-ins for what media need from outside, in memory."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from touchline.catalog.domain.media import (
    OF_A_VIDEO,
    Asset,
    AssetState,
    MediaRow,
    MediaType,
    Owner,
    OwnerKind,
)
from touchline.catalog.domain.recordings import RecordingState
from touchline.catalog.domain.renditions import RenditionName
from touchline.catalog.ports.recordings import Recording
from touchline.catalog.ports.video import MASTER, Captions, OnProgress, Package, VideoRefused
from touchline.shared.errors import NotFound
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.jobs import Task

T = TypeVar("T")
CHANNEL = ChannelId(1)
PACKAGE = Package(4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True)


class FakeAssets:
    """`Assets` and `Ledger`: what is read is a copy, so that only what is saved lasts."""

    def __init__(self) -> None:
        self.kept: dict[AssetId, Asset] = {}
        self.between: Callable[[Asset], None] = lambda _asset: None

    def get(self, asset_id: AssetId) -> Asset | None:
        return copy.deepcopy(self.kept.get(asset_id))

    def by_source(self, sha256: str) -> Asset | None:
        return next((copy.deepcopy(one) for one in self.kept.values() if one.source_sha256 == sha256), None)

    def add(self, sha256: str, name: str) -> Asset:
        asset = Asset(AssetId(len(self.kept) + 1), CHANNEL, sha256, name)
        self.save(asset)
        return asset

    def save(self, asset: Asset) -> None:
        self.kept[asset.id] = copy.deepcopy(asset)

    def all(self) -> Sequence[Asset]:
        return list(reversed(self.kept.values()))

    def change(self, channel_id: ChannelId, asset_id: AssetId, act: Callable[[Asset], T]) -> T:
        asset = self.get(asset_id)
        if asset is None or asset.channel_id != channel_id:
            raise NotFound
        answer = act(asset)
        self.save(asset)
        return answer

    def unsettled(self) -> Sequence[Asset]:
        return [asset for asset in self.kept.values() if not asset.is_settled]


class FakeRows:
    """`MediaRows`: owners by asset."""

    def __init__(self) -> None:
        self.rows: list[MediaRow] = []

    def rows_for(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaRow]]:
        wanted = [row for row in self.rows if row.owner.kind == owner_kind and row.owner.id in ids]
        return {owner_id: [row for row in wanted if row.owner.id == owner_id] for owner_id in ids}

    def attach(self, owner: Owner, asset_id: AssetId, name: str) -> None:
        if (owner, asset_id) not in {(row.owner, row.asset_id) for row in self.rows}:
            start = len(self.rows) + 1
            self.rows += [
                MediaRow(number, owner, kind, name, asset_id=asset_id)
                for number, kind in enumerate(OF_A_VIDEO, start)
            ]

    def detach_others(self, owner: Owner, asset_id: AssetId) -> None:
        self.rows = [row for row in self.rows if row.owner != owner or row.asset_id in (None, asset_id)]

    def detach(self, owner: Owner, asset_id: AssetId) -> None:
        self.rows = [row for row in self.rows if (row.owner, row.asset_id) != (owner, asset_id)]

    def owners_of(self, asset_id: AssetId) -> Sequence[Owner]:
        return list(dict.fromkeys(row.owner for row in self.rows if row.asset_id == asset_id))

    def put_addresses(self, owner: Owner, rows: Sequence[MediaRow]) -> None:
        ours = [row for row in self.rows if row.owner != owner or row.asset_id is not None or row.is_ingested]
        self.rows = [*ours, *rows]

    def put_live(self, owner: Owner, key: str, start_ts: int) -> None:
        self.take_off_live(owner)
        self.rows.append(MediaRow(len(self.rows) + 1, owner, MediaType.LIVE, url=key, start_ts=start_ts))

    def take_off_live(self, owner: Owner) -> None:
        self.rows = [row for row in self.rows if row.owner != owner or not row.is_ingested]


class FakeStreams:
    """`StreamStates`: which events have a recording, which are being published, and which are over."""

    def __init__(self) -> None:
        self.recorded: set[EventId] = set()
        self.publishing: set[EventId] = set()
        self.ended: set[EventId] = set()
        self.interrupted: set[EventId] = set()

    def set_recorded(self, event_id: EventId, recorded: bool) -> None:
        (self.recorded.add if recorded else self.recorded.discard)(event_id)

    def set_publishing(self, event_id: EventId, publishing: bool, *, interrupted: bool = False) -> None:
        (self.interrupted.add if publishing and interrupted else self.interrupted.discard)(event_id)
        (self.publishing.add if publishing else self.publishing.discard)(event_id)

    def set_ended(self, event_id: EventId, ended: bool) -> None:
        (self.ended.add if ended else self.ended.discard)(event_id)


class FakeRecordings:
    """`Recordings`: every owner has a recording of one video."""

    def __init__(self) -> None:
        self.states: dict[Owner, RecordingState] = {}

    def held(self, owner: Owner) -> Recording:
        return Recording(owner, "game", self.states.get(owner, RecordingState.AVAILABLE), videos=1, clips=2)

    def set_state(self, owner: Owner, state: RecordingState, at: datetime) -> None:
        self.states[owner] = state

    def remove(self, owner: Owner) -> Sequence[str]:
        return ["assets/7-00ff"]


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


class FakeRenditions:
    """`RenditionSettings`: the same lists for every channel."""

    def __init__(self) -> None:
        self.recording_names: tuple[RenditionName, ...] = (RenditionName.SOURCE,)
        self.live_names: tuple[RenditionName, ...] = (RenditionName.SOURCE,)

    def recordings(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        return self.recording_names

    def live(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        return self.live_names


class FakeVideo:
    """`Video`: makes a playlist of one line; does `during` half-way; refuses where there is a `refusal`."""

    def __init__(self) -> None:
        self.refusal = ""
        self.during: Callable[[], None] = lambda: None
        self.given: list[tuple[bytes, list[str]]] = []
        self.renditions: list[Sequence[str]] = []

    def package(
        self,
        source: Path,
        captions: Sequence[Captions],
        into: Path,
        on_progress: OnProgress,
        renditions: Sequence[str] = (),
    ) -> Package:
        self.renditions.append(renditions)
        self.given.append((source.read_bytes(), [each.language for each in captions]))
        (into / MASTER).write_text("#EXTM3U\n")
        on_progress(0.5)
        self.during()
        on_progress(0.9)
        if self.refusal:
            raise VideoRefused(self.refusal)
        return PACKAGE

    def join(self, parts: Sequence[Path], into: Path) -> None:
        into.write_bytes(b"".join(part.read_bytes() for part in parts))


def ready(asset: Asset | None) -> bool:
    """Whether an asset is there and ready."""
    return asset is not None and asset.state is AssetState.READY
