"""Files of whole events: making them, asking again for what dead workers left, and the daily tidy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.storage.local import LocalStorage
from touchline.clips.adapters.gateways import KeptFiles
from touchline.clips.application.make_event_file import REPLACED, MakeEventFile
from touchline.clips.application.recover import RecoverFiles
from touchline.clips.application.refusals import NO_ROOM
from touchline.clips.application.tidy import TidyFiles
from touchline.clips.domain.event_file import KEPT, EventFile
from touchline.clips.domain.folders import new_folder
from touchline.clips.domain.ids import EventFileId
from touchline.clips.tests.cutting_fakes import (
    CHANNEL,
    GAME,
    NOW,
    FakeCutter,
    FakeFootages,
    FakeJobs,
    FakeLedger,
    clip_of,
    damaged,
    file_of,
    footage_of,
    full_disk,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId
from touchline.shared.work import WorkState

KEYS = ("assets/1-x/a.ts", "assets/1-x/b.ts")


@dataclass
class Room:
    """Where files of events are made."""

    folder: Path
    ledger: FakeLedger = field(default_factory=FakeLedger)
    cutter: FakeCutter = field(default_factory=FakeCutter)
    footages: FakeFootages = field(default_factory=FakeFootages)
    jobs: FakeJobs = field(default_factory=FakeJobs)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def __post_init__(self) -> None:
        self.storage = LocalStorage(self.folder / "kept")
        self.files = KeptFiles(self.storage)
        for key in KEYS:
            self.keep(key)
        self.footages.recordings[GAME] = footage_of(*KEYS)
        self.ledger.add(file_of())

    def keep(self, key: str) -> None:
        (self.folder / "file").write_bytes(Path(key).stem.encode())
        self.files.keep(key, self.folder / "file")

    def work(self) -> None:
        make = MakeEventFile(self.ledger, self.footages, self.files, self.cutter, self.clock)
        make(CHANNEL, EventFileId(1))

    def tidy(self) -> None:
        TidyFiles(self.ledger, self.files, self.footages, self.clock)()

    @property
    def file(self) -> EventFile:
        return self.ledger.event_files[EventFileId(1)]

    @property
    def kept(self) -> set[str]:
        """All that is kept below the rooms of clips and downloads, or being made."""
        kept = {key for room in ("clips", "downloads") for key in self.storage.list(f"{room}/")}
        return kept | {path.name for path in (self.folder / "kept" / ".work").iterdir()}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_the_file_of_an_event_is_made_of_its_largest_rendition(room: Room) -> None:
    room.work()
    assert (room.file.state, room.file.size) == (WorkState.READY, 2)
    with room.files.open(room.file.key) as file:
        assert file.read() == b"ab"
    assert room.kept == {room.file.key}


def test_a_recording_that_was_replaced_meanwhile_is_not_made_a_file_of(room: Room) -> None:
    room.footages.recordings[GAME] = footage_of("assets/2-x/a.ts")
    room.work()
    assert (room.file.state, room.file.failure_message) == (WorkState.FAILED, REPLACED)
    room.file.try_again()
    del room.footages.recordings[GAME]
    room.work()
    assert room.file.state is WorkState.FAILED


@pytest.mark.parametrize("wrong", [full_disk, damaged])
def test_what_goes_wrong_ends_in_failed_with_a_reason_and_leaves_nothing(
    room: Room, wrong: Callable[[], None]
) -> None:
    room.cutter.during = wrong
    room.work()
    sentences = {full_disk: NO_ROOM, damaged: "A part of the stream is damaged."}
    assert (room.file.state, room.file.failure_message) == (WorkState.FAILED, sentences[wrong])
    assert room.kept == set()


def test_a_file_that_is_dropped_at_the_last_moment_leaves_nothing(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish = LocalStorage.publish

    def drop(storage: LocalStorage, folder: Path, prefix: str) -> None:
        publish(storage, folder, prefix)
        room.ledger.event_files.clear()

    monkeypatch.setattr(LocalStorage, "publish", drop)
    room.work()
    assert room.kept == set()


def test_what_a_killed_worker_published_is_made_anew(room: Room) -> None:
    room.keep(room.file.key)
    room.work()
    assert (room.file.state, room.file.size) == (WorkState.READY, 2)


def test_who_asks_hears_of_a_failure_once_and_has_it_made_again_then(room: Room) -> None:
    file = room.file
    file.state, file.failure_message = WorkState.FAILED, "No."
    assert not file.wanted(NOW)
    assert (file.state, file.failure_message) == (WorkState.FAILED, "No.")
    assert file.wanted(NOW)
    assert file.state is WorkState.QUEUED
    file.state = WorkState.FAILED
    assert not file.wanted(NOW)


def test_what_dead_workers_left_is_asked_for_again_and_what_waits_only_once(room: Room) -> None:
    dead, alive = clip_of(2), clip_of(3)
    dead.begin("x", NOW - timedelta(minutes=1))
    alive.begin("y", NOW)
    done = clip_of(4, state=WorkState.READY)
    room.ledger.add(clip_of(1), dead, alive, done)
    assert RecoverFiles(room.ledger, room.jobs, room.clock)() == 3
    assert [(task.name, task.ids, task.queue, task.unique) for task in room.jobs.asked] == [
        ("clips.cut", (1, 1), "clips", "clip-1"),
        ("clips.cut", (1, 2), "clips", "clip-2-after-1"),
        ("clips.make_event_file", (1, 1), "downloads", "event-1"),
    ]


def test_the_daily_tidy_removes_what_nobody_asked_for_in_thirty_days(room: Room) -> None:
    room.work()
    room.clock.advance(KEPT - timedelta(seconds=1))
    room.tidy()
    assert room.kept == {room.file.key}
    room.clock.advance(timedelta(seconds=1))
    room.tidy()
    assert room.ledger.event_files == {}
    assert room.kept == set()


def test_the_daily_tidy_removes_the_file_of_another_recording_but_not_one_that_is_being_made(
    room: Room,
) -> None:
    room.footages.recordings[GAME] = footage_of("assets/2-x/a.ts")
    room.tidy()
    assert room.file.state is WorkState.QUEUED
    room.file.state = WorkState.READY
    room.keep(room.file.key)
    room.tidy()
    assert (room.ledger.event_files, room.kept) == ({}, set())


def test_the_daily_tidy_removes_the_file_of_an_event_that_is_gone_in_its_own_channel_alone(
    room: Room,
) -> None:
    other = file_of(2, channel_id=ChannelId(2), state=WorkState.READY)
    room.ledger.add(other)
    room.work()
    room.tidy()
    assert set(room.ledger.event_files) == {1}


def test_the_daily_tidy_removes_folders_that_belong_to_nothing_unless_they_are_young(room: Room) -> None:
    old = new_folder("clips", NOW - timedelta(hours=2))
    young = new_folder("clips", NOW - timedelta(minutes=59))
    clip = clip_of(folder=new_folder("clips", NOW - timedelta(days=9)))
    room.ledger.add(clip)
    for folder in (old, young, clip.folder, "downloads/nobody-knows"):
        room.keep(f"{folder}/play/master.m3u8")
    (room.folder / "kept" / ".work" / f"{old.replace('/', '-')}-dead").mkdir()
    room.tidy()
    assert room.kept == {f"{folder}/play/master.m3u8" for folder in (young, clip.folder)}
