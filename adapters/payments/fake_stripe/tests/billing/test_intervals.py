"""Billing periods end on the correct calendar days."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adapters.payments.fake_stripe.core.intervals import get_period_end


def to_timestamp(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("anchor", "interval", "count", "ends"),
    [
        ("2026-11-22", "day", 30, ["2026-12-22", "2027-01-21", "2027-02-20"]),
        ("2026-11-22", "week", 2, ["2026-12-06", "2026-12-20"]),
        ("2027-01-31", "month", 1, ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]),
        ("2028-02-29", "year", 1, ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]),
        ("2026-11-22T13:14:15", "month", 3, ["2027-02-22T13:14:15", "2027-05-22T13:14:15"]),
    ],
)
def test_periods_follow_each_other(anchor: str, interval: str, count: int, ends: list[str]) -> None:
    start = to_timestamp(anchor)
    period_ends = []
    for _ in ends:
        start = get_period_end(to_timestamp(anchor), interval, count, start)
        period_ends.append(start)
    assert period_ends == [to_timestamp(end) for end in ends]
