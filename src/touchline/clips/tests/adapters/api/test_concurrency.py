"""Concurrent requests on both databases: one clip per request, no more than passes allow, correct counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from touchline.clips.tests.adapters.conftest import clip_body
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.shared.clock import SystemClock
from touchline.shared.tasks.jobs import Task

pytestmark = pytest.mark.both_databases
CONCURRENT_REQUESTS = 4


@pytest.fixture
def recording(scenario: ClipScenario) -> int:
    """Add a recording to the event `over` and return its media ID."""
    return scenario.add_recording("over")


def run_concurrently(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run each call in its own thread, all started at the same moment."""
    barrier = Barrier(len(calls))

    def call_when_ready(call: Callable[[], Any]) -> Any:
        barrier.wait(10)
        return call()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call_when_ready, calls))


def concurrent_posts(scenario: ClipScenario, viewer: Visitor, body: dict[str, Any]) -> Callable[[], Any]:
    """Return a function that posts a clip in its own browser."""
    browser = viewer.browser.application.test_client()
    return lambda: browser.post("/api/clip", json={"api_key": viewer.api_key, **body})


@pytest.fixture
def sync_barrier(scenario: ClipScenario, monkeypatch: pytest.MonkeyPatch) -> Barrier:
    """Make concurrent saves wait between linking segments and adding rows.

    So no save finds the clip of another.
    """
    barrier = Barrier(CONCURRENT_REQUESTS)
    files: Any = scenario.application.container.clips.files()
    create_folder = files.create_folder

    def create_folder_and_wait(*arguments: Any) -> None:
        create_folder(*arguments)
        barrier.wait(20)

    monkeypatch.setattr(files, "create_folder", create_folder_and_wait)
    return barrier


def test_concurrent_requests_for_the_same_clip_create_one(
    scenario: ClipScenario, ada: Visitor, recording: int, sync_barrier: Barrier, cuts: list[Task]
) -> None:
    body = clip_body(scenario.get_event_id("over"), recording)
    responses = run_concurrently([concurrent_posts(scenario, ada, body)] * CONCURRENT_REQUESTS)
    assert [response.status_code for response in responses] == [201] * CONCURRENT_REQUESTS
    assert len({response.json["data"]["id"] for response in responses}) == 1
    (clip,) = ada.data("/clips/user")
    folders = {"/".join(key.split("/")[:2]) for key in scenario.list_files("clips/")}
    assert folders == {scenario.get_clip(clip["id"]).folder}
    assert ada.browser.get(clip["url"]).status_code == 200
    assert len(cuts) == 1


def test_two_clips_given_the_same_name_at_the_same_moment_do_not_both_get_it(
    scenario: ClipScenario,
    ada: Visitor,
    recording: int,
    save: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, second = (save(ada, "over", recording, name=name)["id"] for name in ("First", "Second"))
    monkeypatch.setattr(
        scenario.application.container.clips.clips(), "find_duplicate", lambda _clip: None
    )  # hide duplicates, as if none were committed yet
    statuses = []
    for number in (first, second):
        response = ada.post(f"/clip/{number}", _method="patch", name="Third")
        statuses.append(response.status_code)
    assert statuses == [200, 400]
    assert [clip["name"] for clip in ada.data("/clips/user")] == ["Second", "Third"]


def test_no_more_clips_are_made_than_a_pass_has(
    scenario: ClipScenario, bea: Visitor, recording: int, sync_barrier: Barrier
) -> None:
    scenario.grant_pass(bea, "clipping", clips=2)
    event = scenario.get_event_id("over")
    bodies = [clip_body(event, recording, name=f"Clip {number}") for number in range(CONCURRENT_REQUESTS)]
    responses = run_concurrently([concurrent_posts(scenario, bea, body) for body in bodies])
    assert sorted(response.status_code for response in responses) == [201, 201, 403, 403]
    assert len(bea.data("/clips/user")) == 2
    assert len({key.split("/")[1] for key in scenario.list_files("clips/")}) == 2


def test_the_event_clip_count_is_correct_after_concurrent_saves(
    scenario: ClipScenario,
    ada: Visitor,
    recording: int,
    sync_barrier: Barrier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scenario.application.container.clips.count_clips(), "_clock", SystemClock())
    event = scenario.get_event_id("over")
    bodies = [clip_body(event, recording, name=f"Clip {number}") for number in range(CONCURRENT_REQUESTS)]
    run_concurrently([concurrent_posts(scenario, ada, body) for body in bodies])
    assert ada.data(f"/events/{event}")["clip_count"] == CONCURRENT_REQUESTS


def test_concurrent_downloads_do_not_exceed_the_pass_limit(
    scenario: ClipScenario, ada: Visitor, bea: Visitor, recording: int, save: Callable[..., Any]
) -> None:
    scenario.grant_pass(bea, "download_clip", downloads=1)
    clips = [
        save(ada, "over", recording, name=f"Clip {number}")["id"] for number in range(CONCURRENT_REQUESTS)
    ]
    for number in clips:
        scenario.finish_clip(number)

    def download(number: int) -> Callable[[], Any]:
        browser = bea.browser.application.test_client()
        return lambda: browser.get(f"/api/clip/download/{number}", query_string={"api_key": bea.api_key})

    responses = run_concurrently([download(number) for number in clips])
    assert sorted(response.status_code for response in responses) == [200, 403, 403, 403]
