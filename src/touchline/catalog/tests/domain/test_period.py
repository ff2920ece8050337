"""Dates of a filter: days in the channel's time zone, or instants."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from touchline.catalog.domain.filters import Period

CHICAGO = ZoneInfo("America/Chicago")


def test_days_are_in_the_channel_time_zone_and_inclusive() -> None:
    period = Period.between(date(2026, 11, 20), date(2026, 11, 21), CHICAGO)
    assert period.since == datetime(2026, 11, 20, 6, tzinfo=UTC)
    assert period.before == datetime(2026, 11, 22, 6, tzinfo=UTC)


def test_a_day_with_a_clock_change_has_its_own_length() -> None:
    period = Period.between(date(2026, 11, 1), date(2026, 11, 1), CHICAGO)
    assert period.since == datetime(2026, 11, 1, 5, tzinfo=UTC)
    assert period.before == datetime(2026, 11, 2, 6, tzinfo=UTC)


def test_instants_are_inclusive() -> None:
    noon = datetime(2026, 11, 21, 18, tzinfo=UTC)
    period = Period.between(noon, noon, CHICAGO)
    assert period.since == noon
    assert period.before is not None and period.before > noon


def test_a_missing_bound_stays_open() -> None:
    assert Period.between(None, None, CHICAGO) == Period()
