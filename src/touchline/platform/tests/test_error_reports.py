"""Deduplication, rate limits and scrubbing between the callers and the receiver of error reports."""

from __future__ import annotations

import logging

import pytest
from prometheus_client import REGISTRY

from touchline.platform.observability.error_reports import (
    MAX_REPORTS_PER_MINUTE,
    WINDOW_SECONDS,
    DeduplicatingErrorReports,
)
from touchline.shared.error_reports import ErrorReport
from touchline.shared.tests.error_reports import RecordingErrorReports


def counted(source: str, outcome: str) -> float:
    """Return the number of reports of a source with an outcome."""
    labels = {"source": source, "outcome": outcome}
    return REGISTRY.get_sample_value("touchline_error_reports_total", labels) or 0


class FakeMonotonicClock:
    """A clock that tests move."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def error_reports() -> RecordingErrorReports:
    return RecordingErrorReports()


@pytest.fixture
def monotonic_clock() -> FakeMonotonicClock:
    return FakeMonotonicClock()


@pytest.fixture
def safe_reports(
    error_reports: RecordingErrorReports, monotonic_clock: FakeMonotonicClock
) -> DeduplicatingErrorReports:
    return DeduplicatingErrorReports(error_reports, monotonic_clock)


def error_report(message: str = "event 7 is gone", location: str = "", traceback: str = "") -> ErrorReport:
    """Return a report. Two reports are duplicates if only their numbers differ."""
    return ErrorReport("server", "KeyError", message, location=location, traceback=traceback)


def test_reports_are_scrubbed(
    safe_reports: DeduplicatingErrorReports, error_reports: RecordingErrorReports
) -> None:
    safe_reports.report(error_report("no tlk_0123456789abcdef for ada@example.org", traceback="Cookie: a=b"))
    [report] = error_reports.reports
    assert (report.message, report.traceback) == ("no (key) for (address)", "Cookie: (hidden)")


def test_repeats_within_a_minute_are_counted_in_the_next_report(
    safe_reports: DeduplicatingErrorReports,
    error_reports: RecordingErrorReports,
    monotonic_clock: FakeMonotonicClock,
) -> None:
    reported_count, repeated = counted("server", "taken"), counted("server", "repeated")
    for number in range(5):
        safe_reports.report(error_report(f"event {number} is gone"))
    assert len(error_reports.reports) == 1
    assert (counted("server", "taken"), counted("server", "repeated")) == (reported_count + 1, repeated + 4)
    monotonic_clock.now += WINDOW_SECONDS
    safe_reports.report(error_report())
    assert error_reports.reports[-1].details == {"repeated": 4}


def test_a_different_error_within_the_minute_is_reported(
    safe_reports: DeduplicatingErrorReports, error_reports: RecordingErrorReports
) -> None:
    safe_reports.report(error_report(location="GET /a"))
    safe_reports.report(error_report(location="GET /b"))
    assert [report.location for report in error_reports.reports] == ["GET /a", "GET /b"]


def test_different_errors_are_limited_per_minute(
    safe_reports: DeduplicatingErrorReports,
    error_reports: RecordingErrorReports,
    monotonic_clock: FakeMonotonicClock,
) -> None:
    lost = counted("server", "too_many")
    for number in range(MAX_REPORTS_PER_MINUTE + 7):
        safe_reports.report(error_report(location="x" * number))
    assert len(error_reports.reports) == MAX_REPORTS_PER_MINUTE
    assert counted("server", "too_many") == lost + 7
    monotonic_clock.now += WINDOW_SECONDS
    safe_reports.report(error_report("at last"))
    assert error_reports.reports[-1].message == "at last"


@pytest.mark.parametrize("browser_source", ["browser", "csp"])
@pytest.mark.parametrize("source", ["server", "job", "command"])
def test_browser_errors_do_not_use_up_the_server_limit(
    safe_reports: DeduplicatingErrorReports,
    error_reports: RecordingErrorReports,
    browser_source: str,
    source: str,
) -> None:
    for number in range(MAX_REPORTS_PER_MINUTE + 7):
        safe_reports.report(ErrorReport(browser_source, "TypeError", "x", location="x" * number))
    safe_reports.report(ErrorReport(source, "KeyError", "'id'"))
    assert len(error_reports.reports) == MAX_REPORTS_PER_MINUTE + 1
    assert error_reports.reports[-1].source == source


def test_errors_of_the_reporter_are_not_raised(
    safe_reports: DeduplicatingErrorReports,
    error_reports: RecordingErrorReports,
    caplog: pytest.LogCaptureFixture,
) -> None:
    failed = counted("server", "failed")
    error_reports.error_to_raise = RuntimeError("tlk_0123456789abcdef")
    safe_reports.report(error_report())
    safe_reports.flush(1)
    assert counted("server", "failed") == failed + 1
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.WARNING]
    assert "0123456789abcdef" not in caplog.text


def test_flush_is_forwarded(
    safe_reports: DeduplicatingErrorReports, error_reports: RecordingErrorReports
) -> None:
    safe_reports.flush(2.5)
    assert error_reports.flush_timeouts == [2.5]
