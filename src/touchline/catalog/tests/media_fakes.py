"""In-memory fakes of the media ports."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from touchline.catalog.application.media.asset_store import AssetStore
from touchline.catalog.domain.media.assets import (
    VIDEO_ASSET_TYPES,
    Asset,
    AssetState,
    MediaItem,
    MediaOwner,
    MediaType,
    OwnerKind,
)
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.media.renditions import RenditionName
from touchline.catalog.domain.media.trimmed_playlists import Tile
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.catalog.ports.media.recordings import Recording
from touchline.catalog.ports.media.video_packager import (
    MASTER,
    CaptionFile,
    ProgressCallback,
    RecordedTrack,
    VideoPackage,
    VideoRefusedError,
)
from touchline.shared.ids import AssetId, ChannelId, EventId
from touchline.shared.tasks.jobs import Task
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

T = TypeVar("T")
CHANNEL = ChannelId(1)
PACKAGE = VideoPackage(4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True)


class FakeAssets(AssetStore):
    """`Assets` and the asset store. Reads return copies, so only saved changes last."""

    def __init__(self) -> None:
        self.assets: dict[AssetId, Asset] = {}
        self.before_save: Callable[[Asset], None] = lambda _asset: None
        super().__init__(FakeUnitOfWorkFactory(), self)

    def get(self, asset_id: AssetId) -> Asset | None:
        return copy.deepcopy(self.assets.get(asset_id))

    def get_for_update(self, asset_id: AssetId) -> Asset | None:
        return self.get(asset_id)

    def get_by_source(self, sha256: str) -> Asset | None:
        return next(
            (copy.deepcopy(asset) for asset in self.assets.values() if asset.source_sha256 == sha256), None
        )

    def add(self, sha256: str, name: str) -> Asset:
        asset = Asset(AssetId(len(self.assets) + 1), CHANNEL, sha256, name)
        self.save(asset)
        return asset

    def save(self, asset: Asset) -> None:
        self.assets[asset.id] = copy.deepcopy(asset)

    def save_clock_anchors(self, asset_id: AssetId, anchors: Sequence[ClockAnchor]) -> None:
        self.assets[asset_id].clock_anchors = tuple(anchors)

    def list_all(self) -> Sequence[Asset]:
        return list(reversed(self.assets.values()))

    def list_for_owner(self, owner: MediaOwner) -> Sequence[Asset]:
        return self.list_all()

    def list_pending(self) -> Sequence[Asset]:
        return [asset for asset in self.assets.values() if not asset.is_finished]

    def list_pending_trims(self) -> Sequence[Asset]:
        return [asset for asset in self.assets.values() if asset.pending_trim]

    def has_folder(self, folder: str) -> bool:
        packages = [asset.package for asset in self.assets.values() if asset.package]
        return any(folder in (package.folder, package.full_folder) for package in packages)


class FakeMediaItems:
    """`MediaItems` in a list."""

    def __init__(self) -> None:
        self.items: list[MediaItem] = []

    def list_for_owners(self, owner_kind: OwnerKind, ids: Sequence[int]) -> Mapping[int, Sequence[MediaItem]]:
        query = [row for row in self.items if row.owner.kind == owner_kind and row.owner.id in ids]
        return {owner_id: [row for row in query if row.owner.id == owner_id] for owner_id in ids}

    def attach(self, owner: MediaOwner, asset_id: AssetId, name: str) -> None:
        if (owner, asset_id) not in {(row.owner, row.asset_id) for row in self.items}:
            start = len(self.items) + 1
            self.items += [
                MediaItem(number, owner, kind, name, asset_id=asset_id)
                for number, kind in enumerate(VIDEO_ASSET_TYPES, start)
            ]

    def detach_others(self, owner: MediaOwner, asset_id: AssetId) -> None:
        self.items = [row for row in self.items if row.owner != owner or row.asset_id in (None, asset_id)]

    def detach(self, owner: MediaOwner, asset_id: AssetId) -> None:
        self.items = [row for row in self.items if (row.owner, row.asset_id) != (owner, asset_id)]

    def list_owners(self, asset_id: AssetId) -> Sequence[MediaOwner]:
        return list(dict.fromkeys(row.owner for row in self.items if row.asset_id == asset_id))

    def replace_external(self, owner: MediaOwner, rows: Sequence[MediaItem]) -> None:
        ours = [
            row for row in self.items if row.owner != owner or row.asset_id is not None or row.is_ingested
        ]
        self.items = [*ours, *rows]

    def save_live(self, owner: MediaOwner, key: str, start_ts: int) -> None:
        self.remove_live(owner)
        self.items.append(MediaItem(len(self.items) + 1, owner, MediaType.LIVE, url=key, start_ts=start_ts))

    def remove_live(self, owner: MediaOwner) -> None:
        self.items = [row for row in self.items if row.owner != owner or not row.is_ingested]


class FakeStreamStates:
    """`StreamStates`: the events that are recorded, publishing, ended or interrupted."""

    def __init__(self) -> None:
        self.recorded: set[EventId] = set()
        self.publishing: set[EventId] = set()
        self.ended: set[EventId] = set()
        self.interrupted: set[EventId] = set()

    def set_recorded(self, event_id: EventId, is_recorded: bool) -> None:
        (self.recorded.add if is_recorded else self.recorded.discard)(event_id)

    def set_publishing(self, event_id: EventId, is_publishing: bool, *, is_interrupted: bool = False) -> None:
        (self.interrupted.add if is_publishing and is_interrupted else self.interrupted.discard)(event_id)
        (self.publishing.add if is_publishing else self.publishing.discard)(event_id)

    def set_ended(self, event_id: EventId, has_ended: bool) -> None:
        (self.ended.add if has_ended else self.ended.discard)(event_id)


class FakeRecordings:
    """`Recordings` in which every owner has a recording of one video."""

    def __init__(self) -> None:
        self.states: dict[MediaOwner, RecordingState] = {}

    def get(self, owner: MediaOwner) -> Recording:
        return self.get_for_update(owner)

    def get_for_update(self, owner: MediaOwner) -> Recording:
        return Recording(
            owner, "game", self.states.get(owner, RecordingState.AVAILABLE), video_count=1, clip_count=2
        )

    def set_state(self, owner: MediaOwner, state: RecordingState, changed_at: datetime) -> None:
        self.states[owner] = state

    def delete_videos(self, owner: MediaOwner) -> Sequence[str]:
        return ["assets/7-00ff"]


class FakeJobs:
    """`Jobs` that records the requested tasks."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        self.tasks.append(Task(name, ids, queue, unique, timeout))


