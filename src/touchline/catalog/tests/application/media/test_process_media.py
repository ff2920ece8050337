"""Adding a file and packaging its video, with fakes for ffmpeg and the database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.application.media.add_media import AddMedia, VideoUpload
from touchline.catalog.application.media.media_sources import MediaSources, find_caption_files
from touchline.catalog.application.media.process_media import ProcessMedia, RecoverMedia
from touchline.catalog.domain.media.assets import GAVE_UP, LEASE, MAX_ATTEMPTS, Asset, AssetState, MediaOwner
from touchline.catalog.domain.media.renditions import DEFAULT_RECORDING_RENDITIONS, RenditionName
from touchline.catalog.ports.media.rendition_settings import DefaultRenditions
from touchline.catalog.ports.media.storage import StorageFullError
from touchline.catalog.tests.media_fakes import (
    CHANNEL,
    FakeAssets,
    FakeJobs,
    FakeMediaItems,
    FakeRenditions,
    FakeStreamStates,
    FakeVideoPackager,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AssetId

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
EVENT_OWNER = MediaOwner("event", 5)
LIBRARY_OWNER = MediaOwner("library_item", 5)


@dataclass
class MediaHarness:
    """Everything that processes a video."""

    folder: Path
    assets: FakeAssets = field(default_factory=FakeAssets)
    media_items: FakeMediaItems = field(default_factory=FakeMediaItems)
    stream_states: FakeStreamStates = field(default_factory=FakeStreamStates)
    jobs: FakeJobs = field(default_factory=FakeJobs)
    video: FakeVideoPackager = field(default_factory=FakeVideoPackager)
    renditions: FakeRenditions = field(default_factory=FakeRenditions)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def __post_init__(self) -> None:
        self.storage = LocalStorage(self.folder / "kept")
        self.sources = MediaSources(self.storage)
        self.video_file = self.folder / "game.mp4"
        self.video_file.write_bytes(b"a game")

    def add(self, *owners: MediaOwner, replace: bool = False) -> Asset:
        add = AddMedia(self.assets, self.media_items, self.sources, self.stream_states, self.jobs)
        return add(
            VideoUpload(
                CHANNEL, self.video_file, owners, find_caption_files(self.video_file), replace=replace
            )
        )

    def process(self, asset_id: int = 1) -> None:
        self.create_worker()(CHANNEL, AssetId(asset_id))

    def create_worker(self, pause: Callable[[float], None] | None = None) -> ProcessMedia:
        return ProcessMedia(
            self.assets,
            self.media_items,
            self.stream_states,
            self.storage,
            self.sources,
            self.video,
            self.clock,
            renditions=self.renditions,
            pause=pause or (lambda seconds: self.clock.advance(timedelta(seconds=seconds))),
        )

    def get_state(self, asset_id: int = 1) -> tuple[AssetState, str]:
        asset = self.assets.assets[AssetId(asset_id)]
        return asset.state, asset.failure_message

    @property
    def workspaces(self) -> list[Path]:
        return list((self.folder / "kept" / ".work").iterdir())

    @property
    def stored_keys(self) -> list[str]:
        return list(self.storage.list(""))


@pytest.fixture
def harness(tmp_path: Path) -> MediaHarness:
    return MediaHarness(tmp_path)


def test_a_file_is_stored_queued_and_packaged(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    assert harness.get_state() == (AssetState.QUEUED, "")
    (task,) = harness.jobs.tasks
    assert (task.name, task.ids, task.queue) == ("catalog.process_media", (1, 1), "media")
    assert harness.stream_states.recorded == set()
    harness.process()
    assert harness.get_state() == (AssetState.READY, "")
    made = harness.assets.assets[AssetId(1)].package
    assert made is not None
    assert harness.stored_keys == [f"{made.folder}/master.m3u8"], "the source is deleted"
    assert harness.stream_states.recorded == {5}


def test_a_recording_is_packaged_in_the_configured_renditions(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.renditions.recording_names = (RenditionName.P720, RenditionName.AUDIO)
    harness.process()
    assert harness.video.renditions == [("720p", "audio")]


def test_a_channel_without_renditions_gets_the_defaults() -> None:
    assert DefaultRenditions(cores=2).get_recording_renditions(CHANNEL) == DEFAULT_RECORDING_RENDITIONS
    assert DefaultRenditions(cores=1).get_live_renditions(CHANNEL) == (
        RenditionName.SOURCE,
        RenditionName.P360,
    )
    assert RenditionName.P720 in DefaultRenditions(cores=4).get_live_renditions(CHANNEL)


def test_the_recording_of_a_library_item_finishes_no_event(harness: MediaHarness) -> None:
    harness.add(LIBRARY_OWNER)
    harness.process()
    assert harness.stream_states.recorded == set()


def test_the_same_bytes_are_the_same_asset(harness: MediaHarness) -> None:
    first = harness.add(EVENT_OWNER)
    harness.process()
    again = harness.add(MediaOwner("event", 6), LIBRARY_OWNER)
    assert (again.id, again.state, len(harness.jobs.tasks)) == (first.id, AssetState.READY, 1)
    assert harness.stream_states.recorded == {5, 6}
    harness.add(EVENT_OWNER)
    assert len(harness.media_items.list_for_owners("event", [5])[5]) == 3


def test_different_captions_make_another_asset(harness: MediaHarness) -> None:
    first = harness.add(EVENT_OWNER)
    (harness.folder / "game.en.vtt").write_text("WEBVTT\n")
    (harness.folder / "game.mp4.fr.srt").write_text("")
    assert harness.add(EVENT_OWNER).id != first.id
    harness.process(2)
    assert harness.video.received == [(b"a game", ["en", "fr"])]


def test_captions_are_found_by_the_video_file_name(harness: MediaHarness) -> None:
    for name in ("game.vtt", "game2.en.vtt", "game.en.txt", "Game.en.vtt", "other.vtt", "game.mp4.fr-CA.vtt"):
        (harness.folder / name).touch()
    found = [(caption.path.name, caption.language) for caption in find_caption_files(harness.video_file)]
    assert found == [("game.mp4.fr-CA.vtt", "fr-CA"), ("game.vtt", "")]


def test_replacing_detaches_other_videos_from_the_owner(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER, LIBRARY_OWNER)
    harness.video_file.write_bytes(b"a better cut")
    better = harness.add(EVENT_OWNER, replace=True)
    assert {row.asset_id for row in harness.media_items.list_for_owners("event", [5])[5]} == {better.id}
    assert {row.asset_id for row in harness.media_items.list_for_owners("library_item", [5])[5]} == {1}


def test_an_event_with_a_replaced_video_has_no_recording_until_the_new_one_is_ready(
    harness: MediaHarness,
) -> None:
    harness.add(EVENT_OWNER, LIBRARY_OWNER)
    harness.process()
    harness.video_file.write_bytes(b"a broken cut")
    harness.video.refusal = "The file is broken."
    invalid_file = harness.add(EVENT_OWNER, replace=True)
    assert harness.stream_states.recorded == set()
    harness.process(invalid_file.id)
    assert harness.stream_states.recorded == set()
    harness.video.refusal = ""
    harness.add(EVENT_OWNER, replace=True)
    harness.process(invalid_file.id)
    assert harness.stream_states.recorded == {5}


def test_adding_a_second_video_keeps_the_first_one(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.process()
    harness.video_file.write_bytes(b"the second half")
    harness.add(EVENT_OWNER)
    assert harness.stream_states.recorded == {5}


def test_a_refused_file_fails_with_a_message_and_leaves_no_files(harness: MediaHarness) -> None:
    harness.video.refusal = "The file is empty (0 bytes)."
    harness.add(EVENT_OWNER)
    harness.process()
    assert harness.get_state() == (AssetState.FAILED, "The file is empty (0 bytes).")
    assert (harness.stored_keys, harness.workspaces) == ([], [])
    assert harness.stream_states.recorded == set()


def test_adding_a_failed_file_again_tries_again(harness: MediaHarness) -> None:
    harness.video.refusal = "The disk is full."
    harness.add(EVENT_OWNER)
    harness.process()
    harness.video.refusal = ""
    harness.add(EVENT_OWNER)
    harness.process()
    assert harness.get_state() == (AssetState.READY, "")


def test_a_full_storage_fails_with_a_message(harness: MediaHarness) -> None:
    def raise_full() -> None:
        raise StorageFullError("The disk is full. Free some space for the video.")

    harness.video.on_package = raise_full
    harness.add(EVENT_OWNER)
    harness.process()
    assert harness.get_state() == (AssetState.FAILED, "The disk is full. Free some space for the video.")


def test_a_missing_source_fails_with_a_message(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.storage.remove("sources/")
    harness.process()
    assert harness.get_state() == (
        AssetState.FAILED,
        "The added file no longer exists. Add it again.",
    )


def test_an_unexpected_error_is_raised_and_the_work_is_queued_again(harness: MediaHarness) -> None:
    def raise_error() -> None:
        raise MemoryError

    harness.video.on_package = raise_error
    harness.add(EVENT_OWNER)
    with pytest.raises(MemoryError):
        harness.process()
    assert harness.get_state() == (AssetState.QUEUED, "")
    harness.video.on_package = lambda: None
    harness.process()
    assert harness.get_state() == (AssetState.READY, "")


def test_the_source_is_deleted_after_the_last_failed_attempt(harness: MediaHarness) -> None:
    def raise_error() -> None:
        raise MemoryError

    harness.video.on_package = raise_error
    harness.add(EVENT_OWNER)
    sources = []
    for _attempt in range(MAX_ATTEMPTS):
        with pytest.raises(MemoryError):
            harness.process()
        sources.append(len(harness.stored_keys))
    assert harness.get_state() == (AssetState.FAILED, GAVE_UP)
    assert sources == [1, 1, 1, 0]


def test_the_source_is_deleted_after_too_many_worker_crashes(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    for _attempt in range(MAX_ATTEMPTS):
        harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.begin("dead", harness.clock.now()))
        harness.clock.advance(LEASE)
    harness.process()
    assert harness.get_state() == (AssetState.FAILED, GAVE_UP)
    assert (harness.stored_keys, harness.video.received) == ([], [])


def test_a_late_job_of_a_failed_asset_keeps_the_newer_source(harness: MediaHarness) -> None:
    harness.video.refusal = "The file is broken."
    harness.add(EVENT_OWNER)
    harness.process()
    harness.sources.store(CHANNEL, harness.assets.assets[AssetId(1)].source_sha256, harness.video_file, ())
    harness.process()
    assert len(harness.stored_keys) == 1


def test_a_job_that_runs_twice_packages_once(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.process()
    harness.process()
    assert len(harness.video.received) == 1


def test_the_asset_of_a_dead_worker_is_claimed_after_its_lease_expires(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.begin("dead", NOW))
    with harness.storage.workspace("1-dead") as remaining:
        (remaining / "half").write_text("half made")
        harness.storage.put("assets/1-dead/master.m3u8", harness.video_file)
        harness.process()
        assert harness.clock.now() > NOW + LEASE
        assert not remaining.exists()
    assert harness.get_state() == (AssetState.READY, "")
    made = harness.assets.assets[AssetId(1)].package
    assert made is not None
    assert harness.stored_keys == [f"{made.folder}/master.m3u8"], "the package of the dead worker is deleted"


def test_the_asset_of_a_live_worker_is_not_claimed(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.begin("alive", NOW))

    def wait_during_renewal(seconds: float) -> None:
        harness.clock.advance(timedelta(seconds=seconds - 10))
        now = harness.clock.now()
        harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.advance("alive", 0.5, now))
        harness.clock.advance(timedelta(seconds=10))

    harness.create_worker(wait_during_renewal)(CHANNEL, AssetId(1))
    assert harness.video.received == []
    assert harness.assets.assets[AssetId(1)].lease == "alive"


def test_a_worker_that_lost_its_lease_publishes_nothing(harness: MediaHarness) -> None:
    def claim_in_other_worker() -> None:
        harness.clock.advance(LEASE)
        harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.begin("another", harness.clock.now()))

    harness.add(EVENT_OWNER)
    harness.video.on_package = claim_in_other_worker
    harness.process()
    asset = harness.assets.assets[AssetId(1)]
    assert (asset.state, asset.lease) == (AssetState.PROCESSING, "another")
    assert [key for key in harness.stored_keys if key.startswith("assets/")] == []
    assert [key for key in harness.stored_keys if key.startswith("sources/")], (
        "the other worker still needs the source"
    )


def test_a_worker_that_loses_its_lease_last_minute_removes_its_files(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    publish = harness.storage.publish

    def publish_after_losing_lease(folder: Path, prefix: str) -> None:
        publish(folder, prefix)
        harness.clock.advance(LEASE)
        harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.begin("another", harness.clock.now()))

    harness.storage.publish = publish_after_losing_lease  # type: ignore[method-assign]
    harness.process()
    assert harness.assets.assets[AssetId(1)].lease == "another"
    assert [key for key in harness.stored_keys if key.startswith("assets/")] == []


def test_a_starting_worker_queues_pending_assets(harness: MediaHarness) -> None:
    harness.add(EVENT_OWNER)
    harness.assets.update(CHANNEL, AssetId(1), lambda asset: asset.begin("dead", NOW))
    harness.video_file.write_bytes(b"another game")
    harness.add(EVENT_OWNER)
    first, second = (task.unique for task in harness.jobs.tasks)
    harness.jobs.tasks.clear()
    assert RecoverMedia(harness.assets, harness.jobs)() == 2
    again = [task.unique for task in harness.jobs.tasks]
    assert again[0] != first, "the dead worker's job must not block the new one"
    assert again[1] == second, "a waiting job is not queued twice"
