"""Saving clips: links, rows, jobs and events."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.clips.application.editing.save_clip import ClipRequest
from touchline.clips.application.processing.job_requests import CUT_CLIP_JOB
from touchline.clips.events import ClipCreated, ClipsCounted
from touchline.clips.ports.allowances import Allowance
from touchline.clips.ports.files import FileGoneError
from touchline.clips.tests.samples import ADA, BEA, NOON, build_footage, build_viewer
from touchline.shared.errors import (
    ForbiddenError,
    InvalidInputError,
    NotAuthenticatedError,
    NotFoundError,
    RefusedError,
)
from touchline.shared.ids import EventId


def build_request(**changes: Any) -> ClipRequest:
    """Return a request for 9.4 s of event 7, from 3.2 s on."""
    defaults: dict[str, Any] = {
        "event_id": EventId(7),
        "media_id": 8,
        "name": "Glove save",
        "tags": ["Save"],
        "start_ms": 3200,
        "duration_ms": 9400,
    }
    return ClipRequest(**{**defaults, **changes})


def test_the_segments_are_linked_into_a_separate_folder(use_cases: SimpleNamespace) -> None:
    clip = use_cases.save(build_viewer(), build_request())
    folder = clip.play_folder
    assert {key for key in use_cases.files.saved if key.endswith(".ts")} == {
        f"{folder}/{name}/{number:05}.ts" for name in ("v0", "v1") for number in range(4)
    }
    assert use_cases.files.saved[f"{folder}/v1/00002.ts"] == "assets/1/v1/00002.ts"
    assert "v0/index.m3u8" in use_cases.files.saved[f"{folder}/master.m3u8"]
    assert "TIME-OFFSET=3.200" in use_cases.files.saved[f"{folder}/v1/index.m3u8"]


def test_its_file_is_requested_and_its_event_count_updated(use_cases: SimpleNamespace) -> None:
    clip = use_cases.save(build_viewer(), build_request())
    (task,) = use_cases.jobs.requested
    assert (task.name, task.ids, task.queue) == (CUT_CLIP_JOB, (1, clip.id), "clips")
    microseconds = int(NOON.timestamp()) * 1_000_000
    assert use_cases.announce.events == [ClipsCounted(1, 7, 1, microseconds), ClipCreated(1, clip.id, 7)]


def test_a_repeated_request_creates_one_clip(use_cases: SimpleNamespace) -> None:
    first = use_cases.save(build_viewer(), build_request())
    saved = dict(use_cases.files.saved)
    assert use_cases.save(build_viewer(), build_request(name=" Glove  save ", tags=["Other"])).id == first.id
    assert use_cases.files.saved == saved
    assert (len(use_cases.jobs.requested), len(use_cases.announce.events)) == (1, 2)
    assert use_cases.save(build_viewer(BEA), build_request()).id != first.id, (
        "another viewer gets another clip"
    )


def test_a_concurrent_duplicate_leaves_no_folder(use_cases: SimpleNamespace) -> None:
    use_cases.save(build_viewer(), build_request())
    saved, use_cases.clips.hidden_duplicates = dict(use_cases.files.saved), 1
    assert use_cases.save(build_viewer(), build_request()).id == 1
    assert use_cases.files.saved == saved
    assert len(use_cases.jobs.requested) == 1


def test_a_failed_folder_leaves_nothing(use_cases: SimpleNamespace) -> None:
    use_cases.files.error = FileGoneError()
    with pytest.raises(FileGoneError, match="no longer available"):
        use_cases.save(build_viewer(), build_request())
    assert (use_cases.files.saved, use_cases.clips.saved, use_cases.jobs.requested) == ({}, {}, [])


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"name": ""}, InvalidInputError),
        ({"tags": []}, InvalidInputError),
        ({"duration_ms": 300_001}, InvalidInputError),
        ({"duration_ms": 0}, InvalidInputError),
        ({"start_ms": 35_000}, RefusedError),
        ({"event_id": EventId(9)}, NotFoundError),
        ({"media_id": 9}, NotFoundError),
    ],
)
def test_an_invalid_request_is_refused_and_leaves_nothing(
    use_cases: SimpleNamespace, changes: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        use_cases.save(build_viewer(), build_request(**changes))
    assert (use_cases.files.saved, use_cases.clips.saved) == ({}, {})


def test_saving_needs_an_account_a_pass_and_access_to_the_event(use_cases: SimpleNamespace) -> None:
    with pytest.raises(NotAuthenticatedError):
        use_cases.save(build_viewer(None), build_request())
    use_cases.event_catalog.locked_ids = {7}
    with pytest.raises(ForbiddenError, match="You don’t have access to this event"):
        use_cases.save(build_viewer(), build_request())
    use_cases.allowances.allowances = {}
    with pytest.raises(ForbiddenError, match="Your pass does not include clips"):
        use_cases.save(build_viewer(), build_request())


def test_a_pass_has_a_limited_number_of_clips(use_cases: SimpleNamespace) -> None:
    use_cases.allowances.allowances["clipping"] = Allowance(True, 2, NOON - timedelta(days=3))
    for number in range(2):
        use_cases.save(build_viewer(), build_request(name=f"Clip {number}"))
    with pytest.raises(ForbiddenError, match="You have used all 2 clips on your pass"):
        use_cases.save(build_viewer(), build_request(name="Third"))
    assert use_cases.save(build_viewer(), build_request(name="Clip 1")).id == 2, (
        "a repeated request creates no third clip"
    )
    use_cases.allowances.allowances["clipping"] = Allowance(True, 2, NOON + timedelta(seconds=1))
    assert use_cases.save(build_viewer(), build_request(name="Third")).id == 3, (
        "the next season has its own limit"
    )


def test_the_limit_lock_is_taken_after_the_files_are_written(use_cases: SimpleNamespace) -> None:
    use_cases.allowances.allowances["clipping"] = Allowance(True, 2)
    create_folder = use_cases.files.create_folder
    use_cases.files.create_folder = lambda *arguments: (
        use_cases.locks.acquired.append("files") or create_folder(*arguments)
    )
    use_cases.save(build_viewer(), build_request())
    assert use_cases.locks.acquired == ["files", f"viewer {ADA}", "event 7"]


def test_a_clip_of_a_live_stream_has_its_offset_in_the_playlist(use_cases: SimpleNamespace) -> None:
    use_cases.event_catalog.footage_by_media[8] = build_footage(range(100, 110), is_live=True, length_ms=2000)
    clip = use_cases.save(build_viewer(), build_request(start_ms=203_400, duration_ms=6000))
    assert (clip.offset_ms, clip.range.start_ms, clip.frame_rate) == (1400, 203_400, 0.0)
