"""Parsing and formatting dates of a pack."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.front.packs.parser import dates
from touchline.front.packs.problems import InvalidValueError

CHICAGO = ZoneInfo("America/Chicago")
LATE_EVENING = datetime(2026, 11, 21, 4, 30, 20, tzinfo=UTC)  # still the 20th in Chicago


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-12-01 19:00", "2026-12-02T01:00:00"),
        ("2026-07-01T19:00", "2026-07-02T00:00:00"),
        ("today 19:00", "2026-11-21T01:00:00"),
        ("tomorrow 9:05", "2026-11-21T15:05:00"),
        ("yesterday 00:00", "2026-11-19T06:00:00"),
        ("+3 days 19:00", "2026-11-24T01:00:00"),
        ("-6 days 19:00", "2026-11-15T01:00:00"),
        ("+1 day 19:00", "2026-11-22T01:00:00"),
        ("now", "2026-11-21T04:30:00"),
        ("now -40m", "2026-11-21T03:50:00"),
        ("now + 1h30m", "2026-11-21T06:00:00"),
        ("2026-11-20T19:00:00Z", "2026-11-20T19:00:00"),
        ("2026-11-20 19:00:00+02:00", "2026-11-20T17:00:00"),
    ],
)
def test_every_date_format_is_read_in_the_channels_zone(text: str, expected: str) -> None:
    assert dates.parse_datetime(text, CHICAGO, LATE_EVENING) == datetime.fromisoformat(expected).replace(
        tzinfo=UTC
    )


def test_relative_days_keep_the_local_time_across_dst() -> None:
    summer = datetime(2026, 10, 31, 12, tzinfo=UTC)
    assert dates.parse_datetime("+2 days 19:00", CHICAGO, summer) == datetime(2026, 11, 3, 1, tzinfo=UTC)


def test_a_date_alone_means_midnight_where_allowed() -> None:
    parsed = dates.parse_datetime("2026-11-20", CHICAGO, LATE_EVENING, allow_date_only=True)
    assert parsed == datetime(2026, 11, 20, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2027-06-30", "2027-06-30"),
        ("06-30", "2027-06-30"),
        ("11-20", "2026-11-20"),
        ("11-19", "2027-11-19"),
        ("02-29", "2028-02-29"),
        ("+30 days", "2026-12-20"),
    ],
)
def test_a_day_of_the_year_is_the_next_one_in_the_channels_zone(text: str, expected: str) -> None:
    assert dates.parse_day(text, CHICAGO, LATE_EVENING) == date.fromisoformat(expected)


@pytest.mark.parametrize("text", ["", "soon", "06-31", "2026-13-01", "2027-06-30 12:00", "6-30"])
def test_an_invalid_day_is_refused(text: str) -> None:
    with pytest.raises(InvalidValueError):
        dates.parse_day(text, CHICAGO, LATE_EVENING)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-12-31", "2027-01-01T06:00:00"),
        ("2026-10-31", "2026-11-01T05:00:00"),
        ("today", "2026-11-21T06:00:00"),
        ("2026-12-31 18:00", "2027-01-01T00:00:00"),
        ("2026-12-31T18:00:00Z", "2026-12-31T18:00:00"),
    ],
)
def test_an_end_date_includes_its_day(text: str, expected: str) -> None:
    assert dates.parse_end(text, CHICAGO, LATE_EVENING) == datetime.fromisoformat(expected).replace(
        tzinfo=UTC
    )


@pytest.mark.parametrize("parse", [dates.parse_day, dates.parse_end])
def test_the_last_day_of_the_calendar_is_no_end_date(parse: Callable[..., object]) -> None:
    with pytest.raises(InvalidValueError, match="omit it for no end date"):
        parse("9999-12-31", CHICAGO, LATE_EVENING)
    assert parse("9999-12-30", CHICAGO, LATE_EVENING)


@pytest.mark.parametrize(
    "text", ["", "soon", "today", "2026-13-01 19:00", "+3 weeks 19:00", "+99999 days 1:00", "now 5m"]
)
def test_an_invalid_date_is_refused(text: str) -> None:
    with pytest.raises(InvalidValueError):
        dates.parse_datetime(text, CHICAGO, LATE_EVENING)


@given(
    st.integers(600_000_000, 3_900_000_000).map(lambda seconds: datetime.fromtimestamp(seconds, UTC)),
    st.sampled_from(["America/Chicago", "Australia/Lord_Howe", "UTC", "Asia/Kathmandu"]),
)
def test_a_formatted_datetime_parses_to_the_same_datetime(value: datetime, name: str) -> None:
    zone = ZoneInfo(name)
    assert dates.parse_datetime(dates.format_datetime(value, zone), zone, LATE_EVENING) == value


@given(st.integers(1, 7 * 86400))
def test_a_formatted_duration_parses_to_the_same_duration(seconds: int) -> None:
    assert dates.parse_duration(dates.format_duration(seconds)) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("zone", "day", "first"),
    [
        ("America/Sao_Paulo", "2018-11-04", datetime(2018, 11, 4, 3, tzinfo=UTC)),
        ("Africa/Cairo", "2027-04-30", datetime(2027, 4, 29, 22, tzinfo=UTC)),
        ("Pacific/Apia", "2011-12-30", datetime(2011, 12, 30, 10, tzinfo=UTC)),
    ],
)
def test_a_day_without_a_midnight_is_its_first_instant(zone: str, day: str, first: datetime) -> None:
    assert dates.parse_datetime(day, ZoneInfo(zone), first, allow_date_only=True) == first
