"""Cutting the file of a clip, with stand-ins for the cutter and the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.storage.local import LocalStorage
from touchline.clips.adapters.gateways import KeptFiles
from touchline.clips.application.cut_clip import CutClip
from touchline.clips.application.refusals import NO_ROOM
from touchline.clips.domain.clip import Clip, Range
from touchline.clips.domain.ids import ClipId
from touchline.clips.tests.cutting_fakes import (
    CHANNEL,
    NOW,
    FakeCutter,
    FakeLedger,
    clip_of,
    damaged,
    full_disk,
    gather,
)
from touchline.shared.clock import FixedClock
from touchline.shared.work import MOST_ATTEMPTS, WorkState

SEGMENTS = {"a.ts": b"a", "b.ts": b"b", "new-c.ts": b"c"}


@dataclass
class Room:
    """Where clips are cut."""

    folder: Path
    ledger: FakeLedger = field(default_factory=FakeLedger)
    cutter: FakeCutter = field(default_factory=FakeCutter)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def __post_init__(self) -> None:
        self.storage = LocalStorage(self.folder / "kept")
        self.files = KeptFiles(self.storage)

    def save(self, **changes: Any) -> Clip:
        clip = clip_of(**changes)
        gather(self.files, clip, SEGMENTS, self.folder)
        self.ledger.add(clip)
        return clip

    def work(self) -> None:
        """What a worker does."""
        CutClip(self.ledger, self.files, self.cutter, self.clock)(CHANNEL, ClipId(1))

    @property
    def clip(self) -> Clip:
        return self.ledger.clips[ClipId(1)]

    def left(self, clip: Clip) -> set[str]:
        """What is kept of a clip beside what it plays from, and all that is being made."""
        kept = {key.removeprefix(f"{clip.folder}/") for key in self.storage.list(f"{clip.folder}/")}
        work = self.folder / "kept" / ".work"
        return {key for key in kept if not key.startswith("play/")} | {path.name for path in work.iterdir()}


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_clip_is_cut_from_its_own_largest_segments_take_by_take(room: Room) -> None:
    clip = room.save()
    room.work()
    assert room.cutter.cuts == [([[b"a", b"b"], [b"c"]], 500, 2_500)]
    assert (room.clip.state, room.clip.progress, room.clip.size) == (WorkState.READY, 100, 3)
    with room.files.open(clip.file_key) as file:
        assert file.read() == b"abc"
    assert room.left(clip) == {"poster.jpg", "file/clip.mp4"}


def test_the_poster_is_of_the_segment_in_the_middle_and_there_before_the_file(room: Room) -> None:
    room.save()
    seen: list[tuple[bool, bool]] = []
    room.cutter.during = lambda: seen.append((room.clip.has_poster, _is_kept(room, "poster.jpg")))
    room.work()
    assert room.cutter.pictures == [(b"b", 0)]
    assert seen == [(True, True)]


def test_the_poster_of_a_clip_within_one_segment_is_the_picture_in_its_middle(room: Room) -> None:
    room.save(range=Range(1_200, 600), offset_ms=200)
    room.work()
    assert room.cutter.pictures == [(b"a", 500)]


def _is_kept(room: Room, name: str) -> bool:
    return room.files.size(f"{room.clip.folder}/{name}") is not None


def test_progress_is_noted_while_it_is_cut_and_renews_the_lease(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.save()
    seen: list[tuple[int, timedelta]] = []
    change = FakeLedger.change

    def watch(ledger: FakeLedger, *asked: Any) -> Any:
        answer = change(ledger, *asked)
        until = room.clip.leased_until
        seen.append((room.clip.progress, until - room.clock.now() if until else timedelta(0)))
        return answer

    monkeypatch.setattr(FakeLedger, "change", watch)
    room.cutter.during = lambda: room.clock.advance(Clip.LEASE - timedelta(seconds=1))
    room.work()
    assert seen == [(0, Clip.LEASE), (0, Clip.LEASE), (90, Clip.LEASE), (99, Clip.LEASE), (100, timedelta(0))]


def test_a_clip_that_is_ready_is_not_cut_again(room: Room) -> None:
    room.save()
    room.work()
    room.work()
    assert len(room.cutter.cuts) == 1


def test_a_damaged_segment_ends_in_failed_with_the_sentence_and_leaves_the_poster_alone(room: Room) -> None:
    clip = room.save()
    room.cutter.during = damaged
    room.work()
    assert (room.clip.state, room.clip.failure_message) == (
        WorkState.FAILED,
        "A part of the stream is damaged.",
    )
    assert room.left(clip) == {"poster.jpg"}


def test_a_full_disk_ends_in_failed_with_a_reason_and_leaves_nothing(room: Room) -> None:
    clip = room.save()
    room.cutter.during = full_disk
    room.work()
    assert (room.clip.state, room.clip.failure_message) == (WorkState.FAILED, NO_ROOM)
    assert room.left(clip) == {"poster.jpg"}


def test_a_full_disk_while_it_is_kept_is_the_same(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    clip = room.save()
    monkeypatch.setattr(LocalStorage, "publish", lambda *_: full_disk())
    room.work()
    assert (room.clip.state, room.clip.failure_message) == (WorkState.FAILED, NO_ROOM)
    assert room.left(clip) == {"poster.jpg"}


def test_segments_that_are_gone_end_in_failed_with_a_reason(room: Room) -> None:
    clip = room.save()
    room.storage.remove(f"{clip.play_folder}/720p/00001.ts")
    room.work()
    assert room.clip.failure_message == "This part of the stream is no longer there."
    room.storage.remove(clip.play_folder)
    room.clip.try_again()
    room.work()
    assert room.clip.state is WorkState.FAILED
    assert room.left(clip) == set()


def test_one_that_failed_is_cut_once_more_and_keeps_its_poster(room: Room) -> None:
    room.save()
    room.cutter.during = full_disk
    room.work()
    room.cutter.during = lambda: None
    room.clip.retry()
    room.work()
    assert room.clip.state is WorkState.READY
    assert len(room.cutter.pictures) == 1


def test_an_error_of_the_house_passes_through_and_the_clip_waits_again(room: Room) -> None:
    clip = room.save()

    def broken() -> None:
        raise RuntimeError("a defect")

    room.cutter.during = broken
    with pytest.raises(RuntimeError):
        room.work()
    assert (room.clip.state, room.clip.attempts) == (WorkState.QUEUED, 1)
    assert room.left(clip) == {"poster.jpg"}
    for _ in range(MOST_ATTEMPTS - 1):
        with pytest.raises(RuntimeError):
            room.work()
    assert (room.clip.state, room.clip.failure_message) == (WorkState.FAILED, Clip.GAVE_UP)


def test_a_clip_that_is_deleted_while_it_is_cut_ends_quietly_and_leaves_no_file(room: Room) -> None:
    clip = room.save()

    def delete() -> None:
        del room.ledger.clips[clip.id]
        room.files.remove(clip.folder)
        room.clock.advance(timedelta(seconds=3))

    room.cutter.during = delete
    room.work()
    assert room.left(clip) == set()
    assert list(room.storage.list("clips/")) == []


def test_a_clip_that_is_deleted_at_the_last_moment_leaves_no_file_either(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = room.save()
    publish = LocalStorage.publish

    def publish_late(storage: LocalStorage, folder: Path, prefix: str) -> None:
        del room.ledger.clips[clip.id]
        room.files.remove(clip.folder)
        folder.mkdir(parents=True)
        (folder / "clip.mp4").write_bytes(b"late")
        publish(storage, folder, prefix)

    monkeypatch.setattr(LocalStorage, "publish", publish_late)
    room.work()
    assert list(room.storage.list("")) == ["assets/1-x/a.ts", "assets/1-x/b.ts", "assets/1-x/new-c.ts"]
    assert room.left(clip) == set()


def test_a_clip_that_is_gone_before_the_job_begins_is_no_error(room: Room) -> None:
    room.work()
    assert room.cutter.cuts == []


def test_of_two_workers_at_once_one_works_and_the_other_does_not_wait_for_it(room: Room) -> None:
    room.save()
    states: list[WorkState] = []

    def work_as_well() -> None:
        room.work()
        states.append(room.clip.state)

    room.cutter.during = work_as_well
    room.work()
    assert states == [WorkState.PROCESSING]
    assert len(room.cutter.cuts) == 1
    assert (room.clip.state, room.clip.attempts) == (WorkState.READY, 1)


def test_what_a_killed_worker_left_is_thrown_away_by_the_next_one(room: Room) -> None:
    clip = room.save()

    class Killed(BaseException):
        """SIGKILL leaves everything as it is; here the workspace is put back."""

    def die() -> None:
        raise Killed

    room.cutter.during = die
    with pytest.raises(Killed):
        room.work()
    _leave_half(room, clip)
    (room.folder / "old").write_bytes(b"published by one that did not come to list it")
    room.files.keep(clip.file_key, room.folder / "old")
    seen: list[set[str]] = []
    room.cutter.during = lambda: seen.append(room.left(clip))
    room.work()
    assert (room.clip.state, seen) == (WorkState.PROCESSING, []), "it might live"
    room.clock.advance(Clip.LEASE)
    room.work()
    assert len(seen[0]) == 2, "the poster, and one workspace"
    assert (room.clip.state, room.clip.attempts) == (WorkState.READY, 2)
    assert room.left(clip) == {"poster.jpg", "file/clip.mp4"}
    with room.files.open(clip.file_key) as file:
        assert file.read() == b"abc"


def _leave_half(room: Room, clip: Clip) -> None:
    half = room.folder / "kept" / ".work" / f"{clip.folder.replace('/', '-')}-dead"
    half.mkdir()
    (half / "clip.mp4").write_bytes(b"half")


def test_one_whose_workers_died_too_often_fails_and_leaves_nothing(room: Room) -> None:
    clip = room.save()
    _leave_half(room, clip)
    room.clip.state, room.clip.attempts, room.clip.lease = WorkState.PROCESSING, MOST_ATTEMPTS, "dead"
    room.work()
    assert (room.clip.state, room.clip.failure_message) == (WorkState.FAILED, Clip.GAVE_UP)
    assert room.left(clip) == set()


def test_who_was_taken_for_dead_changes_nothing_any_more(room: Room) -> None:
    clip = room.save()

    def sleep() -> None:
        room.clock.advance(timedelta(seconds=20))
        room.cutter.during = lambda: None
        room.work()

    room.cutter.during = sleep
    room.work()
    assert (room.clip.state, room.clip.attempts) == (WorkState.READY, 2)
    assert room.left(clip) == {"poster.jpg", "file/clip.mp4"}
