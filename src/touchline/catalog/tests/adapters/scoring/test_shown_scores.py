"""Cards and lists show no point before the viewers of a stream with a safety delay see it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.application.scoring.shown_scores import UPDATE_SHOWN_SCORE
from touchline.catalog.tests.adapters.scoring.test_timelines import add, entry, goal, read
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor, get_clock
from touchline.entrypoints.bootstrap import Application
from touchline.shared.tasks.jobs import Task

SAFETY_DELAY = 30
VIEWER_DELAY = 56
"""Seconds until the last viewer has seen a point: 26 without a safety delay."""
SCORES = "/scores.json?channel=prairie&lang=en"


class DelayedGame:
    """A game whose stream has a safety delay, and the jobs that its scores lead to."""

    def __init__(self, operator: Visitor, event_id: int, application: Application, channel_id: int) -> None:
        self.operator, self.event_id, self._application = operator, event_id, application
        self._channel_id = channel_id
        self._operate("/studio/events/on-now/stream")
        self._operate("/studio/events/on-now/stream/safety-delay", seconds=SAFETY_DELAY)
        self.set_publishing(True)

    def _operate(self, path: str, **body: Any) -> None:
        assert self.operator.post(path, **body).status_code < 300

    def set_publishing(self, is_publishing: bool) -> None:
        """Start or end the stream."""
        container: Any = self._application.container
        with container.database().transaction(self._channel_id):
            container.catalog.events().set_publishing(self.event_id, is_publishing)

    def stop(self) -> None:
        """End the stream as an operator does."""
        self._operate("/studio/events/on-now/stream/stop")
        self.set_publishing(False)

    def pass_time(self, seconds: int) -> None:
        """Set the clock to some seconds after noon, and run the job that is due."""
        get_clock(self._application).set(NOON + timedelta(seconds=seconds))
        self._application.runner.run(Task(UPDATE_SHOWN_SCORE, (self._channel_id, self.event_id)))

    @property
    def shown(self) -> tuple[int | None, int | None]:
        """Return the home team's points on the live scores, and in lists."""
        live: Any = self.operator.browser.get(SCORES).json
        points = [item["score"]["home"] for item in live["data"]]
        listed = self.operator.data(f"/events/{self.event_id}")["score"]
        return (points[0] if points else None), (listed["home"] if listed else None)


@pytest.fixture
def game(operator: Visitor, game_id: int, application: Application, season: ChannelDetails) -> DelayedGame:
    return DelayedGame(operator, game_id, application, season.id)


def test_a_point_is_shown_when_all_viewers_have_seen_it(game: DelayedGame) -> None:
    add(game.operator, game.event_id, entry("clock_started", 90), goal(60), goal(0))
    assert game.shown == (1, 1)
    game.pass_time(VIEWER_DELAY - 2)
    assert game.shown == (1, 1)
    game.pass_time(VIEWER_DELAY)
    assert game.shown == (2, 1)


def test_a_point_waits_while_the_first_video_is_held_back(game: DelayedGame) -> None:
    game.set_publishing(False)
    add(game.operator, game.event_id, entry("clock_started", 0), goal(0))
    assert game.shown[1] is None
    game.pass_time(VIEWER_DELAY)
    assert game.shown[1] == 1


def test_the_final_score_waits_for_the_viewers(game: DelayedGame) -> None:
    add(game.operator, game.event_id, entry("clock_started", 90), goal(70), goal(1), entry("game_ended", 0))
    assert game.shown[1] == 1
    game.pass_time(VIEWER_DELAY)
    assert game.shown[1] == 2


def test_a_correction_after_the_stream_is_shown_at_once_and_stays(game: DelayedGame) -> None:
    add(game.operator, game.event_id, entry("clock_started", 90), goal(70), entry("game_ended", 1))
    game.stop()
    add(game.operator, game.event_id, goal(80))
    assert game.shown[1] == 2
    game.pass_time(5)
    assert game.shown[1] == 2


def test_the_timeline_has_the_point_at_once(game: DelayedGame) -> None:
    add(game.operator, game.event_id, entry("clock_started", 90), goal(0))
    assert read(game.operator, game.event_id)["snapshots"][-1]["points"] == [0, 1]
