"""Files of whole events: making them, retrying after dead workers, and the daily cleanup."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from touchline.clips.adapters.gateways import StorageFiles
from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.processing.clean_up_files import CleanUpFiles
from touchline.clips.application.processing.failure_messages import DISK_FULL
from touchline.clips.application.processing.make_event_file import RECORDING_REPLACED, MakeEventFile
from touchline.clips.application.processing.recover_files import RecoverFiles
from touchline.clips.domain.event_file import RETENTION, EventFile
from touchline.clips.domain.folders import new_folder
from touchline.clips.domain.ids import EventFileId
from touchline.clips.tests.cutting_fakes import (
    CHANNEL_ID,
    EVENT_ID,
    NOW,
    FakeCutter,
    FakeJobs,
    FakeProcessingStore,
    FakeRecordings,
    build_clip,
    build_event_file,
    build_footage,
    raise_damaged,
    raise_disk_full,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.work import WorkState

KEYS = ("assets/1-x/a.ts", "assets/1-x/b.ts")


@dataclass
class EventFileEnvironment:
    """The environment of event file jobs: fakes, and the real local storage."""

    folder: Path
    store: FakeProcessingStore = field(default_factory=FakeProcessingStore)
    cutter: FakeCutter = field(default_factory=FakeCutter)
    recordings: FakeRecordings = field(default_factory=FakeRecordings)
    jobs: FakeJobs = field(default_factory=FakeJobs)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def __post_init__(self) -> None:
        self.storage = LocalStorage(self.folder / "kept")
        self.files = StorageFiles(self.storage)
        for key in KEYS:
            self.save_file(key)
        self.recordings.recordings[EVENT_ID] = build_footage(*KEYS)
        self.store.add(build_event_file())

    def save_file(self, key: str) -> None:
        (self.folder / "file").write_bytes(Path(key).stem.encode())
        self.files.save(key, self.folder / "file")

    def run_job(self) -> None:
        make = MakeEventFile(
            self.store,
            self.recordings,
            self.files,
            CaptionFolders(self.recordings, self.files),
            self.cutter,
            self.clock,
        )
        make(CHANNEL_ID, EventFileId(1))

    def clean_up(self) -> None:
        CleanUpFiles(self.store, self.files, self.recordings, self.clock)()

    @property
    def file(self) -> EventFile:
        return self.store.event_files[EventFileId(1)]

    @property
    def saved_keys(self) -> set[str]:
        """Return everything stored below `clips/` and `downloads/`, and all workspaces."""
        saved = {key for root in ("clips", "downloads") for key in self.storage.list(f"{root}/")}
        return saved | {path.name for path in (self.folder / "kept" / ".work").iterdir()}


@pytest.fixture
def environment(tmp_path: Path) -> EventFileEnvironment:
    return EventFileEnvironment(tmp_path)


def test_the_file_of_an_event_is_made_of_its_largest_rendition(environment: EventFileEnvironment) -> None:
    environment.run_job()
    assert (environment.file.state, environment.file.size) == (WorkState.READY, 2)
    with environment.files.open(environment.file.key) as file:
        assert file.read() == b"ab"
    assert environment.saved_keys == {environment.file.key}


def test_no_file_is_made_of_a_replaced_recording(
    environment: EventFileEnvironment,
) -> None:
    environment.recordings.recordings[EVENT_ID] = build_footage("assets/2-x/a.ts")
    environment.run_job()
    assert (environment.file.state, environment.file.failure_message) == (
        WorkState.FAILED,
        RECORDING_REPLACED,
    )
    environment.file.restart()
    del environment.recordings.recordings[EVENT_ID]
    environment.run_job()
    assert environment.file.state is WorkState.FAILED


@pytest.mark.parametrize("wrong", [raise_disk_full, raise_damaged])
def test_an_error_fails_the_file_with_a_message_and_leaves_no_files(
    environment: EventFileEnvironment, wrong: Callable[[], None]
) -> None:
    environment.cutter.on_cut = wrong
    environment.run_job()
    sentences = {raise_disk_full: DISK_FULL, raise_damaged: "A part of the stream is damaged."}
    assert (environment.file.state, environment.file.failure_message) == (
        WorkState.FAILED,
        sentences[wrong],
    )
    assert environment.saved_keys == set()


def test_a_file_deleted_just_before_publishing_leaves_nothing(
    environment: EventFileEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish = LocalStorage.publish

    def delete_file(storage: LocalStorage, folder: Path, prefix: str) -> None:
        publish(storage, folder, prefix)
        environment.store.event_files.clear()

    monkeypatch.setattr(LocalStorage, "publish", delete_file)
    environment.run_job()
    assert environment.saved_keys == set()


def test_a_file_published_by_a_killed_worker_is_made_again(environment: EventFileEnvironment) -> None:
    environment.save_file(environment.file.key)
    environment.run_job()
    assert (environment.file.state, environment.file.size) == (WorkState.READY, 2)


def test_a_failure_is_reported_once_then_the_file_is_created_again(environment: EventFileEnvironment) -> None:
    file = environment.file
    file.state, file.failure_message = WorkState.FAILED, "No."
    assert not file.mark_requested(NOW)
    assert (file.state, file.failure_message) == (WorkState.FAILED, "No.")
    assert file.mark_requested(NOW)
    assert file.state is WorkState.QUEUED
    file.state = WorkState.FAILED
    assert not file.mark_requested(NOW)


def test_abandoned_work_is_requested_again_and_queued_work_only_once(
    environment: EventFileEnvironment,
) -> None:
    abandoned, alive = build_clip(2), build_clip(3)
    abandoned.begin("x", NOW - timedelta(minutes=1))
    alive.begin("y", NOW)
    finished = build_clip(4, state=WorkState.READY)
    environment.store.add(build_clip(1), abandoned, alive, finished)
    assert RecoverFiles(environment.store, environment.jobs, environment.clock)() == 3
    assert [(task.name, task.ids, task.queue, task.unique) for task in environment.jobs.requested] == [
        ("clips.cut", (1, 1), "clips", "clip-1"),
        ("clips.cut", (1, 2), "clips", "clip-2-after-1"),
        ("clips.make_event_file", (1, 1), "downloads", "event-1"),
        ("clips.make_highlights", (0, 0), "highlights", "make-highlights-0"),
    ]


def test_the_daily_cleanup_removes_files_not_requested_for_thirty_days(
    environment: EventFileEnvironment,
) -> None:
    environment.run_job()
    environment.clock.advance(RETENTION - timedelta(seconds=1))
    environment.clean_up()
    assert environment.saved_keys == {environment.file.key}
    environment.clock.advance(timedelta(seconds=1))
    environment.clean_up()
    assert environment.store.event_files == {}
    assert environment.saved_keys == set()


def test_the_daily_cleanup_removes_the_file_of_a_replaced_recording_but_not_one_in_progress(
    environment: EventFileEnvironment,
) -> None:
    environment.recordings.recordings[EVENT_ID] = build_footage("assets/2-x/a.ts")
    environment.clean_up()
    assert environment.file.state is WorkState.QUEUED
    environment.file.state = WorkState.READY
    environment.save_file(environment.file.key)
    environment.clean_up()
    assert (environment.store.event_files, environment.saved_keys) == ({}, set())


def test_the_daily_cleanup_removes_the_file_of_a_deleted_event_in_its_own_channel_only(
    environment: EventFileEnvironment,
) -> None:
    other = build_event_file(2, channel_id=ChannelId(2), state=WorkState.READY)
    environment.store.add(other)
    environment.run_job()
    environment.clean_up()
    assert set(environment.store.event_files) == {1}


def test_the_daily_cleanup_removes_orphaned_folders_unless_they_are_new(
    environment: EventFileEnvironment,
) -> None:
    old = new_folder("clips", NOW - timedelta(hours=2))
    young = new_folder("clips", NOW - timedelta(minutes=59))
    clip = build_clip(folder=new_folder("clips", NOW - timedelta(days=9)))
    environment.store.add(clip)
    for folder in (old, young, clip.folder, "downloads/nobody-knows"):
        environment.save_file(f"{folder}/play/master.m3u8")
    (environment.folder / "kept" / ".work" / f"{old.replace('/', '-')}-dead").mkdir()
    environment.clean_up()
    assert environment.saved_keys == {f"{folder}/play/master.m3u8" for folder in (young, clip.folder)}
