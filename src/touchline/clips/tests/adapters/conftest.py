"""Fixtures: the season of `scenario`, and viewers who may clip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.clips.application.processing.job_requests import CUT_CLIP_JOB
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.tests.db.snapshots import DatabaseSnapshots
from touchline.shared.tasks.jobs import Task


@pytest.fixture
def scenario(application: Application, snapshots: DatabaseSnapshots, channel: ChannelDetails) -> ClipScenario:
    """The channel `prairie` with its season."""
    scenario = ClipScenario(application, channel)
    snapshots.restore_or_create("season of clips", scenario.apply)
    return scenario


@pytest.fixture
def cuts(application: Application, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The jobs that were asked for to cut clips: here they wait."""
    queued: list[Task] = []
    run = application.runner.run
    monkeypatch.setattr(
        application.runner,
        "run",
        lambda task: queued.append(task) if task.name == CUT_CLIP_JOB else run(task),
    )
    return queued


@pytest.fixture
def ada(visitor: Visitor, scenario: ClipScenario, cuts: list[Task]) -> Visitor:
    """A viewer who may clip and download."""
    viewer = visitor.register()
    scenario.grant_pass(viewer, "clipping", "download_clip", "download")
    return viewer


@pytest.fixture
def bea(visit: Callable[[ChannelDetails], Visitor], scenario: ClipScenario, cuts: list[Task]) -> Visitor:
    """Another viewer, who has an account and no pass."""
    return visit(scenario.channel).register(email="bea@example.org", first_name="Bea")


@pytest.fixture
def anonymous(visit: Callable[[ChannelDetails], Visitor], scenario: ClipScenario) -> Visitor:
    """Somebody without an account."""
    return visit(scenario.channel)


@pytest.fixture
def save(scenario: ClipScenario) -> Callable[..., Any]:
    """`save(ada, "over", medium, start_time=3.2)`: the clip of a call that must succeed."""

    def save_clip(viewer: Visitor, key: str, medium: int, **changes: Any) -> Any:
        response = viewer.post("/clip", **clip_body(scenario.get_event_id(key), medium, **changes))
        assert response.status_code == 201, response.get_data(as_text=True)
        assert response.json is not None
        return response.json["data"]

    return save_clip


def clip_body(event_id: int, medium: int, **changes: Any) -> dict[str, Any]:
    """A body of `POST /clip`."""
    defaults = {"name": "Glove save", "tags": ["Save"], "start_time": 3.2, "duration": 9.4}
    return {"event_id": event_id, "event_media_id": medium, **defaults, **changes}
