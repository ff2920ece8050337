"""Tests for the part of the year in which a subscription is not charged."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from touchline.billing.domain.renewals.off_season import (
    OffSeason,
    get_charge_time,
    is_valid_off_season,
)

SUMMER, WINTER = OffSeason("06-01", "08-31"), OffSeason("11-15", "02-10")
MONTH = timedelta(days=30)


def at(text: str) -> datetime:
    """Return an instant in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("off_season", "start", "charge"),
    [
        (SUMMER, "2026-03-10", "2026-04-09"),  # far from the off-season
        (SUMMER, "2026-05-01", "2026-05-31"),  # ends on the last day of the season
        (SUMMER, "2026-05-02", "2026-09-01"),  # ends as the off-season starts
        (SUMMER, "2026-05-20", "2026-09-19"),  # 12 days before, 18 days after
        (SUMMER, "2026-07-15", "2026-10-01"),  # bought in the off-season
        (SUMMER, "2026-09-01", "2026-10-01"),
        (WINTER, "2026-10-31T12:00", "2027-02-26T12:00"),  # over the new year
        (WINTER, "2027-01-20", "2027-03-13"),
        (None, "2026-05-20", "2026-06-19"),
    ],
)
def test_paid_time_stops_in_the_off_season(off_season: OffSeason | None, start: str, charge: str) -> None:
    assert get_charge_time(at(start), MONTH, off_season) == at(charge)


def test_an_off_season_starts_and_ends_at_midnight_in_its_time_zone() -> None:
    regina = OffSeason("06-01", "08-31", "America/Regina")
    pause = regina.get_pause(at("2026-07-01"))
    assert pause is not None
    assert (pause.starts, pause.ends) == (at("2026-06-01T06:00"), at("2026-09-01T06:00"))
    assert regina.get_pause(at("2026-06-01T05:59")) is None
    assert regina.get_pause(at("2026-09-01T06:00")) is None


@pytest.mark.parametrize(
    ("starts", "ends", "is_valid"),
    [
        ("06-01", "08-31", True),
        ("11-15", "02-10", True),
        ("06-01", "06-01", True),
        ("02-29", "03-31", False),
        ("6-1", "8-31", False),
        ("06-31", "08-31", False),
        ("01-01", "12-31", False),
        ("03-01", "12-25", True),
        ("03-01", "12-26", False),
    ],
)
def test_an_off_season_has_days_of_every_year_and_leaves_a_season(
    starts: str, ends: str, is_valid: bool
) -> None:
    assert is_valid_off_season(starts, ends) is is_valid


@pytest.mark.parametrize("seed", range(20))
def test_no_charge_falls_into_an_off_season_and_every_30_days_of_season_are_charged_once(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    first = datetime(2023, 1, 1, tzinfo=UTC) + timedelta(days=chance.randrange(365))
    off_season = OffSeason(
        f"{first:%m-%d}",
        f"{first + timedelta(days=chance.randrange(295)):%m-%d}",
        chance.choice(("America/Regina", "America/Toronto", "Asia/Beirut", "Pacific/Apia")),
    )
    start = at("2026-01-01") + timedelta(minutes=chance.randrange(365 * 24 * 60))
    charge = start
    for _ in range(40):
        previous, charge = charge, get_charge_time(charge, MONTH, off_season)
        assert off_season.get_pause(charge) is None
        assert _measure_season(previous, charge, off_season) == MONTH


def _measure_season(start: datetime, end: datetime, off_season: OffSeason) -> timedelta:
    """Return the time between two instants that is not in an off-season."""
    total = end - start
    for pause in off_season.list_pauses(start):
        if pause.starts >= end:
            return total
        total -= min(pause.ends, end) - max(pause.starts, start)
    raise AssertionError(ZoneInfo(off_season.time_zone))
