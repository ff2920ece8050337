"""Quiet hours: across midnight, in other time zones, and when clocks change."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from touchline.engagement.domain.notification_settings import (
    NotificationSettings,
    QuietHours,
    parse_quiet_hours,
    parse_time_zone,
)
from touchline.shared.errors import InvalidInputError

OVERNIGHT = QuietHours(time(22), time(7))
DAYTIME = QuietHours(time(13), time(14, 30))


def parse_time(text: str) -> datetime:
    """Return an instant in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("quiet", "clock", "expected"),
    [
        (OVERNIGHT, time(21, 59, 59), False),
        (OVERNIGHT, time(22), True),
        (OVERNIGHT, time(0), True),
        (OVERNIGHT, time(6, 59, 59), True),
        (OVERNIGHT, time(7), False),
        (DAYTIME, time(12, 59), False),
        (DAYTIME, time(13), True),
        (DAYTIME, time(14, 30), False),
        (DAYTIME, time(0), False),
    ],
)
def test_quiet_hours_include_their_start_but_not_their_end(
    quiet: QuietHours, clock: time, expected: bool
) -> None:
    assert quiet.contains(clock) is expected


def test_without_quiet_hours_it_is_never_quiet() -> None:
    assert not NotificationSettings().is_quiet(parse_time("2026-11-21 03:00"), "America/Chicago")


def test_quiet_hours_use_the_time_zone_of_the_viewer_or_else_of_the_channel() -> None:
    in_chicago, in_paris = (
        NotificationSettings(quiet_hours=OVERNIGHT),
        NotificationSettings(quiet_hours=OVERNIGHT, time_zone="Europe/Paris"),
    )
    midnight_in_paris = parse_time("2026-11-21 23:00")  # 17:00 in Chicago, midnight in Paris
    assert not in_chicago.is_quiet(midnight_in_paris, "America/Chicago")
    assert in_paris.is_quiet(midnight_in_paris, "America/Chicago")


@pytest.mark.parametrize(
    ("instant", "quiet"),
    [
        # Montreal, 8 March 2026: clocks go from 02:00 EST (07:00 UTC) to 03:00 EDT
        ("2026-03-08 06:30", False),  # 01:30
        ("2026-03-08 07:00", True),  # 03:00: there is no 02:00
        ("2026-03-08 07:29", True),  # 03:29
        ("2026-03-08 07:30", False),  # 03:30
        # 1 November 2026: 01:00 to 02:00 occurs twice
        ("2026-11-01 05:30", False),  # 01:30 for the first time
        ("2026-11-01 06:30", False),  # 01:30 again
        ("2026-11-01 07:00", True),  # 02:00
        ("2026-11-01 08:30", False),  # 03:30
    ],
)
def test_quiet_hours_follow_local_time_across_dst(instant: str, quiet: bool) -> None:
    settings = NotificationSettings(
        quiet_hours=QuietHours(time(2), time(3, 30)), time_zone="America/Montreal"
    )
    assert settings.is_quiet(parse_time(instant), "UTC") is quiet


def test_incomplete_quiet_hours_are_refused() -> None:
    assert parse_quiet_hours(None, None) is None
    assert parse_quiet_hours(time(22), time(7)) == OVERNIGHT
    for begin, end, field in ((time(22), None, "quiet_to"), (None, time(7), "quiet_from")):
        with pytest.raises(InvalidInputError) as error:
            parse_quiet_hours(begin, end)
        assert list(error.value.errors) == [field]
    with pytest.raises(InvalidInputError):
        parse_quiet_hours(time(7), time(7))


def test_an_unknown_time_zone_is_refused() -> None:
    assert (parse_time_zone(None), parse_time_zone("Europe/Paris")) == (None, "Europe/Paris")
    for unknown in ("Mars/Olympus", "", "../etc/passwd", "europe/paris", "localtime"):
        with pytest.raises(InvalidInputError):
            parse_time_zone(unknown)