class FakeRenditions:
    """`RenditionSettings` with the same lists for every channel."""

    def __init__(self) -> None:
        self.recording_names: tuple[RenditionName, ...] = (RenditionName.SOURCE,)
        self.live_names: tuple[RenditionName, ...] = (RenditionName.SOURCE,)
        self.audio_names: tuple[str, ...] = ()
        self.loudness: int | None = None

    def get_recording_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        return self.recording_names

    def get_live_renditions(self, channel_id: ChannelId) -> Sequence[RenditionName]:
        return self.live_names

    def get_audio_names(self, channel_id: ChannelId) -> Sequence[str]:
        return self.audio_names

    def get_loudness(self, channel_id: ChannelId) -> int | None:
        return self.loudness


class FakeVideoPackager:
    """`VideoPackager` that writes a one-line playlist.

    It calls `on_package` halfway, and raises `VideoRefusedError` if `refusal` is set.
    """

    def __init__(self) -> None:
        self.refusal = ""
        self.on_package: Callable[[], None] = lambda: None
        self.received: list[tuple[bytes, list[str]]] = []
        self.renditions: list[Sequence[str]] = []
        self.joined_tracks: Sequence[RecordedTrack] = ()
        self.loudness: int | None = None

    def package(
        self,
        source: Path,
        captions: Sequence[CaptionFile],
        into: Path,
        on_progress: ProgressCallback,
        renditions: Sequence[str] = (),
        *,
        loudness: int | None = None,
    ) -> VideoPackage:
        self.loudness = loudness
        self.renditions.append(renditions)
        self.received.append((source.read_bytes(), [caption.language for caption in captions]))
        (into / MASTER).write_text("#EXTM3U\n")
        on_progress(0.5)
        self.on_package()
        on_progress(0.9)
        if self.refusal:
            raise VideoRefusedError(self.refusal)
        return PACKAGE

    def trim_thumbnails(self, sheets: Mapping[str, Path], tiles: Sequence[Tile], into: Path) -> int:
        for name, path in sheets.items():
            (into / name).write_bytes(path.read_bytes())
        return 0

    def write_poster(self, segment: Path, offset_ms: int, into: Path) -> None:
        into.write_text(f"{segment.name} at {offset_ms}")

    def join(self, parts: Sequence[Path], into: Path, audio_tracks: Sequence[RecordedTrack] = ()) -> None:
        self.joined_tracks = audio_tracks
        files = [*parts, *(file for track in audio_tracks for file in track.files)]
        into.write_bytes(b"".join(file.read_bytes() for file in files))


def is_ready(asset: Asset | None) -> bool:
    """Return whether the asset exists and is ready."""
    return asset is not None and asset.state is AssetState.READY
