"""What becomes of an event's announced time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.schedule import (
    AS_ANNOUNCED,
    Schedule,
    ScheduleStatus,
    cancel,
    postpone,
    read_pack,
)
from touchline.catalog.domain.status import StreamState, StreamStatus
from touchline.shared.ids import EventId

FRIDAY = datetime(2026, 11, 27, 19, tzinfo=UTC)
MONDAY = FRIDAY + timedelta(days=3)
CANCELED = Schedule(ScheduleStatus.CANCELED)
POSTPONED = Schedule(ScheduleStatus.POSTPONED)
MOVED = Schedule(ScheduleStatus.RESCHEDULED, FRIDAY)


def test_a_canceled_event_keeps_its_start() -> None:
    assert cancel(FRIDAY, AS_ANNOUNCED) == (FRIDAY, CANCELED)


def test_an_event_that_is_postponed_twice_remembers_its_first_start() -> None:
    later = MONDAY + timedelta(days=7)
    start, schedule = postpone(*postpone(FRIDAY, AS_ANNOUNCED, MONDAY), later)
    assert (start, schedule) == (later, MOVED)


@pytest.mark.parametrize(
    ("kept", "starts_at", "expected"),
    [
        (None, FRIDAY, (FRIDAY, AS_ANNOUNCED)),
        ((FRIDAY, AS_ANNOUNCED), MONDAY, (MONDAY, AS_ANNOUNCED)),
        ((FRIDAY, CANCELED), FRIDAY, (FRIDAY, CANCELED)),
        ((FRIDAY, POSTPONED), FRIDAY, (FRIDAY, POSTPONED)),
        ((FRIDAY, POSTPONED), MONDAY, (MONDAY, MOVED)),
        ((MONDAY, MOVED), FRIDAY, (MONDAY, MOVED)),
        ((MONDAY, MOVED), MONDAY, (MONDAY, MOVED)),
    ],
)
def test_a_pack_without_a_status_keeps_what_a_command_has_set(
    kept: tuple[datetime, Schedule] | None, starts_at: datetime, expected: tuple[datetime, Schedule]
) -> None:
    assert read_pack(None, starts_at, None, kept) == expected


def test_a_pack_with_a_status_decides() -> None:
    assert read_pack("scheduled", FRIDAY, None, (FRIDAY, CANCELED)) == (FRIDAY, AS_ANNOUNCED)
    assert read_pack("canceled", FRIDAY, None, (FRIDAY, AS_ANNOUNCED)) == (FRIDAY, CANCELED)
    assert read_pack("postponed", FRIDAY, MONDAY, None) == (MONDAY, MOVED)


@pytest.mark.parametrize("schedule", [CANCELED, POSTPONED])
@pytest.mark.parametrize(
    ("after_start", "stream", "status"),
    [
        (-timedelta(hours=1), StreamState(), StreamStatus.UPCOMING),
        (timedelta(minutes=1), StreamState(), StreamStatus.FINISHED),
        (timedelta(hours=9), StreamState(), StreamStatus.FINISHED),
    ],
)
def test_an_event_that_does_not_take_place_is_never_live_by_the_clock(
    schedule: Schedule, after_start: timedelta, stream: StreamState, status: StreamStatus
) -> None:
    event = Event(EventId(1), "game", FRIDAY, timedelta(hours=2), stream=stream, schedule=schedule)
    assert event.status(FRIDAY + after_start) is status
