"""Downloading whole events (api.md, `GET /download-event/{id}`)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.clips.adapters import jobs
from touchline.clips.application.downloads.download_clip import NO_ACCESS
from touchline.clips.application.downloads.download_event import NO_RECORDING
from touchline.clips.application.processing.job_requests import MAKE_EVENT_FILE_JOB
from touchline.clips.application.processing.make_event_file import MakeEventFile
from touchline.clips.domain.ids import EventFileId
from touchline.clips.ports.cutting import CutResult
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.clips.tests.cutting_fakes import FakeCutter, raise_damaged
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.base import Base
from touchline.shared.clock import FixedClock
from touchline.shared.ids import ChannelId
from touchline.shared.tasks.jobs import Task

FULL_CONTENT = b"".join(f"v0 {number}".encode() for number in range(10))


@pytest.fixture
def cutter() -> FakeCutter:
    """Return a cutter that concatenates bytes."""
    return FakeCutter()


@pytest.fixture
def requested_tasks(application: Application, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """Collect the requested jobs that make event files instead of running them."""
    waiting: list[Task] = []
    run = application.runner.run
    monkeypatch.setattr(
        application.runner,
        "run",
        lambda task: waiting.append(task) if task.name == MAKE_EVENT_FILE_JOB else run(task),
    )
    return waiting


@pytest.fixture
def run_jobs(
    application: Application, requested_tasks: list[Task], cutter: FakeCutter, clock: FixedClock
) -> Any:
    """Return `run_jobs()`, which runs the collected jobs as a worker does."""

    def run_task() -> None:
        clips: Any = application.container.clips
        make = MakeEventFile(
            clips.processing_store(),
            clips.event_catalog(),
            clips.files(),
            clips.caption_folders(),
            cutter,
            clock,
        )
        while requested_tasks:
            channel_id, file_id = requested_tasks.pop().ids
            jobs.make_event_file(int(channel_id), int(file_id), make_use_case=make)

    return run_task


def download(viewer: Visitor, scenario: ClipScenario, key: str = "over") -> Any:
    """Request the download and return the response."""
    return viewer.get(f"/download-event/{scenario.get_event_id(key)}")


def download_state(viewer: Visitor, scenario: ClipScenario, key: str = "over") -> Any:
    """Request a download, which must succeed, and return its data."""
    response = download(viewer, scenario, key)
    assert response.status_code == 200, response.get_data(as_text=True)
    return response.json["data"]


def error_message(response: Any) -> tuple[int, str]:
    """Return the status and the message."""
    return response.status_code, response.json["message"]


def download_count(viewer: Visitor) -> int:
    """Return the number of downloads counted for the viewer."""
    return int(viewer.data("/user/access")["feature_count"]["downloads"])


def test_the_first_request_creates_the_file_and_all_viewers_download_it(
    ada: Visitor, scenario: ClipScenario, requested_tasks: list[Task], run_jobs: Any
) -> None:
    scenario.add_recording("over")
    waiting = download_state(ada, scenario)
    assert waiting == {
        "state": "queued",
        "progress": 0,
        "url": None,
        "filename": "2026-11-19 19.30 Cedar Ridge @ Northgate.mp4",
        "size": None,
        "expires_at": None,
        "failure_message": None,
        "failure_code": None,
    }
    download_state(ada, scenario)
    assert [(task.name, task.queue) for task in requested_tasks] == [(MAKE_EVENT_FILE_JOB, "downloads")]
    run_jobs()
    ready = download_state(ada, scenario)
    assert (ready["state"], ready["progress"], ready["size"]) == ("ready", 100, len(FULL_CONTENT))
    file = ada.browser.get(ready["url"])
    assert (file.status_code, file.data, file.content_type) == (200, FULL_CONTENT, "video/mp4")
    assert file.headers["Content-Disposition"] == f'attachment; filename="{ready["filename"]}"'
    assert not requested_tasks


def test_an_interrupted_download_resumes(ada: Visitor, scenario: ClipScenario, run_jobs: Any) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    run_jobs()
    url = download_state(ada, scenario)["url"]
    tag = ada.browser.head(url).headers["ETag"]
    remainder = ada.browser.get(url, headers={"Range": "bytes=7-", "If-Range": tag})
    assert (remainder.status_code, remainder.data) == (206, FULL_CONTENT[7:])
    past = ada.browser.get(url, headers={"Range": f"bytes={len(FULL_CONTENT)}-"})
    assert past.status_code == 416


def test_a_download_is_counted_once_per_viewer_when_the_url_is_issued(
    ada: Visitor, scenario: ClipScenario, run_jobs: Any
) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    assert download_count(ada) == 0
    run_jobs()
    for _ in range(3):
        download_state(ada, scenario)
    assert download_count(ada) == 1


def test_progress_is_reported_while_the_file_is_created(
    ada: Visitor, scenario: ClipScenario, run_jobs: Any, cutter: FakeCutter, clock: FixedClock
) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    progress_values: list[Any] = []
    concatenate = cutter.concatenate

    def cut_slowly(
        segments: Any, into: Any, on_progress: Any, audio_tracks: Any = (), text_tracks: Any = ()
    ) -> CutResult:
        clock.advance(timedelta(seconds=3))
        on_progress(0.4)
        progress_values.append(download_state(ada, scenario))
        return concatenate(segments, into, on_progress, audio_tracks, text_tracks)

    cutter.concatenate = cut_slowly  # type: ignore[method-assign]
    run_jobs()
    assert [(progress["state"], progress["progress"], progress["url"]) for progress in progress_values] == [
        ("processing", 40, None)
    ]


def test_a_failure_is_reported_once_and_the_next_request_retries(
    ada: Visitor, scenario: ClipScenario, run_jobs: Any, cutter: FakeCutter, requested_tasks: list[Task]
) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    cutter.on_cut = raise_damaged
    run_jobs()
    failed = download_state(ada, scenario)
    assert (failed["state"], failed["failure_message"]) == ("failed", "A part of the stream is damaged.")
    assert failed["url"] is None
    cutter.on_cut = lambda: None
    assert download_state(ada, scenario)["state"] == "queued"
    assert len(requested_tasks) == 1
    run_jobs()
    assert download_state(ada, scenario)["state"] == "ready"


def test_a_replaced_recording_gets_a_new_file_and_the_old_one_is_cleaned_up(
    ada: Visitor, scenario: ClipScenario, run_jobs: Any, application: Application
) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    run_jobs()
    rows = Base.metadata.tables["event_media"]
    with scenario.transaction() as session:
        session.execute(rows.delete())
    scenario.add_recording("over", segments=3)
    assert download_state(ada, scenario)["state"] == "queued"
    run_jobs()
    assert download_state(ada, scenario)["size"] == len(b"v0 0v0 1v0 2")
    application.container.clips.clean_up_files()()
    assert len(scenario.list_files("downloads/")) == 1
    assert ada.browser.get(download_state(ada, scenario)["url"]).data == b"v0 0v0 1v0 2"
    assert download_count(ada) == 1


def test_a_file_that_was_lost_is_made_again(ada: Visitor, scenario: ClipScenario, run_jobs: Any) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    run_jobs()
    scenario.storage.remove("downloads/")
    assert download_state(ada, scenario)["state"] == "queued"
    run_jobs()
    assert ada.browser.get(download_state(ada, scenario)["url"]).data == FULL_CONTENT


def test_a_requested_file_is_not_cleaned_up(
    ada: Visitor, scenario: ClipScenario, run_jobs: Any, application: Application, clock: FixedClock
) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    run_jobs()
    for _ in range(3):
        clock.advance(timedelta(days=20))
        application.container.clips.clean_up_files()()
        assert len(scenario.list_files("downloads/")) == 1
        with scenario.transaction():
            files = application.container.clips.event_files()
            file = files.get_for_update(
                EventFileId(application.container.clips.processing_store().list_event_files()[0].id)
            )
            file.mark_requested(clock.now())
            files.save(file)
    clock.advance(timedelta(days=31))
    application.container.clips.clean_up_files()()
    assert scenario.list_files("downloads/") == []


def test_an_event_without_a_recording_has_no_download(
    ada: Visitor, scenario: ClipScenario, requested_tasks: list[Task]
) -> None:
    scenario.start_live("on").publish(4)
    scenario.add_recording("replay", 100)
    for key in ("on", "over", "replay"):
        assert error_message(download(ada, scenario, key)) == (400, NO_RECORDING)
    assert requested_tasks == []
    assert download(ada, scenario, "over").status_code == 400


def test_an_unknown_event_is_404(ada: Visitor, other_visitor: Visitor, scenario: ClipScenario) -> None:
    scenario.add_recording("over")
    assert ada.get("/download-event/999999").status_code == 404
    other = other_visitor.register(email="zoe@example.org")
    assert download(other, scenario).status_code == 404


def test_a_viewer_without_a_pass_or_account_gets_no_download(
    bea: Visitor, anonymous: Visitor, scenario: ClipScenario, requested_tasks: list[Task]
) -> None:
    scenario.add_recording("over")
    scenario.add_recording("paid")
    assert error_message(download(bea, scenario)) == (403, "Your pass does not include downloads.")
    scenario.grant_pass(bea, "clipping", "download_clip")
    assert download(bea, scenario).status_code == 403
    assert error_message(download(anonymous, scenario)) == (401, "user must be logged in")
    assert requested_tasks == []


def test_an_event_that_the_viewer_may_not_watch_is_refused(bea: Visitor, scenario: ClipScenario) -> None:
    scenario.add_recording("paid")
    assert error_message(download(bea, scenario, "paid")) == (403, NO_ACCESS)


def test_a_pass_has_a_limited_number_of_downloads(
    bea: Visitor, scenario: ClipScenario, run_jobs: Any
) -> None:
    scenario.grant_pass(bea, "download", downloads=1)
    for key in ("over", "paid"):
        scenario.add_recording(key)
    download_state(bea, scenario)
    run_jobs()
    download_state(bea, scenario)
    assert error_message(download(bea, scenario, "paid")) == (
        403,
        "You have used all 1 downloads of your pass.",
    )
    assert download_state(bea, scenario)["state"] == "ready"


def test_the_job_of_a_channel_touches_no_other(
    scenario: ClipScenario, ada: Visitor, requested_tasks: list[Task], run_jobs: Any
) -> None:
    scenario.add_recording("over")
    download_state(ada, scenario)
    _, file_id = requested_tasks[0].ids
    requested_tasks[0] = Task(MAKE_EVENT_FILE_JOB, (int(ChannelId(scenario.channel.id)) + 1, file_id))
    run_jobs()
    assert download_state(ada, scenario)["state"] == "queued"
