"""Score alerts over HTTP: from the choice of a viewer and a press of the scorer to the push and the email."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.application.notifications.score_alert_service import SEND_ALERTS_JOB
from touchline.engagement.tests.adapters.conftest import Ids
from touchline.engagement.tests.adapters.test_live_pushes import subscribe
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task

Emails = Callable[[], Sequence[Any]]
DELAY = timedelta(seconds=30)
"""The delay of `on-now`, whose stream is on another site."""
SEND_DUE_TASK = Task(SEND_ALERTS_JOB, ())


class Scorer:
    """An operator who keeps the score of `on-now`. Everything happens now."""

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

    def score(self, side: str = "home", at: datetime | None = None) -> str:
        """Add a goal, and return its id."""
        return self.add("scored", at, side=side, points=1, type="goal")


@pytest.fixture
def scorer(
    visit: Callable[[ChannelDetails], Visitor],
    application: Application,
    season: ChannelDetails,
    ids: Ids,
    clock: FixedClock,
) -> Scorer:
    """Return an operator at the start of the first period."""
    viewer = visit(season).register(email="olga@example.org", first_name="Olga")
    container: Any = application.container
    with container.database().transaction(season.id):
        container.channel.operator_admin().add("olga@example.org", unverified=True)
    clock.set(NOON)
    scorer = Scorer(viewer, ids("event", "on-now"), clock)
    scorer.add("clock_started")
    clock.advance(timedelta(minutes=4))
    return scorer


@pytest.fixture
def follower(ada: Visitor, ids: Ids) -> Visitor:
    """Return Ada, who chose score alerts for Cedar Hockey and has a phone."""
    choose(ada, ids("participant", "cedar-hockey"))
    subscribe(ada, "phone")
    return ada


def choose(viewer: Visitor, team_id: int, *, is_on: bool = True) -> None:
    """Turn the score alerts of a team on or off."""
    body = {"about_type": "participant", "about_id": team_id, "score_alerts": is_on}
    response = viewer.post("/reminder", **body)
    assert response.status_code in (200, 201), response.get_data(as_text=True)
    assert response.json is not None
    assert response.json["data"]["score_alerts"] is is_on


def send_due(application: Application) -> None:
    """Run the job of each minute."""
    application.runner.run(SEND_DUE_TASK)


def test_a_goal_is_pushed_after_the_delay_of_the_stream_and_once(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scorer.score()
    clock.advance(DELAY - timedelta(seconds=1))
    send_due(application)
    assert push.sent == []
    clock.advance(timedelta(seconds=1))
    for _ in range(2):
        send_due(application)
    [message] = push.sent
    assert message.title == "Goal – Harlan Hockey 0, Cedar Hockey 1"
    assert message.body == "Cedar Hockey · 1st period 13:00"
    assert (message.url, message.tag) == (f"/watch/{scorer.event_id}", f"score-{scorer.event_id}")
    assert (message.is_score, message.ttl) == (True, 300)
