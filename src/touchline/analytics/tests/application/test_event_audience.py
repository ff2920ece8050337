"""Tests for the viewers of one event over time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from touchline.analytics.application.reports.event_audience import MAX_DAYS, GetEventAudience
from touchline.analytics.domain.records import PlaybackEvent
from touchline.analytics.tests.fakes import InMemoryAnalyticsStore
from touchline.analytics.tests.record_builders import START, batch, first_frame, viewing
from touchline.analytics.tests.report_fakes import CHANNEL, NOON, NOON_SECOND, FakeCurrentChannel
from touchline.shared.clock import FixedClock

MINUTE, DAY = 60, 86_400
EVENT_ID = 12


def watch(minutes: int, name: str = "ada", *, live: bool = True) -> PlaybackEvent:
    """Return viewing that many minutes after noon."""
    return viewing(10, NOON_SECOND - START + minutes * MINUTE, name, live=live)


def open_on(days: int, name: str = "ada") -> PlaybackEvent:
    """Return the first frame of a view, that many days after noon."""
    return first_frame(NOON_SECOND - START + days * DAY, name)


def get_audience(*records: PlaybackEvent, now: timedelta = timedelta(days=9)) -> Mapping[str, Any]:
    """Return the audience of an event that started at noon."""
    store = InMemoryAnalyticsStore()
    store.write(batch(*records))
    query = GetEventAudience(store, FakeCurrentChannel(), FixedClock(NOON + now))
    audience = query(CHANNEL, EVENT_ID, NOON)
    assert audience is not None
    return audience


def test_moments_begin_with_the_first_viewer_and_end_with_the_last_one() -> None:
    moments = get_audience(watch(-5), watch(-4, "bo"), watch(7, live=False))["moments"]
    assert [tuple(moment.values()) for moment in moments] == [
        ("2026-11-21T17:55:00Z", 2, 0),
        ("2026-11-21T18:00:00Z", 0, 0),
        ("2026-11-21T18:05:00Z", 0, 1),
    ]


def test_moments_leave_out_what_is_far_from_the_start() -> None:
    assert get_audience(watch(-31), watch(360))["moments"] == []


def test_days_begin_with_the_event_and_end_with_the_last_view() -> None:
    days = get_audience(open_on(-1), open_on(0), open_on(2, "bo"), open_on(2, "cy"))["days"]
    assert [tuple(day.values()) for day in days] == [("2026-11-21", 1), ("2026-11-22", 0), ("2026-11-23", 2)]


def test_days_end_after_a_quarter() -> None:
    late = MAX_DAYS - 1
    days = get_audience(open_on(late), open_on(late + 1), now=timedelta(days=400))["days"]
    assert (len(days), days[-1]["views"]) == (MAX_DAYS, 1)


def test_a_future_event_has_no_days() -> None:
    assert get_audience(open_on(0), now=timedelta(days=-1))["days"] == []
