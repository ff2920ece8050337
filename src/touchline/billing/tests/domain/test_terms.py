"""Tests for how long a purchase grants access."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from touchline.billing.domain.offers.terms import Term, get_day_end
from touchline.billing.tests.order_samples import NOW

WEEK = timedelta(days=7)


def test_a_term_without_days_or_an_end_never_ends() -> None:
    assert Term().get_end(NOW) is None


def test_days_are_counted_from_the_payment() -> None:
    assert Term(days=7).get_end(NOW) == NOW + WEEK


def test_days_of_an_event_are_counted_from_its_start_when_bought_ahead() -> None:
    start = NOW + timedelta(days=3)
    assert Term(days=7, not_before=start).get_end(NOW) == start + WEEK


def test_days_of_a_past_event_are_counted_from_the_payment() -> None:
    assert Term(days=7, not_before=NOW - timedelta(days=30)).get_end(NOW) == NOW + WEEK


def test_a_term_ends_with_its_last_day_even_if_days_remain() -> None:
    last = NOW + timedelta(days=2)
    assert Term(days=7, until=last).get_end(NOW) == last
    assert Term(days=1, until=last).get_end(NOW) == NOW + timedelta(days=1)


def test_a_day_ends_at_midnight_in_the_channel_time_zone() -> None:
    assert get_day_end(date(2026, 11, 30), "America/Chicago") == datetime(2026, 12, 1, 6, tzinfo=UTC)


def test_a_day_with_a_clock_change_ends_at_midnight() -> None:
    assert get_day_end(date(2026, 11, 1), "America/Chicago") == datetime(2026, 11, 2, 6, tzinfo=UTC)
    assert get_day_end(date(2026, 10, 31), "America/Chicago") == datetime(2026, 11, 1, 5, tzinfo=UTC)
