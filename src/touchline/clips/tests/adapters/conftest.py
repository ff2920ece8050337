"""Fixtures: the season of `scenario`, and viewers who may save clips."""

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

MODERATOR_EMAIL = "rosa@example.org"


@pytest.fixture
def scenario(application: Application, snapshots: DatabaseSnapshots, channel: ChannelDetails) -> ClipScenario:
    """Return the scenario of the channel `prairie` with its season."""
    scenario = ClipScenario(application, channel)
    snapshots.restore_or_create("season of clips", scenario.apply)
    return scenario


@pytest.fixture
def cuts(application: Application, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """Collect the requested jobs that cut clips instead of running them."""
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
    """Return a viewer who may save and download clips."""
    viewer = visitor.register()
    scenario.grant_pass(viewer, "clipping", "download_clip", "download")
    return viewer


@pytest.fixture
def bea(visit: Callable[[ChannelDetails], Visitor], scenario: ClipScenario, cuts: list[Task]) -> Visitor:
    """Return another viewer, with an account and without a pass."""
    return visit(scenario.channel).register(email="bea@example.org", first_name="Bea")


@pytest.fixture
def moderator(visit: Callable[[ChannelDetails], Visitor], scenario: ClipScenario) -> Visitor:
    """Return an operator of the channel."""
    operator = visit(scenario.channel).register(email=MODERATOR_EMAIL, first_name="Rosa")
    container: Any = scenario.application.container
    with scenario.transaction():
        container.channel.operator_admin().add(MODERATOR_EMAIL, unverified=True)
    return operator


@pytest.fixture
def anonymous(visit: Callable[[ChannelDetails], Visitor], scenario: ClipScenario) -> Visitor:
    """Return a visitor without an account."""
    return visit(scenario.channel)


@pytest.fixture
def save(scenario: ClipScenario) -> Callable[..., Any]:
    """Return `save(ada, "over", medium, start_time=3.2)`, which saves a clip.

    The request must succeed.
    """

    def save_clip(viewer: Visitor, key: str, medium: int, **changes: Any) -> Any:
        response = viewer.post("/clip", **clip_body(scenario.get_event_id(key), medium, **changes))
        assert response.status_code == 201, response.get_data(as_text=True)
        assert response.json is not None
        return response.json["data"]

    return save_clip


def clip_body(event_id: int, medium: int, **changes: Any) -> dict[str, Any]:
    """Return a body for `POST /clip`."""
    defaults = {"name": "Glove save", "tags": ["Save"], "start_time": 3.2, "duration": 9.4}
    return {"event_id": event_id, "event_media_id": medium, **defaults, **changes}
