"""Adding a file and making its stream, with stand-ins for ffmpeg and database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from touchline.catalog.application.add_media import AddMedia, VideoFile
from touchline.catalog.application.media_sources import Sources, captions_beside
from touchline.catalog.application.process_media import ProcessMedia, RecoverMedia
from touchline.catalog.domain.media import GAVE_UP, LEASE, MOST_ATTEMPTS, Asset, AssetState, Owner
from touchline.catalog.domain.renditions import RECORDING_DEFAULT, RenditionName
from touchline.catalog.ports.renditions import DefaultRenditions
from touchline.catalog.ports.storage import StorageFull
from touchline.catalog.tests.media_fakes import (
    CHANNEL,
    FakeAssets,
    FakeJobs,
    FakeRenditions,
    FakeRows,
    FakeStreams,
    FakeVideo,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AssetId

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
GAME = Owner("event", 5)
FILM = Owner("library_item", 5)


@dataclass
class Studio:
    """Everything that works on a video, together."""

    folder: Path
    assets: FakeAssets = field(default_factory=FakeAssets)
    rows: FakeRows = field(default_factory=FakeRows)
    streams: FakeStreams = field(default_factory=FakeStreams)
    jobs: FakeJobs = field(default_factory=FakeJobs)
    video: FakeVideo = field(default_factory=FakeVideo)
    renditions: FakeRenditions = field(default_factory=FakeRenditions)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def __post_init__(self) -> None:
        self.storage = LocalStorage(self.folder / "kept")
        self.sources = Sources(self.storage)
        self.file = self.folder / "game.mp4"
        self.file.write_bytes(b"a game")

    def add(self, *owners: Owner, replace: bool = False) -> Asset:
        add = AddMedia(self.assets, self.rows, self.sources, self.streams, self.jobs)
        return add(VideoFile(CHANNEL, self.file, owners, captions_beside(self.file), replace=replace))

    def work(self, asset_id: int = 1) -> None:
        self.worker()(CHANNEL, AssetId(asset_id))

    def worker(self, pause: Callable[[float], None] | None = None) -> ProcessMedia:
        return ProcessMedia(
            self.assets,
            self.rows,
            self.streams,
            self.storage,
            self.sources,
            self.video,
            self.clock,
            renditions=self.renditions,
            pause=pause or (lambda seconds: self.clock.advance(timedelta(seconds=seconds))),
        )

    def state(self, asset_id: int = 1) -> tuple[AssetState, str]:
        asset = self.assets.kept[AssetId(asset_id)]
        return asset.state, asset.failure_message

    @property
    def workspaces(self) -> list[Path]:
        return list((self.folder / "kept" / ".work").iterdir())

    @property
    def kept(self) -> list[str]:
        return list(self.storage.list(""))


@pytest.fixture
def studio(tmp_path: Path) -> Studio:
    return Studio(tmp_path)


def test_a_file_is_kept_queued_and_made_ready(studio: Studio) -> None:
    studio.add(GAME)
    assert studio.state() == (AssetState.QUEUED, "")
    (task,) = studio.jobs.asked
    assert (task.name, task.ids, task.queue) == ("catalog.process_media", (1, 1), "media")
    assert studio.streams.recorded == set()
    studio.work()
    assert studio.state() == (AssetState.READY, "")
    made = studio.assets.kept[AssetId(1)].made
    assert made is not None
    assert studio.kept == [f"{made.folder}/master.m3u8"], "the source is not needed any more"
    assert studio.streams.recorded == {5}


def test_a_recording_is_made_in_the_renditions_that_the_channel_wants_when_it_is_made(studio: Studio) -> None:
    studio.add(GAME)
    studio.renditions.recording_names = (RenditionName.P720, RenditionName.AUDIO)
    studio.work()
    assert studio.video.renditions == [("720p", "audio")]


def test_a_channel_that_lists_no_renditions_gets_the_default() -> None:
    assert DefaultRenditions(cores=2).recordings(CHANNEL) == RECORDING_DEFAULT
    assert DefaultRenditions(cores=1).live(CHANNEL) == (RenditionName.SOURCE, RenditionName.P360)
    assert RenditionName.P720 in DefaultRenditions(cores=4).live(CHANNEL)


def test_the_recording_of_a_library_item_turns_no_event_finished(studio: Studio) -> None:
    studio.add(FILM)
    studio.work()
    assert studio.streams.recorded == set()


def test_the_same_bytes_are_the_same_asset(studio: Studio) -> None:
    first = studio.add(GAME)
    studio.work()
    again = studio.add(Owner("event", 6), FILM)
    assert (again.id, again.state, len(studio.jobs.asked)) == (first.id, AssetState.READY, 1)
    assert studio.streams.recorded == {5, 6}
    studio.add(GAME)
    assert len(studio.rows.rows_for("event", [5])[5]) == 3


def test_other_captions_make_another_asset(studio: Studio) -> None:
    first = studio.add(GAME)
    (studio.folder / "game.en.vtt").write_text("WEBVTT\n")
    (studio.folder / "game.mp4.fr.srt").write_text("")
    assert studio.add(GAME).id != first.id
    studio.work(2)
    assert studio.video.given == [(b"a game", ["en", "fr"])]


def test_captions_are_found_by_the_name_of_the_film_alone(studio: Studio) -> None:
    for name in ("game.vtt", "game2.en.vtt", "game.en.txt", "Game.en.vtt", "other.vtt", "game.mp4.fr-CA.vtt"):
        (studio.folder / name).touch()
    found = [(each.path.name, each.language) for each in captions_beside(studio.file)]
    assert found == [("game.mp4.fr-CA.vtt", "fr-CA"), ("game.vtt", "")]


def test_replacing_takes_other_videos_off_the_owner(studio: Studio) -> None:
    studio.add(GAME, FILM)
    studio.file.write_bytes(b"a better cut")
    better = studio.add(GAME, replace=True)
    assert {row.asset_id for row in studio.rows.rows_for("event", [5])[5]} == {better.id}
    assert {row.asset_id for row in studio.rows.rows_for("library_item", [5])[5]} == {1}


def test_an_event_whose_video_is_replaced_has_no_recording_until_the_new_one_is_ready(
    studio: Studio,
) -> None:
    studio.add(GAME, FILM)
    studio.work()
    studio.file.write_bytes(b"a broken cut")
    studio.video.refusal = "The file is broken."
    bad = studio.add(GAME, replace=True)
    assert studio.streams.recorded == set()
    studio.work(bad.id)
    assert studio.streams.recorded == set()
    studio.video.refusal = ""
    studio.add(GAME, replace=True)
    studio.work(bad.id)
    assert studio.streams.recorded == {5}


def test_adding_a_second_video_leaves_the_first_one_on_show(studio: Studio) -> None:
    studio.add(GAME)
    studio.work()
    studio.file.write_bytes(b"the second half")
    studio.add(GAME)
    assert studio.streams.recorded == {5}


def test_a_refused_file_fails_with_the_sentence_and_leaves_nothing(studio: Studio) -> None:
    studio.video.refusal = "The file is empty (0 bytes)."
    studio.add(GAME)
    studio.work()
    assert studio.state() == (AssetState.FAILED, "The file is empty (0 bytes).")
    assert (studio.kept, studio.workspaces) == ([], [])
    assert studio.streams.recorded == set()


def test_adding_a_failed_file_again_tries_again(studio: Studio) -> None:
    studio.video.refusal = "The disk is full."
    studio.add(GAME)
    studio.work()
    studio.video.refusal = ""
    studio.add(GAME)
    studio.work()
    assert studio.state() == (AssetState.READY, "")


def test_a_full_storage_is_a_failure_with_a_sentence(studio: Studio) -> None:
    def full() -> None:
        raise StorageFull("The disk is full: there is no room for the video.")

    studio.video.during = full
    studio.add(GAME)
    studio.work()
    assert studio.state() == (AssetState.FAILED, "The disk is full: there is no room for the video.")


def test_a_source_that_is_gone_is_a_failure_with_a_sentence(studio: Studio) -> None:
    studio.add(GAME)
    studio.storage.remove("sources/")
    studio.work()
    assert studio.state() == (
        AssetState.FAILED,
        "The file that was added is no longer there. Add it again.",
    )


def test_a_breakdown_is_raised_for_the_queue_and_the_work_is_queued_again(studio: Studio) -> None:
    def break_down() -> None:
        raise MemoryError

    studio.video.during = break_down
    studio.add(GAME)
    with pytest.raises(MemoryError):
        studio.work()
    assert studio.state() == (AssetState.QUEUED, "")
    studio.video.during = lambda: None
    studio.work()
    assert studio.state() == (AssetState.READY, "")


def test_the_source_goes_with_the_last_breakdown_and_stays_until_then(studio: Studio) -> None:
    def break_down() -> None:
        raise MemoryError

    studio.video.during = break_down
    studio.add(GAME)
    kept = []
    for _attempt in range(MOST_ATTEMPTS):
        with pytest.raises(MemoryError):
            studio.work()
        kept.append(len(studio.kept))
    assert studio.state() == (AssetState.FAILED, GAVE_UP)
    assert kept == [1, 1, 1, 0]


def test_the_source_goes_when_workers_died_over_it_once_too_often(studio: Studio) -> None:
    studio.add(GAME)
    for _attempt in range(MOST_ATTEMPTS):
        studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.begin("dead", studio.clock.now()))
        studio.clock.advance(LEASE)
    studio.work()
    assert studio.state() == (AssetState.FAILED, GAVE_UP)
    assert (studio.kept, studio.video.given) == ([], [])


def test_a_late_job_of_a_failed_asset_leaves_what_was_kept_since(studio: Studio) -> None:
    studio.video.refusal = "The file is broken."
    studio.add(GAME)
    studio.work()
    studio.sources.keep(CHANNEL, studio.assets.kept[AssetId(1)].source_sha256, studio.file, ())
    studio.work()
    assert len(studio.kept) == 1


def test_a_job_that_runs_twice_works_once(studio: Studio) -> None:
    studio.add(GAME)
    studio.work()
    studio.work()
    assert len(studio.video.given) == 1


def test_a_dead_workers_asset_is_taken_over_when_its_lease_has_run_out(studio: Studio) -> None:
    studio.add(GAME)
    studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.begin("dead", NOW))
    with studio.storage.workspace("1-dead") as left:
        (left / "half").write_text("half made")
        studio.storage.put("assets/1-dead/master.m3u8", studio.file)
        studio.work()
        assert studio.clock.now() > NOW + LEASE
        assert not left.exists()
    assert studio.state() == (AssetState.READY, "")
    made = studio.assets.kept[AssetId(1)].made
    assert made is not None
    assert studio.kept == [f"{made.folder}/master.m3u8"], "what the dead one published is gone"


def test_a_living_workers_asset_is_left_to_it(studio: Studio) -> None:
    studio.add(GAME)
    studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.begin("alive", NOW))

    def wait_while_it_renews(seconds: float) -> None:
        studio.clock.advance(timedelta(seconds=seconds - 10))
        now = studio.clock.now()
        studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.advance("alive", 0.5, now))
        studio.clock.advance(timedelta(seconds=10))

    studio.worker(wait_while_it_renews)(CHANNEL, AssetId(1))
    assert studio.video.given == []
    assert studio.assets.kept[AssetId(1)].lease == "alive"


def test_who_lost_the_lease_publishes_nothing(studio: Studio) -> None:
    def another_takes_over() -> None:
        studio.clock.advance(LEASE)
        studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.begin("another", studio.clock.now()))

    studio.add(GAME)
    studio.video.during = another_takes_over
    studio.work()
    asset = studio.assets.kept[AssetId(1)]
    assert (asset.state, asset.lease) == (AssetState.PROCESSING, "another")
    assert [key for key in studio.kept if key.startswith("assets/")] == []
    assert [key for key in studio.kept if key.startswith("sources/")], "the other still needs the source"


def test_who_loses_the_lease_at_the_last_moment_takes_its_files_back(studio: Studio) -> None:
    studio.add(GAME)
    publish = studio.storage.publish

    def publish_late(folder: Path, prefix: str) -> None:
        publish(folder, prefix)
        studio.clock.advance(LEASE)
        studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.begin("another", studio.clock.now()))

    studio.storage.publish = publish_late  # type: ignore[method-assign]
    studio.work()
    assert studio.assets.kept[AssetId(1)].lease == "another"
    assert [key for key in studio.kept if key.startswith("assets/")] == []


def test_a_worker_that_starts_queues_what_the_dead_left(studio: Studio) -> None:
    studio.add(GAME)
    studio.assets.change(CHANNEL, AssetId(1), lambda asset: asset.begin("dead", NOW))
    studio.file.write_bytes(b"another game")
    studio.add(GAME)
    first, second = (task.unique for task in studio.jobs.asked)
    studio.jobs.asked.clear()
    assert RecoverMedia(studio.assets, studio.jobs)() == 2
    again = [task.unique for task in studio.jobs.asked]
    assert again[0] != first, "the dead worker's job must not stand in the way"
    assert again[1] == second, "a job that waits already is not doubled"
