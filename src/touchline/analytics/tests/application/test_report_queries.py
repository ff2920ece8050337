"""Parsing of report parameters."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from touchline.analytics.application.reports.audience import OverviewReport, RealtimeReport
from touchline.analytics.application.reports.breakdown import BreakdownReport, Dimension
from touchline.analytics.application.reports.quality import QualityReport, RetentionReport
from touchline.analytics.application.reports.queries import (
    INVALID_DAY,
    PERIOD_TOO_LONG,
    REPORTS_UNAVAILABLE,
    REVERSED_PERIOD,
    Comparison,
    ParseReportQuery,
    ReportParams,
    ReportQuery,
)
from touchline.analytics.application.reports.sales import DroppedReport, FunnelReport
from touchline.analytics.tests.report_fakes import (
    NOON,
    FakeCatalog,
    FakeClippedMoments,
    FakeCurrentChannel,
    RecordedActivity,
    event_summary,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError, UnavailableError


def parse_query(*params: Any, now: datetime = NOON, **more: Any) -> ReportQuery:
    """Parse report parameters."""
    return ParseReportQuery(FakeCurrentChannel(), FixedClock(now))(ReportParams(*params, **more))


def test_the_default_period_is_the_last_28_days_in_the_channels_zone() -> None:
    report_query = parse_query(now=datetime(2026, 11, 21, 5, 30, tzinfo=UTC))
    assert (report_query.period.first, report_query.period.last) == (date(2026, 10, 24), date(2026, 11, 20))
    assert report_query.serialize_period() == {
        "from": "2026-10-24",
        "to": "2026-11-20",
        "time_zone": "America/Chicago",
        "days": 28,
    }


def test_one_end_is_enough() -> None:
    assert parse_query("2026-11-19").period.days == [date(2026, 11, day) for day in (19, 20, 21)]
    assert parse_query(None, "2026-03-28").period.first == date(2026, 3, 1)
    assert parse_query("2026-12-24").period.days == [date(2026, 12, 24)]


def test_the_comparison_is_the_previous_period_or_the_previous_year() -> None:
    days = ("2026-11-16", "2026-11-22")
    previous, year, none = (
        parse_query(*days, compare).previous_period for compare in ("before", "year", "none")
    )
    assert previous and (previous.first, previous.last) == (date(2026, 11, 9), date(2026, 11, 15))
    assert year and (year.first, year.last) == (date(2025, 11, 17), date(2025, 11, 23))
    assert year.first.weekday() == date(2026, 11, 16).weekday()
    assert none is None


@pytest.mark.parametrize(
    "message",
    ["yesterday", "2026-02-30", "20261121", "2026-1-1", "1999-12-31", "٢٠٢٦-١١-٢١", "2026-11-21T00:00"],
    ids=["word", "no-such", "no-dashes", "short", "long-ago", "digits", "time"],
)
def test_an_invalid_day_is_named(message: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        parse_query("2026-11-01", message)
    assert error.value.errors == {"to": [INVALID_DAY]}


def test_reversed_and_too_long_periods_are_refused() -> None:
    with pytest.raises(InvalidInputError) as reversed_params:
        parse_query("2026-11-02", "2026-11-01")
    assert reversed_params.value.errors == {"from": [REVERSED_PERIOD]}
    assert len(parse_query("2025-10-18", "2026-11-21").period.days) == 400
    with pytest.raises(InvalidInputError) as too_long:
        parse_query("2025-10-17", "2026-11-21")
    assert too_long.value.errors == {"from": [PERIOD_TOO_LONG]}


def test_an_unavailable_store_raises_unavailable() -> None:
    activity, report_query = RecordedActivity(), parse_query(compare=Comparison.NONE)
    activity.store.is_unavailable = True
    clock, catalog = FixedClock(NOON), FakeCatalog(event_summary(1))
    calls: list[Any] = [
        lambda: RealtimeReport(activity.store, catalog, FakeCurrentChannel(), clock)(),
        lambda: OverviewReport(activity.store)(report_query),
        lambda: BreakdownReport(activity.store, catalog)(report_query, Dimension.EVENT),
        lambda: QualityReport(activity.store)(report_query),
        lambda: RetentionReport(activity.store, catalog, FakeClippedMoments(), FakeCurrentChannel(), clock)(
            1
        ),
        lambda: FunnelReport(activity.store)(report_query),
        lambda: DroppedReport(activity.store, clock)(),
    ]
    for call in calls:
        with pytest.raises(UnavailableError, match=REPORTS_UNAVAILABLE):
            call()
