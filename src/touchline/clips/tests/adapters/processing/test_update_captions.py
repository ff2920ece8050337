"""Updating the captions of an event's clips after those of its recording have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adapters.storage.local import LocalStorage
from touchline.clips.adapters.gateways import StorageFiles
from touchline.clips.application.editing.caption_folders import CaptionFolders
from touchline.clips.application.processing.job_requests import CUT_CLIP_JOB
from touchline.clips.application.processing.update_captions import UpdateCaptions
from touchline.clips.domain.captions import RunCaptions
from touchline.clips.domain.clip import Clip, ClipOrigin
from touchline.clips.domain.highlight import Reel
from touchline.clips.domain.ids import ClipId, ReelId
from touchline.clips.tests.cutting_fakes import (
    CHANNEL_ID,
    EVENT_ID,
    NOW,
    FakeJobs,
    FakeRecordings,
    build_clip,
    build_event_file,
    write_segments,
)
from touchline.clips.tests.fakes import FakeClips
from touchline.shared.tasks.work import WorkState
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory
from touchline.shared.webvtt import TextCue

SEGMENTS = {"a.ts": b"a", "b.ts": b"b", "c.ts": b"c"}


class FakeEventFiles:
    """The file of the event."""

    def __init__(self) -> None:
        self.files = [build_event_file()]

    def list_for_event(self, event_id: int) -> Any:
        return list(self.files)

    def remove(self, file_id: int) -> None:
        self.files = [file for file in self.files if file.id != file_id]


class FakeReels:
    """The reel of the event."""

    def __init__(self) -> None:
        self.reel = Reel(ReelId(1), CHANNEL_ID, EVENT_ID, content="digest", made_revision=1)

    def get(self, event_id: int) -> Reel:
        return self.reel

    def save(self, reel: Reel) -> None:
        self.reel = reel

    def mark_stale(self, event_id: int) -> None:
        self.reel.revision += 1


class Harness:
    """A clip that is ready, with real storage."""

    def __init__(self, folder: Path) -> None:
        self.files = StorageFiles(LocalStorage(folder / "kept"))
        self.source, self.clips, self.jobs = FakeRecordings(), FakeClips(), FakeJobs()
        self.event_files, self.reels = FakeEventFiles(), FakeReels()
        self.folders = CaptionFolders(self.source, self.files)
        self.folder = folder

    def add_clip(self, **changes: Any) -> Clip:
        clip = build_clip(**changes)
        write_segments(self.files, clip, SEGMENTS, self.folder)
        clip.begin("test", NOW)
        clip.finish("test", 3)
        self.clips.save(clip)
        return clip

    def set_captions(self, *texts: str) -> None:
        cues = [TextCue(1000 * number + 500, 1000 * number + 1000, text) for number, text in enumerate(texts)]
        self.source.captions = [RunCaptions("en", "English", [cues])] if texts else []

    def update(self) -> None:
        uow: Any = FakeUnitOfWorkFactory()
        files: Any = self.event_files
        reels: Any = self.reels
        clips: Any = self.clips
        UpdateCaptions(uow, clips, files, reels, self.folders, self.jobs)(CHANNEL_ID, EVENT_ID)

    def list_texts(self, clip: Clip) -> list[str]:
        return [cue.text for it in self.folders.read(clip.play_folder) for cue in it.cues]

    def get_state(self) -> WorkState:
        clip = self.clips.get(ClipId(1))
        assert clip is not None
        return clip.state


@pytest.fixture
def harness(tmp_path: Path) -> Harness:
    return Harness(tmp_path)


def test_captions_that_arrive_after_the_cut_are_in_the_clip_and_in_its_file(harness: Harness) -> None:
    clip = harness.add_clip()
    harness.set_captions("Late")
    harness.update()
    assert harness.list_texts(clip) == ["Late"]
    assert harness.get_state() is WorkState.QUEUED
    assert CUT_CLIP_JOB in [task.name for task in harness.jobs.requested]


def test_a_caption_that_was_removed_leaves_no_file(harness: Harness) -> None:
    clip = harness.add_clip()
    harness.set_captions("Wrong", "Right")
    harness.update()
    harness.set_captions("", "Right")
    harness.update()
    storage = harness.files._storage
    texts = [key for key in storage.list(f"{clip.play_folder}/") if key.endswith(".vtt")]
    assert len(texts) == 1
    with harness.files.open(texts[0]) as file:
        assert "Wrong" not in file.read().decode()
    harness.set_captions()
    harness.update()
    assert not list(storage.list(f"{clip.play_folder}/captions/"))


def test_a_clip_whose_captions_are_the_same_is_not_cut_again(harness: Harness) -> None:
    harness.add_clip()
    harness.update()
    assert harness.get_state() is WorkState.READY
    assert CUT_CLIP_JOB not in [task.name for task in harness.jobs.requested]


def test_captions_of_a_video_that_is_gone_stay_in_its_clips(harness: Harness) -> None:
    clip = harness.add_clip()
    harness.set_captions("Kept")
    harness.update()
    harness.source.captions = None  # type: ignore[assignment]
    harness.update()
    assert harness.list_texts(clip) == ["Kept"]


def test_the_reel_is_made_anew_if_a_highlight_has_other_captions(harness: Harness) -> None:
    harness.add_clip(origin=ClipOrigin.HIGHLIGHT, account_id=None)
    harness.update()
    assert not harness.reels.reel.is_stale
    harness.set_captions("Goal")
    harness.update()
    assert harness.reels.reel.is_stale and harness.reels.reel.content == ""


def test_the_file_of_the_event_is_made_again_for_the_next_request(harness: Harness) -> None:
    harness.update()
    assert harness.event_files.files == []


def test_a_clip_whose_files_are_gone_does_not_stop_the_others(harness: Harness) -> None:
    harness.clips.save(build_clip(2, folder="clips/gone"))
    clip = harness.add_clip()
    harness.set_captions("Late")
    harness.update()
    assert harness.list_texts(clip) == ["Late"]
