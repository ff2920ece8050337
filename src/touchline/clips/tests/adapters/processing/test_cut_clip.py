"""Cutting the file of a clip, with fakes for the cutter and the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.storage.local import LocalStorage
from touchline.clips.adapters.gateways import StorageFiles
from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.processing.cut_clip import CutClip
from touchline.clips.application.processing.failure_messages import DISK_FULL
from touchline.clips.domain.captions import ClipCaptions, RunCaptions
from touchline.clips.domain.clip import Clip, Range
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.playlists import MASTER
from touchline.clips.tests.cutting_fakes import (
    CHANNEL_ID,
    NOW,
    FakeCutter,
    FakeProcessingStore,
    FakeRecordings,
    build_clip,
    raise_damaged,
    raise_disk_full,
    write_segments,
)
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.work import MAX_ATTEMPTS, WorkState
from touchline.shared.webvtt import TextCue

SEGMENTS = {"a.ts": b"a", "b.ts": b"b", "new-c.ts": b"c"}


@dataclass
class CutEnvironment:
    """The environment of a clip cut: fakes, and the real local storage."""

    folder: Path
    store: FakeProcessingStore = field(default_factory=FakeProcessingStore)
    cutter: FakeCutter = field(default_factory=FakeCutter)
    captions: FakeRecordings = field(default_factory=FakeRecordings)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))

    def __post_init__(self) -> None:
        self.storage = LocalStorage(self.folder / "kept")
        self.files = StorageFiles(self.storage)

    def save(self, **changes: Any) -> Clip:
        clip = build_clip(**changes)
        write_segments(self.files, clip, SEGMENTS, self.folder)
        self.store.add(clip)
        return clip

    def run_job(self) -> None:
        """Run the job as a worker does."""
        folders = CaptionFolders(self.captions, self.files)
        CutClip(self.store, self.files, folders, self.cutter, self.clock)(CHANNEL_ID, ClipId(1))

    @property
    def clip(self) -> Clip:
        return self.store.clips[ClipId(1)]

    def list_leftovers(self, clip: Clip) -> set[str]:
        """Return the stored files of a clip outside its play folder, and all workspaces."""
        saved = {key.removeprefix(f"{clip.folder}/") for key in self.storage.list(f"{clip.folder}/")}
        work = self.folder / "kept" / ".work"
        return {key for key in saved if not key.startswith("play/")} | {path.name for path in work.iterdir()}


@pytest.fixture
def environment(tmp_path: Path) -> CutEnvironment:
    return CutEnvironment(tmp_path)


def test_a_clip_is_cut_from_its_largest_rendition_run_by_run(environment: CutEnvironment) -> None:
    clip = environment.save()
    environment.run_job()
    assert environment.cutter.cuts == [([[b"a", b"b"], [b"c"]], 500, 2_500)]
    assert (environment.clip.state, environment.clip.progress, environment.clip.size) == (
        WorkState.READY,
        100,
        3,
    )
    with environment.files.open(clip.file_key) as file:
        assert file.read() == b"abc"
    assert environment.list_leftovers(clip) == {"poster.jpg", "file/clip.mp4"}


def test_the_poster_shows_the_middle_segment_and_is_saved_before_the_file(
    environment: CutEnvironment,
) -> None:
    environment.save()
    progress_values: list[tuple[bool, bool]] = []
    environment.cutter.on_cut = lambda: progress_values.append(
        (environment.clip.has_poster, _is_saved(environment, "poster.jpg"))
    )
    environment.run_job()
    assert environment.cutter.frames == [(b"b", 0)]
    assert progress_values == [(True, True)]


def test_the_poster_of_a_clip_within_one_segment_is_its_middle_frame(environment: CutEnvironment) -> None:
    environment.save(range=Range(1_200, 600), offset_ms=200)
    environment.run_job()
    assert environment.cutter.frames == [(b"a", 500)]


def _is_saved(environment: CutEnvironment, name: str) -> bool:
    return environment.files.get_size(f"{environment.clip.folder}/{name}") is not None


def test_progress_is_recorded_during_a_cut_and_renews_the_lease(
    environment: CutEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.save()
    progress_values: list[tuple[int, timedelta]] = []
    update_clip = FakeProcessingStore.update_clip

    def record_progress(store: FakeProcessingStore, *arguments: Any) -> Any:
        result = update_clip(store, *arguments)
        until = environment.clip.leased_until
        progress_values.append(
            (environment.clip.progress, until - environment.clock.now() if until else timedelta(0))
        )
        return result

    monkeypatch.setattr(FakeProcessingStore, "update_clip", record_progress)
    environment.cutter.on_cut = lambda: environment.clock.advance(Clip.LEASE - timedelta(seconds=1))
    environment.run_job()
    assert progress_values == [
        (0, Clip.LEASE),
        (0, Clip.LEASE),
        (90, Clip.LEASE),
        (99, Clip.LEASE),
        (100, timedelta(0)),
    ]


def test_a_clip_that_is_ready_is_not_cut_again(environment: CutEnvironment) -> None:
    environment.save()
    environment.run_job()
    environment.run_job()
    assert len(environment.cutter.cuts) == 1


def test_a_damaged_segment_fails_the_clip_with_a_message_and_keeps_the_poster(
    environment: CutEnvironment,
) -> None:
    clip = environment.save()
    environment.cutter.on_cut = raise_damaged
    environment.run_job()
    assert (environment.clip.state, environment.clip.failure_message) == (
        WorkState.FAILED,
        "A part of the stream is damaged.",
    )
    assert environment.list_leftovers(clip) == {"poster.jpg"}


def test_a_full_disk_fails_the_clip_with_a_message_and_leaves_no_files(environment: CutEnvironment) -> None:
    clip = environment.save()
    environment.cutter.on_cut = raise_disk_full
    environment.run_job()
    assert (environment.clip.state, environment.clip.failure_message) == (WorkState.FAILED, DISK_FULL)
    assert environment.list_leftovers(clip) == {"poster.jpg"}


def test_a_full_disk_while_saving_fails_the_clip(
    environment: CutEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = environment.save()
    monkeypatch.setattr(LocalStorage, "publish", lambda *_: raise_disk_full())
    environment.run_job()
    assert (environment.clip.state, environment.clip.failure_message) == (WorkState.FAILED, DISK_FULL)
    assert environment.list_leftovers(clip) == {"poster.jpg"}


def test_missing_segments_fail_the_clip_with_a_message(environment: CutEnvironment) -> None:
    clip = environment.save()
    environment.storage.remove(f"{clip.play_folder}/720p/00001.ts")
    environment.run_job()
    assert environment.clip.failure_message == "This part of the stream is no longer available."
    environment.storage.remove(clip.play_folder)
    environment.clip.restart()
    environment.run_job()
    assert environment.clip.state is WorkState.FAILED
    assert environment.list_leftovers(clip) == set()


def test_a_failed_clip_is_cut_again_and_keeps_its_poster(environment: CutEnvironment) -> None:
    environment.save()
    environment.cutter.on_cut = raise_disk_full
    environment.run_job()
    environment.cutter.on_cut = lambda: None
    environment.clip.retry()
    environment.run_job()
    assert environment.clip.state is WorkState.READY
    assert len(environment.cutter.frames) == 1


def test_an_unexpected_error_propagates_and_the_clip_is_queued_again(environment: CutEnvironment) -> None:
    clip = environment.save()

    def raise_error() -> None:
        raise RuntimeError("a defect")

    environment.cutter.on_cut = raise_error
    with pytest.raises(RuntimeError):
        environment.run_job()
    assert (environment.clip.state, environment.clip.attempts) == (WorkState.QUEUED, 1)
    assert environment.list_leftovers(clip) == {"poster.jpg"}
    for _ in range(MAX_ATTEMPTS - 1):
        with pytest.raises(RuntimeError):
            environment.run_job()
    assert (environment.clip.state, environment.clip.failure_message) == (WorkState.FAILED, Clip.GAVE_UP)


def test_a_clip_deleted_during_the_cut_raises_nothing_and_leaves_no_files(
    environment: CutEnvironment,
) -> None:
    clip = environment.save()

    def delete_clip() -> None:
        del environment.store.clips[clip.id]
        environment.files.remove(clip.folder)
        environment.clock.advance(timedelta(seconds=3))

    environment.cutter.on_cut = delete_clip
    environment.run_job()
    assert environment.list_leftovers(clip) == set()
    assert list(environment.storage.list("clips/")) == []


def test_a_clip_deleted_just_before_publishing_leaves_no_files(
    environment: CutEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    clip = environment.save()
    publish = LocalStorage.publish

    def publish_after_delete(storage: LocalStorage, folder: Path, prefix: str) -> None:
        del environment.store.clips[clip.id]
        environment.files.remove(clip.folder)
        folder.mkdir(parents=True)
        (folder / "clip.mp4").write_bytes(b"late")
        publish(storage, folder, prefix)

    monkeypatch.setattr(LocalStorage, "publish", publish_after_delete)
    environment.run_job()
    assert list(environment.storage.list("")) == ["assets/1-x/a.ts", "assets/1-x/b.ts", "assets/1-x/new-c.ts"]
    assert environment.list_leftovers(clip) == set()


def test_a_clip_deleted_before_the_job_starts_is_not_an_error(environment: CutEnvironment) -> None:
    environment.run_job()
    assert environment.cutter.cuts == []


def test_only_one_of_two_workers_cuts_a_clip_and_the_other_does_not_wait(
    environment: CutEnvironment,
) -> None:
    environment.save()
    states: list[WorkState] = []

    def start_second_worker() -> None:
        environment.run_job()
        states.append(environment.clip.state)

    environment.cutter.on_cut = start_second_worker
    environment.run_job()
    assert states == [WorkState.PROCESSING]
    assert len(environment.cutter.cuts) == 1
    assert (environment.clip.state, environment.clip.attempts) == (WorkState.READY, 1)


def test_the_files_of_a_killed_worker_are_deleted_by_the_next_one(environment: CutEnvironment) -> None:
    clip = environment.save()

    class Killed(BaseException):
        """A simulated SIGKILL.

        A real one leaves the workspace. This one deletes it, so the test restores it.
        """

    def kill_worker() -> None:
        raise Killed

    environment.cutter.on_cut = kill_worker
    with pytest.raises(Killed):
        environment.run_job()
    _leave_partial_file(environment, clip)
    (environment.folder / "old").write_bytes(b"published by a worker that died before it saved the clip")
    environment.files.save(clip.file_key, environment.folder / "old")
    progress_values: list[set[str]] = []
    environment.cutter.on_cut = lambda: progress_values.append(environment.list_leftovers(clip))
    environment.run_job()
    assert (environment.clip.state, progress_values) == (WorkState.PROCESSING, []), (
        "the first worker may still be alive"
    )
    environment.clock.advance(Clip.LEASE)
    environment.run_job()
    assert len(progress_values[0]) == 2, "the poster, and one workspace"
    assert (environment.clip.state, environment.clip.attempts) == (WorkState.READY, 2)
    assert environment.list_leftovers(clip) == {"poster.jpg", "file/clip.mp4"}
    with environment.files.open(clip.file_key) as file:
        assert file.read() == b"abc"


def _leave_partial_file(environment: CutEnvironment, clip: Clip) -> None:
    partial_file = environment.folder / "kept" / ".work" / f"{clip.folder.replace('/', '-')}-dead"
    partial_file.mkdir()
    (partial_file / "clip.mp4").write_bytes(b"half")


def test_a_clip_fails_and_leaves_no_files_after_too_many_worker_deaths(environment: CutEnvironment) -> None:
    clip = environment.save()
    _leave_partial_file(environment, clip)
    environment.clip.state, environment.clip.attempts, environment.clip.lease = (
        WorkState.PROCESSING,
        MAX_ATTEMPTS,
        "dead",
    )
    environment.run_job()
    assert (environment.clip.state, environment.clip.failure_message) == (WorkState.FAILED, Clip.GAVE_UP)
    assert environment.list_leftovers(clip) == set()


def test_a_worker_without_its_lease_changes_nothing(environment: CutEnvironment) -> None:
    clip = environment.save()

    def expire_lease() -> None:
        environment.clock.advance(timedelta(seconds=20))
        environment.cutter.on_cut = lambda: None
        environment.run_job()

    environment.cutter.on_cut = expire_lease
    environment.run_job()
    assert (environment.clip.state, environment.clip.attempts) == (WorkState.READY, 2)
    assert environment.list_leftovers(clip) == {"poster.jpg", "file/clip.mp4"}


def test_the_file_has_a_text_track_for_each_language_of_the_clip(environment: CutEnvironment) -> None:
    clip = environment.save()
    folders = CaptionFolders(environment.captions, environment.files)
    captions = [ClipCaptions("en", "English", [TextCue(0, 900, "Wide")])]
    change = folders.plan(clip, captions)
    assert change is not None
    folders.apply(change)
    environment.run_job()
    (track,) = environment.cutter.text_tracks
    assert (track.name, track.language, list(track.cues)) == ("English", "en", [TextCue(0, 900, "Wide")])
    assert folders.plan(clip, captions) is None


def test_captions_of_the_picture_become_text_of_the_clip_and_of_its_file(environment: CutEnvironment) -> None:
    clip = environment.save()
    master = f"{clip.play_folder}/{MASTER}"
    with environment.files.open(master) as file:
        text = file.read().decode()
    tag = '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="CC1",INSTREAM-ID="CC1"\n'
    changed = text.replace("#EXT-X-STREAM-INF", f"{tag}#EXT-X-STREAM-INF", 1)
    environment.files.create_folder(clip.play_folder, {}, {MASTER: changed})
    cues = [[TextCue(200, 1000, "Wide")], [TextCue(0, 500, "Save")]]
    environment.cutter.embedded_captions = [RunCaptions("", "Captions", cues)]
    environment.run_job()
    expected = [TextCue(0, 500, "Wide"), TextCue(1500, 2000, "Save")]
    assert [list(it.cues) for it in environment.cutter.text_tracks] == [expected]
    (captions,) = CaptionFolders(environment.captions, environment.files).read(clip.play_folder)
    assert (captions.language, captions.name, list(captions.cues)) == ("", "Captions", expected)
