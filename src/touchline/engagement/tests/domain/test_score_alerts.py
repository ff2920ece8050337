"""When the next score alert is due, and which moment it has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from touchline.engagement.domain.score_alerts import (
    MAX_AGE,
    MAX_FINAL_AGE,
    AlertMoment,
    AlertProgress,
    find_due_time,
    find_moment,
)

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
DELAY = timedelta(seconds=30)
NEW = AlertProgress()


def moment(seconds: float, *, is_final: bool = False, content: str = "Goal") -> AlertMoment:
    """Return a moment that happened a number of seconds after noon."""
    happened_at = NOON + timedelta(seconds=seconds)
    at_ms = int(happened_at.timestamp() * 1000)
    return AlertMoment(f"at {seconds}", at_ms, happened_at + DELAY, is_final, content)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def test_an_alert_is_due_when_viewers_have_seen_its_moment() -> None:
    assert find_due_time([moment(0)], NEW, NOON, DELAY) == at(30)
    assert find_moment([moment(0)], NEW, at(29)) is None
    assert find_moment([moment(0)], NEW, at(30)) == moment(0)


def test_an_alert_waits_for_the_moments_within_the_delay_and_not_for_later_ones() -> None:
    moments = [moment(0), moment(20), moment(31)]
    assert find_due_time(moments, NEW, NOON, DELAY) == at(50)
    assert find_moment(moments, NEW, at(50)) == moment(20)
    notified = NEW.start(moment(20))
    assert find_due_time(moments, notified, at(50), DELAY) == at(61)


def test_a_moment_is_announced_once_and_again_when_it_is_corrected() -> None:
    notified = NEW.start(moment(0))
    assert (notified.number, notified.is_sending) == (1, True)
    assert notified.start(moment(0)) == notified
    finished = AlertProgress(notified.number, notified.moment_id, notified.at_ms, notified.content)
    assert find_moment([moment(0)], finished, at(31)) is None
    corrected = moment(0, content="No goal")
    assert find_moment([corrected], finished, at(31)) == corrected
    assert find_due_time([corrected], finished, at(31), DELAY) == at(30)
    assert finished.start(corrected).number == 2


def test_an_interrupted_alert_goes_on() -> None:
    assert find_moment([moment(0)], NEW.start(moment(0)), at(60)) == moment(0)


def test_after_an_undo_the_moment_before_is_not_announced_again() -> None:
    notified = NEW.start(moment(60))
    assert find_due_time([moment(0)], notified, at(100), DELAY) is None
    assert find_moment([moment(0)], notified, at(100)) is None


def test_an_old_moment_is_no_news_and_the_final_is_for_longer() -> None:
    for is_final, age in ((False, MAX_AGE), (True, MAX_FINAL_AGE)):
        item = moment(0, is_final=is_final)
        just_in_time = item.shown_at + age - timedelta(seconds=1)
        assert find_moment([item], NEW, just_in_time) == item
        assert find_moment([item], NEW, item.shown_at + age) is None
        assert find_due_time([item], NEW, item.shown_at + age, DELAY) is None


@given(st.lists(st.integers(0, 900), min_size=1, max_size=40, unique=True))
def test_every_game_ends_with_its_newest_score_and_alerts_keep_their_distance(times: list[int]) -> None:
    """Simulate a game: each moment is added when it happens, and the job runs when it is due."""
    moments: list[AlertMoment] = []
    progress, due_at = NEW, None
    alerts: list[tuple[datetime, AlertMoment]] = []
    for second in range(1000):
        if second in times:
            moments.append(moment(second))
            due_at = find_due_time(moments, progress, at(second), DELAY)
        while due_at is not None and due_at <= at(second):
            due_at = find_due_time(moments, progress, at(second), DELAY)
            found = find_moment(moments, progress, at(second))
            if found is None or (due_at is not None and due_at > at(second)):
                break
            progress = progress.start(found)
            alerts.append((at(second), found))
            due_at = find_due_time(moments, progress, at(second), DELAY)
    assert alerts[-1][1] == moment(max(times))
    assert all(notified.shown_at <= sent_at <= notified.shown_at + DELAY for sent_at, notified in alerts)
    numbers = [notified.at_ms for _, notified in alerts]
    assert numbers == sorted(set(numbers))
    assert len(alerts) <= 1 + (max(times) - min(times)) / DELAY.total_seconds() * 2
