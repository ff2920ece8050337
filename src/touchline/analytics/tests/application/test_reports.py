"""The contents of reports."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from touchline.analytics.application.reports.audience import OverviewReport, RealtimeReport
from touchline.analytics.application.reports.breakdown import BreakdownReport, Dimension
from touchline.analytics.application.reports.quality import MAX_POINTS, QualityReport, RetentionReport
from touchline.analytics.application.reports.queries import ParseReportQuery, ReportData, ReportParams
from touchline.analytics.application.reports.sales import FunnelReport, SalesReport
from touchline.analytics.domain.records import ContentKind, FaultSide, PlaybackEventType
from touchline.analytics.ports.catalog import EventSummary
from touchline.analytics.ports.clipped_moments import ClippedMoment
from touchline.analytics.ports.sales import ProductSales
from touchline.analytics.tests.report_fakes import (
    NOON,
    NOON_SECOND,
    FakeCatalog,
    FakeClippedMoments,
    FakeCurrentChannel,
    FakeSalesLedger,
    RecordedActivity,
    event_summary,
)
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError

DAY = 86_400
CLOCK = FixedClock(NOON)
TEAMS = {"teams": ((1, "Aces"), (2, "Bears")), "schools": ((9, "Hill"),), "sport": (5, "Hockey")}


def report_query(first: str = "2026-11-20", last: str = "2026-11-21", language: str = "", **more: Any) -> Any:
    """Return a report query of two days."""
    return ParseReportQuery(FakeCurrentChannel(), CLOCK)(ReportParams(first, last, **more), language)


def breakdown_rows(
    activity: RecordedActivity, dimension: str, *events: Any, language: str = "", **more: Any
) -> list[ReportData]:
    """Return the rows of a breakdown report."""
    report = BreakdownReport(activity.store, FakeCatalog(*events, **more))
    rows: list[ReportData] = report(report_query(language=language), Dimension(dimension))["rows"]
    return rows


def test_a_day_of_25_hours_is_one_channel_day() -> None:
    activity = RecordedActivity()
    first, last = (datetime(2026, 11, day, hour, 30, tzinfo=UTC) for day, hour in ((1, 5), (2, 5)))
    for second in (first, last):
        activity.add_view(at=int(second.timestamp()))
    activity.add_view(at=int(first.timestamp()) - DAY // 24)
    days = OverviewReport(activity.store)(report_query("2026-10-31", "2026-11-02"))["days"]
    assert [(day["day"], day["views"]) for day in days] == [
        ("2026-10-31", 1),
        ("2026-11-01", 2),
        ("2026-11-02", 0),
    ]


def test_minutes_are_rounded_and_nothing_is_compared_by_default() -> None:
    activity = RecordedActivity()
    activity.add_view(seconds=100)
    report = OverviewReport(activity.store)(report_query(compare="none"))
    assert report["totals"]["minutes"] == 1.7
    assert (report["before"], report["before_span"], report["before_days"]) == (None, None, None)


def test_an_event_counts_for_both_teams_and_once_for_their_school() -> None:
    activity = RecordedActivity()
    activity.add_view("event:1", seconds=90)
    activity.add_view("vod:3", seconds=30)
    teams = breakdown_rows(activity, "team", event_summary(1, **TEAMS))
    assert [(row["name"], row["minutes"], row["share"]) for row in teams] == [
        ("Aces", 1.5, 0.75),
        ("Bears", 1.5, 0.75),
    ]
    (school,), (sport,) = (
        breakdown_rows(activity, "school", event_summary(1, **TEAMS)),
        breakdown_rows(activity, "sport", event_summary(1, **TEAMS)),
    )
    assert (school["id"], school["views"], sport["id"], sport["name"]) == (9, 1, 5, "Hockey")


def test_teams_with_the_same_name_are_distinguished_by_sport() -> None:
    activity = RecordedActivity()
    hockey, soccer = (1, "Hockey"), (2, "Soccer")
    activity.add_view("event:1", seconds=60)
    activity.add_view("event:2", seconds=30)
    activity.add_view("event:3", seconds=10)
    events = [
        event_summary(1, teams=((1, "Aces"), (7, "Wolves")), sport=hockey),
        event_summary(2, teams=((2, "Aces"),), sport=soccer),
        event_summary(3, teams=((1, "Aces"),), sport=soccer),
    ]
    names = [row["name"] for row in breakdown_rows(activity, "team", *events)]
    assert names == ["Aces (Hockey)", "Wolves", "Aces (Soccer)"]


def test_removed_items_are_labeled_in_the_requested_language() -> None:
    activity = RecordedActivity()
    activity.add_view("event:4", country="CA")
    activity.add_view("vod:4", country="")
    assert breakdown_rows(activity, "event", language="fr")[0]["name"] == "(retiré)"
    assert breakdown_rows(activity, "library")[0]["name"] == "(removed)"
    assert breakdown_rows(activity, "library", library_items={4: "Power play"})[0]["name"] == "Power play"
    assert {row["name"] for row in breakdown_rows(activity, "country", language="fr")} == {"CA", "(inconnu)"}
    assert breakdown_rows(activity, "team") == []


def test_at_most_200_rows_are_returned_by_minutes_descending() -> None:
    activity = RecordedActivity()
    for number in range(1, 206):
        activity.add_view(f"event:{number}", seconds=number % 100 + 1)
    rows = breakdown_rows(activity, "event", *(event_summary(number) for number in range(1, 206)))
    assert len(rows) == 200
    minutes = [row["minutes"] for row in rows]
    assert minutes == sorted(minutes, reverse=True)


def test_each_of_the_last_30_minutes_is_included() -> None:
    activity = RecordedActivity()
    activity.add_view(at=NOON_SECOND - 1790)
    activity.add_view(at=NOON_SECOND - 10)
    activity.add_view(at=NOON_SECOND - 1801)
    activity.add_view("clip:3", at=NOON_SECOND - 61)
    report = RealtimeReport(activity.store, FakeCatalog(event_summary(1)), FakeCurrentChannel(), CLOCK)()
    assert len(report["minutes"]) == 30
    assert report["minutes"][-1]["at"] == "2026-11-21T17:59:00Z"
    assert report["things"] == [{"kind": "event", "id": 1, "name": "Game 1", "viewers": 1}]
    assert sum(minute["viewers"] for minute in report["minutes"]) == 3


def test_the_current_minute_is_not_included() -> None:
    activity = RecordedActivity()
    activity.add_view(at=NOON_SECOND + 5)
    report = RealtimeReport(
        activity.store,
        FakeCatalog(event_summary(1)),
        FakeCurrentChannel(),
        FixedClock(NOON + timedelta(seconds=30)),
    )()
    assert (report["viewers"], sum(minute["viewers"] for minute in report["minutes"])) == (1, 0)


def test_a_session_watching_two_events_is_one_viewer_of_each() -> None:
    activity = RecordedActivity()
    for number in (1, 2):
        activity.add_playback_event(
            "both", f"event:{number}", PlaybackEventType.VIEWING, NOON_SECOND - 5, seconds=10
        )
    report = RealtimeReport(
        activity.store, FakeCatalog(event_summary(1), event_summary(2)), FakeCurrentChannel(), CLOCK
    )()
    assert (report["viewers"], [item["viewers"] for item in report["things"]]) == (1, [1, 1])


def test_unknown_items_are_one_row_and_few_are_looked_up() -> None:
    activity = RecordedActivity()
    activity.add_view("event:1", at=NOON_SECOND - 5)
    for number in range(2, 300):
        activity.add_view(f"event:{number}", at=NOON_SECOND - 5)
    requested_ids: list[int] = []
    report = RealtimeReport(activity.store, RecordingCatalog(requested_ids), FakeCurrentChannel(), CLOCK)()
    assert len(requested_ids) == 200
    assert report["viewers"] == 299
    assert report["things"] == [
        {"kind": "event", "id": 0, "name": "(removed)", "viewers": 199},
        {"kind": "event", "id": 1, "name": "Game 1", "viewers": 1},
    ]
    rows = breakdown_rows(activity, "event", event_summary(1))
    assert [(row["key"], row["id"], row["views"]) for row in rows] == [("removed", None, 298), ("1", 1, 1)]


def test_a_share_is_of_all_minutes_even_with_truncated_items(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    activity = RecordedActivity()
    activity.add_view("event:1", seconds=60)
    activity.add_view("event:2", seconds=20)
    monkeypatch.setattr("touchline.analytics.tests.fakes.MAX_CONTENT_ITEMS", 1)
    (row,) = breakdown_rows(activity, "event", event_summary(1), event_summary(2))
    assert row["share"] == 0.75


def test_an_event_of_a_team_against_itself_counts_once() -> None:
    activity = RecordedActivity()
    activity.add_view("event:1", seconds=60)
    (row,) = breakdown_rows(activity, "team", event_summary(1, teams=((1, "Aces"), (1, "Aces"))))
    assert (row["views"], row["minutes"]) == (1, 1.0)


def test_the_daily_mean_covers_views_with_a_startup_time() -> None:
    activity = RecordedActivity()
    activity.add_view(startup_ms=400)
    activity.add_view(startup_ms=0)
    activity.add_view(startup_ms=0, at=NOON_SECOND - DAY)
    days = QualityReport(activity.store)(report_query())["days"]
    assert [day["startup_ms"] for day in days] == [None, 400]


def test_half_of_the_views_begin_within_the_median() -> None:
    activity = RecordedActivity()
    for startup in (120, 180, 410, 990, 25_000):
        activity.add_view(startup_ms=startup)
    startup = QualityReport(activity.store)(report_query())["startup"]
    assert (startup["median_ms"], startup["p95_ms"]) == (450, 10_000)
    assert startup["steps"][0] == {"from_ms": 100, "views": 2}


def test_missing_values_are_null() -> None:
    report = QualityReport(RecordedActivity().store)(report_query())
    assert report["startup"] == {"median_ms": None, "p95_ms": None, "steps": []}
    assert (report["stalls"]["per_hour"], report["bitrate"]["median"]) == (None, None)
    assert report["days"][0] == {"day": "2026-11-20", "startup_ms": None, "stalls": 0, "failures": 0}


def test_stalls_and_failures_are_split_by_side_and_shares_are_at_most_one() -> None:
    activity = RecordedActivity()
    view = activity.add_view(seconds=1800)
    for _ in range(2):
        activity.add_playback_event(
            view, "event:1", PlaybackEventType.STALL, stall_ms=1500, side=FaultSide.DELIVERY
        )
    for number in range(3):
        activity.add_playback_event(
            f"lost {number}", "event:1", PlaybackEventType.ERROR, side=FaultSide.SOURCE
        )
    report = QualityReport(activity.store)(report_query())
    assert report["stalls"] == {"views": 1, "share": 1.0, "count": 2, "seconds": 3.0, "per_hour": 4.0}
    assert report["failures"] == {"views": 3, "share": 0.75}
    sides = {side["side"]: (side["stalls"], side["seconds"], side["failures"]) for side in report["sides"]}
    assert sides["delivery"] == (2, 3.0, 0)
    assert sides["source"] == (0, 0.0, 3)


def test_a_content_report_covers_that_item_only() -> None:
    activity = RecordedActivity()
    activity.add_view("event:1")
    activity.add_view("event:2")
    report = QualityReport(activity.store)(report_query(), (ContentKind.EVENT, 2))
    assert (report["views"], sum(day["startup_ms"] or 0 for day in report["days"])) == (1, 500)


def test_a_video_longer_than_planned_has_no_more_points() -> None:
    activity = RecordedActivity()
    activity.add_view("event:1", position=3 * 3600, seconds=60)
    report = retention_report(activity, event_summary(1, duration=3660))
    assert report["step"] == 120
    assert len(report["points"]) == 90 <= MAX_POINTS
    assert report["points"][-1] == {"position": 10_680, "views": 1, "share": 1.0}
    assert report["points"][0]["views"] == 0


def test_an_impossible_position_adds_no_points() -> None:
    activity = RecordedActivity()
    activity.add_view("event:1", position=9_000_000, seconds=60)
    assert len(retention_report(activity, event_summary(1))["points"]) <= MAX_POINTS


def test_one_outlier_position_does_not_coarsen_the_curve() -> None:
    activity = RecordedActivity()
    for _ in range(60):
        activity.add_view("event:1", position=1200, seconds=60)
    activity.add_view("event:1", position=9_000_000, seconds=60)
    activity.add_view("event:1", position=3 * 1200 - 10, seconds=60)
    assert retention_report(activity, event_summary(1, duration=1200))["step"] == 10


def test_clipped_moments_are_part_of_the_retention_report() -> None:
    report = retention_report(RecordedActivity(), event_summary(1), ClippedMoment(60, 12, "Goal", 4))
    assert report["moments"] == [{"position": 60, "seconds": 12, "name": "Goal", "clips": 4}]
    assert (report["points"], report["views"]) == ([], 0)


def test_an_unknown_event_is_not_found() -> None:
    with pytest.raises(NotFoundError):
        retention_report(RecordedActivity(), event_summary(2))


def test_each_step_of_the_funnel_has_its_share_of_the_first() -> None:
    activity = RecordedActivity()
    for number in range(8):
        activity.add_events(f"visit {number}", "visit_page", "visit_page")
    activity.add_events("visit 1", "select_item", "view_item_list", "begin_checkout")
    activity.add_events("visit 2", "view_item_list")
    steps = FunnelReport(activity.store)(report_query())["steps"]
    assert [(step["step"], step["sessions"], step["share"]) for step in steps] == [
        ("visit", 8, 1.0),
        ("offer", 2, 0.25),
        ("checkout", 1, 0.125),
        ("purchase", 0, 0.0),
    ]


def test_products_are_sorted_by_net_revenue() -> None:
    day = date(2026, 11, 20)
    sales_ledger = FakeSalesLedger(
        ProductSales(day, "package", 3, "Pass", 1, 9900, 9900),
        ProductSales(day, "event", 1, "Game", 2, 2700, 0),
        ProductSales(date(2026, 11, 18), "event", 1, "Game", 1, 1350, 0),
    )
    report = SalesReport(sales_ledger)(report_query())
    assert [(row["name"], row["net"]) for row in report["rows"]] == [("Game", "27.00"), ("Pass", "0.00")]
    assert report["totals"] == {"orders": 3, "gross": "126.00", "refunds": "99.00", "net": "27.00"}
    assert report["before"]["net"] == "13.50"
    assert report["days"][1] == {"day": "2026-11-21", "orders": 0, "gross": "0.00", "refunds": "0.00"}


class RecordingCatalog(FakeCatalog):
    """A catalog with event 1 that records the requested ids."""

    def __init__(self, requested_ids: list[int]) -> None:
        super().__init__(event_summary(1))
        self._requested_ids = requested_ids

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Record the ids and return the events that exist."""
        self._requested_ids.extend(ids)
        return super().list_events(ids, language)


def retention_report(activity: RecordedActivity, known_items: Any, *moments: ClippedMoment) -> ReportData:
    """Return the retention report of event 1."""
    return RetentionReport(
        activity.store, FakeCatalog(known_items), FakeClippedMoments(*moments), FakeCurrentChannel(), CLOCK
    )(1)
