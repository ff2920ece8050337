"""Client errors are reported, ignored or dropped."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from touchline.analytics.application.client_errors import MAX_PER_ADDRESS_PER_MINUTE, RecordClientErrors
from touchline.analytics.domain.client_errors import MAX_BODY_BYTES, REPORTING_API_TYPE
from touchline.shared.clock import FixedClock
from touchline.shared.tests.error_reports import RecordingErrorReports

ERROR = b'{"kind": "TypeError", "message": "x", "url": "/watch/7"}'
NOISE = b'{"message": "x", "stack": "at chrome-extension://a/b.js:1:1"}'
JSON = "application/json"
VIOLATION = {"type": "csp-violation", "body": {"effectiveDirective": "img-src", "blockedURL": "data"}}


def test_each_error_has_one_outcome() -> None:
    error_reports = RecordingErrorReports()
    record = RecordClientErrors(error_reports, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    assert record("203.0.113.7", JSON, ERROR) == ["taken"]
    assert record("203.0.113.7", JSON, NOISE) == ["noise"]
    assert record("203.0.113.7", JSON, b"{") == ["unreadable"]
    assert record("203.0.113.7", JSON, ERROR + b" " * MAX_BODY_BYTES) == ["too_large"]
    assert [report.location for report in error_reports.reports] == ["/watch/7"]


def test_an_address_over_its_limit_is_ignored_for_the_minute() -> None:
    error_reports = RecordingErrorReports()
    record = RecordClientErrors(error_reports, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    outcomes = [record("203.0.113.7", JSON, ERROR) for _ in range(MAX_PER_ADDRESS_PER_MINUTE + 2)]
    assert outcomes[-3:] == [["taken"], ["too_many"], ["too_many"]]
    assert len(error_reports.reports) == MAX_PER_ADDRESS_PER_MINUTE
    assert record("203.0.113.8", JSON, ERROR) == ["taken"]


def test_each_report_of_a_body_counts_toward_the_limit() -> None:
    error_reports = RecordingErrorReports()
    record = RecordClientErrors(error_reports, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    body = json.dumps([VIOLATION] * 20).encode()
    assert record("203.0.113.7", REPORTING_API_TYPE, body) == ["taken"] * 20
    rest = MAX_PER_ADDRESS_PER_MINUTE - 20
    assert record("203.0.113.7", REPORTING_API_TYPE, body) == ["taken"] * rest + ["too_many"] * (20 - rest)
    assert record("203.0.113.7", REPORTING_API_TYPE, body) == ["too_many"]
    assert len(error_reports.reports) == MAX_PER_ADDRESS_PER_MINUTE


def test_each_report_of_a_body_has_its_outcome() -> None:
    error_reports = RecordingErrorReports()
    record = RecordClientErrors(error_reports, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    body = json.dumps([{"type": "deprecation", "body": {}}, 7, VIOLATION]).encode()
    assert record("203.0.113.7", REPORTING_API_TYPE, body) == ["noise", "unreadable", "taken"]
    assert [report.source for report in error_reports.reports] == ["csp"]
