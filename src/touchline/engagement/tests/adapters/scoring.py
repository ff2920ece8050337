"""A scorer and a choice of score alerts, for tests."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from touchline.conftest import Visitor
from touchline.engagement.application.notifications.score_alert_service import SEND_ALERTS_JOB
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

DELAY = timedelta(seconds=30)
"""The delay of `on-now`, whose stream is on another site."""


class Scorer:
    """An operator who keeps the score of an event. Everything happens now."""

    def __init__(self, viewer: Visitor, event_id: int, clock: FixedClock) -> None:
        self._viewer = viewer
        self.event_id = event_id
        self._clock = clock

    def add(self, kind: str, at: datetime | None = None, **fields: Any) -> str:
        """Add an entry, and return its id."""
        entry_id = str(uuid.uuid4())
        at_ms = int((at or self._clock.now()).timestamp() * 1000)
        entry = {"id": entry_id, "kind": kind, "at_ms": at_ms, **fields}
        response = self._viewer.post(f"/studio/events/{self.event_id}/timeline", entries=[entry], after=0)
        assert response.status_code == 200, response.get_data(as_text=True)
        return entry_id

    def hold_back_video(self, seconds: int) -> None:
        """Open the stream of `on-now` with a safety delay. No video is out yet."""
        stream = "/studio/events/on-now/stream"
        assert self._viewer.post(stream).status_code == 200
        assert self._viewer.post(f"{stream}/safety-delay", seconds=seconds).status_code == 200

    def score(self, side: str = "home", at: datetime | None = None) -> str:
        """Add a goal, and return its id."""
        return self.add("scored", at, side=side, points=1, type="goal")


def choose(viewer: Visitor, team_id: int, *, is_on: bool = True) -> None:
    """Turn the score alerts of a team on or off."""
    body = {"about_type": "participant", "about_id": team_id, "score_alerts": is_on}
    response = viewer.post("/reminder", **body)
    assert response.status_code in (200, 201), response.get_data(as_text=True)
    assert response.json is not None
    assert response.json["data"]["score_alerts"] is is_on


def send_due(application: Application) -> None:
    """Run the job of each minute."""
    application.runner.run(Task(SEND_ALERTS_JOB, ()))
