"""Fixtures: the season of `scene`, and viewers who may clip."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.clips.application.asking_to_cut import CUT_CLIP
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.tests.db.stages import Stages
from touchline.shared.jobs import Task


@pytest.fixture
def scene(house: House, stages: Stages, channel: ChannelFacts) -> Scene:
    """The channel `prairie` with its season."""
    scene = Scene(house, channel)
    stages.put("season of clips", scene.apply)
    return scene


@pytest.fixture
def cuts(house: House, monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The jobs that were asked for to cut clips: here they wait."""
    waiting: list[Task] = []
    run = house.runner.run
    monkeypatch.setattr(
        house.runner, "run", lambda task: waiting.append(task) if task.name == CUT_CLIP else run(task)
    )
    return waiting


@pytest.fixture
def ada(visitor: Visitor, scene: Scene, cuts: list[Task]) -> Visitor:
    """A viewer who may clip and download."""
    viewer = visitor.register()
    scene.allow(viewer, "clipping", "download_clip", "download")
    return viewer


@pytest.fixture
def bea(visit: Callable[[ChannelFacts], Visitor], scene: Scene, cuts: list[Task]) -> Visitor:
    """Another viewer, who has an account and no pass."""
    return visit(scene.channel).register(email="bea@example.org", first_name="Bea")


@pytest.fixture
def passer_by(visit: Callable[[ChannelFacts], Visitor], scene: Scene) -> Visitor:
    """Somebody without an account."""
    return visit(scene.channel)


@pytest.fixture
def save(scene: Scene) -> Callable[..., Any]:
    """`save(ada, "over", medium, start_time=3.2)`: the clip of a call that must succeed."""

    def of(viewer: Visitor, key: str, medium: int, **changes: Any) -> Any:
        answer = viewer.post("/clip", **wish(scene.event(key), medium, **changes))
        assert answer.status_code == 201, answer.get_data(as_text=True)
        assert answer.json is not None
        return answer.json["data"]

    return of


def wish(event_id: int, medium: int, **changes: Any) -> dict[str, Any]:
    """A body of `POST /clip`."""
    unsaid = {"name": "Glove save", "tags": ["Save"], "start_time": 3.2, "duration": 9.4}
    return {"event_id": event_id, "event_media_id": medium, **unsaid, **changes}
