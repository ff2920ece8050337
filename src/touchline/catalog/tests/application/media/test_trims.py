"""The job that makes a trim: interrupted, repeated, and without space."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.application.media.process_media import RecoverMedia
from touchline.catalog.application.media.takedowns import REMOVE_FILES_JOB
from touchline.catalog.application.media.trimmed_folders import TrimmedFolders
from touchline.catalog.application.media.trims import ApplyTrim, CheckStudioPlayback, SwitchFolder
from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.media.assets import Asset, AssetState, MediaOwner, StoredPackage
from touchline.catalog.domain.media.trims import Trim
from touchline.catalog.events import RecordingTrimmed
from touchline.catalog.ports.media.captions import ConvertedCaptions
from touchline.catalog.ports.media.storage import StorageFullError
from touchline.catalog.tests.media_fakes import (
    CHANNEL,
    FakeAssets,
    FakeJobs,
    FakeMediaItems,
    FakeVideoPackager,
)
from touchline.shared.events import DomainEvent
from touchline.shared.ids import AccountId, SessionId
from touchline.shared.principal import Principal
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

MASTER = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=900000\nv0/index.m3u8\n"
PLAYLIST = "#EXTM3U\n#EXTINF:4,\n0.ts\n#EXTINF:4,\n1.ts\n#EXTINF:4,\n2.ts\n#EXT-X-ENDLIST\n"
FULL = StoredPackage("assets/1-x", 12_000, 640, 360, 25.0, True, False, False)
OWNER = MediaOwner("event", 5)


class FullDisk(LocalStorage):
    """A storage that is full."""

    def link(self, key: str, to: str) -> None:
        raise StorageFullError("The disk is full.")


class FakeCaptionConverter:
    """`CaptionConverter` that knows no language."""

    def describe_language(self, language: str) -> CaptionLanguage | None:
        return None

    def convert(self, text: str, language: str) -> ConvertedCaptions | None:
        return None

    def render_playlist(self, file: str, seconds: float) -> str:
        return f"#EXTM3U\n#EXTINF:{seconds},\n{file}\n"


class Harness:
    """The job with a stored recording of three segments."""

    def __init__(self, folder: Path, storage_class: type[LocalStorage] = LocalStorage) -> None:
        self.storage = storage_class(folder / "media")
        self.assets, self.items, self.jobs = FakeAssets(), FakeMediaItems(), FakeJobs()
        self.announced: list[DomainEvent] = []
        files = {"master.m3u8": MASTER, "v0/index.m3u8": PLAYLIST, "poster.jpg": "poster"}
        files |= {f"v0/{number}.ts": str(number) for number in range(3)}
        source = folder / "source"
        for name, text in files.items():
            source.write_text(text)
            self.storage.put(f"{FULL.folder}/{name}", source)
        asset = self.assets.add("0" * 64, "game.mp4")
        asset.state, asset.package, asset.pending_trim = AssetState.READY, FULL, Trim(4000, 12_000)
        self.assets.save(asset)
        self.asset_id = asset.id
        self.items.attach(OWNER, asset.id, "Game")
        folders = TrimmedFolders(self.storage, FakeCaptionConverter(), FakeVideoPackager())
        switch = SwitchFolder(self.assets, self.items, self.jobs, self.announce)
        self.apply = ApplyTrim(FakeUnitOfWorkFactory(), self.assets, folders, self.storage, switch)

    def announce(self, event: DomainEvent) -> None:
        self.announced.append(event)

    @property
    def asset(self) -> Asset:
        return self.assets.assets[self.asset_id]

    def change(self, change: Callable[[Asset], None]) -> None:
        """Change the asset as another process does."""
        asset = self.asset
        change(asset)
        asset.version += 1
        self.assets.save(asset)

    def run(self) -> None:
        self.apply(CHANNEL, self.asset_id)


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    return Harness(tmp_path)


def test_a_trim_links_the_segments_of_the_range(harness: Harness) -> None:
    harness.run()
    package = harness.asset.package
    assert package is not None
    assert (package.folder, package.duration_ms, package.trim) == ("assets/1-t0", 8000, Trim(4000, 12_000))
    assert list(harness.storage.list("assets/1-t0/")) == [
        f"assets/1-t0/{name}" for name in ("master.m3u8", "poster.jpg", "v0/1.ts", "v0/2.ts", "v0/index.m3u8")
    ]
    assert len(list(harness.storage.list("assets/1-x/"))) == 6
    assert harness.announced == [RecordingTrimmed(CHANNEL, "event", 5, 4000, 12_000, 8000)]


def test_a_second_run_changes_nothing(harness: Harness) -> None:
    harness.run()
    before = harness.asset
    harness.run()
    assert harness.asset == before
    assert len(harness.announced) == 1


def test_another_trim_removes_the_folder_of_the_first(harness: Harness) -> None:
    harness.run()
    harness.change(lambda asset: setattr(asset, "pending_trim", Trim(0, 8000)))
    harness.run()
    package = harness.asset.package
    assert package is not None
    assert (package.folder, package.full_length) == ("assets/1-t1", FULL)
    assert [(task.name, task.ids) for task in harness.jobs.tasks] == [
        (REMOVE_FILES_JOB, (CHANNEL, "assets/1-t0"))
    ]
    assert harness.announced[1] == RecordingTrimmed(CHANNEL, "event", 5, -4000, 8000, 8000)


def test_a_trim_is_made_again_if_the_video_changes_meanwhile(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, changes = harness.storage.link, [Trim(0, 4000)]

    def link_while_an_operator_changes_the_range(key: str, to: str) -> None:
        link(key, to)
        if changes:
            trim = changes.pop()
            harness.change(lambda asset: setattr(asset, "pending_trim", trim))

    monkeypatch.setattr(harness.storage, "link", link_while_an_operator_changes_the_range)
    harness.run()
    package = harness.asset.package
    assert package is not None
    assert (package.folder, package.trim) == ("assets/1-t1", Trim(0, 4000))
    assert list(harness.storage.list("assets/1-t0/")) == []


def test_a_full_disk_is_reported_and_leaves_the_full_length(tmp_path: Path) -> None:
    harness = Harness(tmp_path, FullDisk)
    harness.run()
    assert (harness.asset.package, harness.asset.pending_trim) == (FULL, None)
    assert harness.asset.trim_failure == "The disk is full."
    assert list(harness.storage.list("assets/1-t")) == []


def test_a_trim_of_a_dead_worker_is_queued_again(harness: Harness) -> None:
    assert RecoverMedia(harness.assets, harness.jobs)() == 1
    assert [task.name for task in harness.jobs.tasks] == ["catalog.trim_media"]


def test_only_operators_fetch_the_full_length(harness: Harness) -> None:
    harness.run()
    viewer = Principal(CHANNEL, SessionId(4), AccountId(3), "en", "US")
    for may_edit in (True, False):
        can_play = CheckStudioPlayback(harness.assets, lambda _principal, _permission, may=may_edit: may)
        assert can_play(viewer, FULL.folder) is may_edit
    assert not CheckStudioPlayback(harness.assets, lambda *_: True)(viewer, "assets/9-x")
