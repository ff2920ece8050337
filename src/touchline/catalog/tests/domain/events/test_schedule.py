"""The announced start of an event after it is canceled or postponed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import (
    UNCHANGED_SCHEDULE,
    Schedule,
    ScheduleStatus,
    cancel,
    merge_pack_schedule,
    postpone,
)
from touchline.catalog.domain.events.status import StreamState, StreamStatus
from touchline.shared.ids import EventId

FRIDAY = datetime(2026, 11, 27, 19, tzinfo=UTC)
MONDAY = FRIDAY + timedelta(days=3)
CANCELED = Schedule(ScheduleStatus.CANCELED)
POSTPONED = Schedule(ScheduleStatus.POSTPONED)
RESCHEDULED = Schedule(ScheduleStatus.RESCHEDULED, FRIDAY)


def test_a_canceled_event_keeps_its_start() -> None:
    assert cancel(FRIDAY, UNCHANGED_SCHEDULE) == (FRIDAY, CANCELED)


def test_an_event_postponed_twice_keeps_its_first_start() -> None:
    later = MONDAY + timedelta(days=7)
    start, schedule = postpone(*postpone(FRIDAY, UNCHANGED_SCHEDULE, MONDAY), later)
    assert (start, schedule) == (later, RESCHEDULED)


@pytest.mark.parametrize(
    ("current", "starts_at", "expected"),
    [
        (None, FRIDAY, (FRIDAY, UNCHANGED_SCHEDULE)),
        ((FRIDAY, UNCHANGED_SCHEDULE), MONDAY, (MONDAY, UNCHANGED_SCHEDULE)),
        ((FRIDAY, CANCELED), FRIDAY, (FRIDAY, CANCELED)),
        ((FRIDAY, POSTPONED), FRIDAY, (FRIDAY, POSTPONED)),
        ((FRIDAY, POSTPONED), MONDAY, (MONDAY, RESCHEDULED)),
        ((MONDAY, RESCHEDULED), FRIDAY, (MONDAY, RESCHEDULED)),
        ((MONDAY, RESCHEDULED), MONDAY, (MONDAY, RESCHEDULED)),
    ],
)
def test_a_pack_without_a_status_keeps_the_operators_setting(
    current: tuple[datetime, Schedule] | None, starts_at: datetime, expected: tuple[datetime, Schedule]
) -> None:
    assert merge_pack_schedule(None, starts_at, None, current) == expected


def test_a_status_in_the_pack_takes_precedence() -> None:
    assert merge_pack_schedule("scheduled", FRIDAY, None, (FRIDAY, CANCELED)) == (FRIDAY, UNCHANGED_SCHEDULE)
    assert merge_pack_schedule("canceled", FRIDAY, None, (FRIDAY, UNCHANGED_SCHEDULE)) == (FRIDAY, CANCELED)
    assert merge_pack_schedule("postponed", FRIDAY, MONDAY, None) == (MONDAY, RESCHEDULED)


@pytest.mark.parametrize("schedule", [CANCELED, POSTPONED])
@pytest.mark.parametrize(
    ("after_start", "stream", "status"),
    [
        (-timedelta(hours=1), StreamState(), StreamStatus.UPCOMING),
        (timedelta(minutes=1), StreamState(), StreamStatus.FINISHED),
        (timedelta(hours=9), StreamState(), StreamStatus.FINISHED),
    ],
)
def test_an_event_that_does_not_take_place_never_becomes_live_by_the_clock(
    schedule: Schedule, after_start: timedelta, stream: StreamState, status: StreamStatus
) -> None:
    event = Event(EventId(1), "game", FRIDAY, timedelta(hours=2), stream=stream, schedule=schedule)
    assert event.get_status(FRIDAY + after_start) is status


def test_an_event_without_a_time_is_upcoming_all_day_and_never_live_by_the_clock() -> None:
    last_second = datetime(2026, 11, 28, 5, 59, 59, tzinfo=UTC)
    to_be_announced = Schedule(is_time_known=False)
    event = Event(EventId(1), "game", last_second, timedelta(hours=2), schedule=to_be_announced)
    assert event.get_status(last_second - timedelta(hours=1)) is StreamStatus.UPCOMING
    assert event.get_live_status(last_second - timedelta(minutes=5), is_external=False) is None
    assert event.get_status(last_second + timedelta(seconds=1)) is StreamStatus.FINISHED


def test_a_new_start_says_whether_its_time_is_known() -> None:
    moved = postpone(FRIDAY, UNCHANGED_SCHEDULE, MONDAY, is_time_known=False)
    assert moved == (MONDAY, Schedule(ScheduleStatus.RESCHEDULED, FRIDAY, is_time_known=False))
    assert merge_pack_schedule(None, MONDAY, None, moved, is_time_known=True) == moved
    to_be_announced = Schedule(is_time_known=False)
    assert merge_pack_schedule(None, FRIDAY, None, (FRIDAY, to_be_announced)) == (FRIDAY, UNCHANGED_SCHEDULE)
