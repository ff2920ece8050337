"""Stand-ins for what media need from outside, in memory and in a temporary folder."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile, rmtree
from typing import BinaryIO, TypeVar

from touchline.catalog.domain.media import OF_A_VIDEO, Asset, AssetState, MediaRow, Owner, OwnerKind
from touchline.catalog.ports.storage import NoSuchFile, StoredFile
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

    def owners_of(self, asset_id: AssetId) -> Sequence[Owner]:
        return list(dict.fromkeys(row.owner for row in self.rows if row.asset_id == asset_id))

    def put_addresses(self, owner: Owner, rows: Sequence[MediaRow]) -> None:
        self.rows = [row for row in self.rows if row.owner != owner or row.asset_id is not None] + list(rows)


class FakeStreams:
    """`StreamStates`: which events have a recording."""

    def __init__(self) -> None:
        self.recorded: set[EventId] = set()

    def set_recorded(self, event_id: EventId, recorded: bool) -> None:
        (self.recorded.add if recorded else self.recorded.discard)(event_id)

    def set_publishing(self, event_id: EventId, publishing: bool) -> None:
        raise NotImplementedError


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


class FakeStorage:
    """`Storage` in a folder, without the care that a real one takes."""

    def __init__(self, root: Path) -> None:
        self._kept, self._work = root / "kept", root / "work"

    def put(self, key: str, source: Path) -> None:
        target = self._kept / key
        target.parent.mkdir(parents=True, exist_ok=True)
        copyfile(source, target)

    def publish(self, folder: Path, prefix: str) -> None:
        (self._kept / prefix).parent.mkdir(parents=True, exist_ok=True)
        folder.rename(self._kept / prefix)

    def stat(self, key: str) -> StoredFile:
        if not (self._kept / key).is_file():
            raise NoSuchFile(key)
        return StoredFile(key, (self._kept / key).stat().st_size, datetime.now(UTC), "tag")

    def open(self, key: str) -> BinaryIO:
        self.stat(key)
        return (self._kept / key).open("rb")

    @contextmanager
    def as_path(self, key: str) -> Iterator[Path]:
        self.stat(key)
        yield self._kept / key

    def list(self, prefix: str) -> Iterator[str]:
        keys = (path.relative_to(self._kept).as_posix() for path in self._kept.rglob("*") if path.is_file())
        return iter(sorted(key for key in keys if key.startswith(prefix)))

    def remove(self, prefix: str) -> None:
        for key in list(self.list(prefix)):
            (self._kept / key).unlink()

    @contextmanager
    def workspace(self, name: str) -> Iterator[Path]:
        folder = self._work / name
        folder.mkdir(parents=True)
        try:
            yield folder
        finally:
            rmtree(folder, ignore_errors=True)

    def tidy(self, name_prefix: str) -> None:
        for folder in self._work.glob(f"{name_prefix}*"):
            rmtree(folder)

    def check(self) -> None:
        """Always ready."""

    @property
    def workspaces(self) -> Sequence[str]:
        """The names of the workspaces that are there."""
        return [folder.name for folder in self._work.glob("*")]


class FakeVideo:
    """`Video`: makes a playlist of one line; does `during` half-way; refuses where there is a `refusal`."""

    def __init__(self) -> None:
        self.refusal = ""
        self.during: Callable[[], None] = lambda: None
        self.given: list[tuple[bytes, list[str]]] = []

    def package(
        self, source: Path, captions: Sequence[Captions], into: Path, on_progress: OnProgress
    ) -> Package:
        self.given.append((source.read_bytes(), [each.language for each in captions]))
        (into / MASTER).write_text("#EXTM3U\n")
        on_progress(0.5)
        self.during()
        on_progress(0.9)
        if self.refusal:
            raise VideoRefused(self.refusal)
        return PACKAGE


def ready(asset: Asset | None) -> bool:
    """Whether an asset is there and ready."""
    return asset is not None and asset.state is AssetState.READY
