"""Score alerts over HTTP: which moments are notified, when, and what a correction does to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON, Visitor
from touchline.engagement.tests.adapters.browsers import list_delivered
from touchline.engagement.tests.adapters.conftest import Apply, Ids
from touchline.engagement.tests.adapters.scoring import DELAY, Scorer, send_due
from touchline.engagement.tests.adapters.season import HOUR, event
from touchline.engagement.tests.fakes import FakePushSender
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

Emails = Callable[[], Sequence[Any]]


def test_a_goal_waits_while_the_first_video_is_held_back(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scorer.hold_back_video(60)
    scorer.score()
    clock.advance(timedelta(seconds=80))
    send_due(application)
    assert push.sent == []
    clock.advance(timedelta(seconds=10))
    send_due(application)
    assert len(push.sent) == 1


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


def test_several_goals_within_the_delay_become_one_alert_with_the_newest_score(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scorer.score()
    clock.advance(timedelta(seconds=20))
    scorer.score("away")
    clock.advance(timedelta(seconds=15))
    send_due(application)
    assert push.sent == [], "Viewers have not seen the second goal yet."
    clock.advance(timedelta(seconds=15))
    send_due(application)
    assert [message.title for message in push.sent] == ["Goal – Harlan Hockey 1, Cedar Hockey 1"]


def test_an_undone_goal_sends_nothing_and_a_corrected_one_the_corrected_text(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    wrong = scorer.score()
    clock.advance(timedelta(seconds=5))
    scorer.add("undone", target=wrong)
    clock.advance(DELAY)
    send_due(application)
    assert push.sent == []
    other = scorer.score()
    clock.advance(timedelta(seconds=5))
    scorer.add("corrected", target=other, side="away")
    clock.advance(DELAY)
    send_due(application)
    assert [message.title for message in push.sent] == ["Goal – Harlan Hockey 1, Cedar Hockey 0"]


def test_a_goal_that_is_undone_after_its_alert_does_not_send_the_goal_before(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scorer.score()
    clock.advance(2 * DELAY)
    send_due(application)
    second = scorer.score()
    clock.advance(2 * DELAY)
    send_due(application)
    assert len(push.sent) == 2
    scorer.add("undone", target=second)
    clock.advance(2 * DELAY)
    send_due(application)
    assert len(push.sent) == 2
    scorer.score("away")
    clock.advance(2 * DELAY)
    send_due(application)
    assert push.sent[-1].title == "Goal – Harlan Hockey 1, Cedar Hockey 1"


def test_entries_of_a_scorer_who_was_offline_send_nothing_except_the_final(
    follower: Visitor, scorer: Scorer, application: Application, clock: FixedClock, push: FakePushSender
) -> None:
    scored_at = clock.now()
    clock.advance(timedelta(minutes=50))
    scorer.score(at=scored_at)
    clock.advance(DELAY)
    send_due(application)
    assert push.sent == []
    scorer.add("game_ended", scored_at + timedelta(minutes=10))
    send_due(application)
    assert [message.title for message in push.sent] == ["Final – Harlan Hockey 0, Cedar Hockey 1"]


def test_a_game_of_another_day_sends_nothing(
    follower: Visitor,
    scorer: Scorer,
    application: Application,
    ids: Ids,
    clock: FixedClock,
    push: FakePushSender,
) -> None:
    scorer.event_id = ids("event", "over")
    scorer.score()
    scorer.add("game_ended")
    clock.advance(2 * DELAY)
    send_due(application)
    assert push.sent == []


def test_a_recording_that_is_shown_as_live_notifies_by_its_own_clock(
    follower: Visitor,
    season: ChannelDetails,
    apply: Apply,
    scorer: Scorer,
    application: Application,
    clock: FixedClock,
    push: FakePushSender,
) -> None:
    shown_at = NOON + 6 * HOUR
    apply(season, events=[event("on-now", NOON - HOUR, simulate_at=shown_at, live=None)])
    scorer.score()  # 64 minutes after the planned start
    clock.advance(HOUR)
    send_due(application)
    assert push.sent == []
    clock.set(shown_at + timedelta(minutes=64, seconds=7))
    send_due(application)
    assert push.sent == []
    clock.advance(timedelta(seconds=1))
    send_due(application)
    assert list_delivered(push) == ["phone"]
