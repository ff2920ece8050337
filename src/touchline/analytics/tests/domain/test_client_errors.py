"""Strict parsing of the error reports that browsers send."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.analytics.domain.client_errors import (
    CSP_REPORT_TYPE,
    MAX_REPORTS,
    REPORTING_API_TYPE,
    ParsedReport,
    UnreadableReportError,
    parse_reports,
)
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.shared.error_reports import SOURCES, ErrorReport, scrub_report

PAGE_ERROR: dict[str, Any] = {
    "kind": "TypeError",
    "message": "x is undefined",
    "url": "https://watch.example.org/watch/7?t=12#k=v",
    "status": 500,
    "method": "GET",
    "request_id": "0123456789abcdef",
    "stack": "at play (https://watch.example.org/assets/a.js:1:2)",
    "release": "1.2.3",
}
CSP_REPORT = {
    "document-uri": "https://watch.example.org/login?next=1",
    "violated-directive": "script-src-elem 'self'",
    "blocked-uri": "https://evil.example.org/x.js?id=7",
    "source-file": "https://watch.example.org/assets/a.js",
    "line-number": 12,
    "disposition": "enforce",
    "script-sample": "password=tumbling",
}
API_REPORT = {
    "documentURL": "https://watch.example.org/login?next=1",
    "effectiveDirective": "script-src-elem",
    "blockedURL": "https://evil.example.org/x.js?id=7",
    "sourceFile": "https://watch.example.org/assets/a.js",
    "lineNumber": 12,
    "disposition": "enforce",
    "sample": "password=tumbling",
}
VIOLATION = ErrorReport(
    "csp",
    "script-src-elem",
    "script-src-elem blocked https://evil.example.org",
    location="/login",
    details={"file": "/assets/a.js", "disposition": "enforce", "line": 12},
)


def parse_sent(report_fields: Any, kind: str = "application/json") -> list[ParsedReport]:
    """Parse a report object, encoded as JSON."""
    return [*parse_reports(kind, json.dumps(report_fields).encode())]


@pytest.mark.parametrize("kind", ["application/json", "text/plain;charset=UTF-8", "Application/JSON"])
def test_a_page_error_keeps_its_fields_and_only_the_url_path(kind: str) -> None:
    assert parse_sent(PAGE_ERROR, kind) == [
        ErrorReport(
            "browser",
            "TypeError",
            "x is undefined",
            "0123456789abcdef",
            "/watch/7",
            "at play (https://watch.example.org/assets/a.js:1:2)",
            {"status": 500, "method": "GET", "release": "1.2.3"},
        )
    ]


def test_both_violation_formats_give_the_same_report() -> None:
    assert parse_sent({"csp-report": CSP_REPORT}, CSP_REPORT_TYPE) == [VIOLATION]
    assert parse_sent([{"type": "csp-violation", "body": API_REPORT}], REPORTING_API_TYPE) == [VIOLATION]


def test_other_report_types_are_ignored_and_the_number_is_limited() -> None:
    violation = {"type": "csp-violation", "body": API_REPORT}
    assert parse_sent([{"type": "deprecation", "body": {}}, violation], REPORTING_API_TYPE) == [
        None,
        VIOLATION,
    ]
    assert len(parse_sent([violation] * 100, REPORTING_API_TYPE)) == MAX_REPORTS


def test_one_invalid_report_does_not_affect_the_others() -> None:
    violation = {"type": "csp-violation", "body": API_REPORT}
    bad = [7, None, {"type": "csp-violation"}, {"type": "csp-violation", "body": {"effectiveDirective": 7}}]
    first, *unreadable, last = parse_sent([violation, *bad, violation], REPORTING_API_TYPE)
    assert (first, last) == (VIOLATION, VIOLATION)
    assert [type(parsed) for parsed in unreadable] == [UnreadableReportError] * len(bad)


def test_an_inline_violation_is_reported_by_keyword() -> None:
    [found] = parse_sent(
        [{"type": "csp-violation", "body": {**API_REPORT, "blockedURL": "inline"}}], REPORTING_API_TYPE
    )
    assert isinstance(found, ErrorReport)
    assert found.message == "script-src-elem blocked inline"


@pytest.mark.parametrize(
    "change",
    [
        {"stack": "at x (chrome-extension://abc/content.js:1:2)"},
        {"stack": "f@moz-extension://abc/content.js:1:2"},
        {"url": "safari-web-extension://abc/"},
        {"message": "webkit-masked-url://hidden/: x"},
        {"message": "Script error.", "stack": ""},
    ],
    ids=["chrome", "firefox", "safari", "masked", "foreign-script"],
)
def test_errors_of_browser_extensions_are_noise(change: dict[str, str]) -> None:
    assert parse_sent({**PAGE_ERROR, **change}) == [None]


@pytest.mark.parametrize("blocked", ["chrome-extension", "moz-extension://abc/x.css"])
def test_violations_by_browser_extensions_are_noise(blocked: str) -> None:
    assert parse_sent(
        [{"type": "csp-violation", "body": {**API_REPORT, "blockedURL": blocked}}], REPORTING_API_TYPE
    ) == [None]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("application/json", b"{"),
        ("application/json", b"\xff\xfe"),
        ("application/json", b"[" * 16_000),
        ("application/json", b"9" * 10_000),
        ("application/json", b"[]"),
        ("application/json", b"{}"),
        ("application/json", b"null"),
        ("text/html", b"{}"),
        ("", b""),
        (CSP_REPORT_TYPE, b'{"csp-report": 7}'),
        (CSP_REPORT_TYPE, b'{"csp-report": {}}'),
        (REPORTING_API_TYPE, b"{}"),
        (REPORTING_API_TYPE, b"[]"),
    ],
    ids=[
        "broken",
        "bytes",
        "deep",
        "digits",
        "list",
        "empty",
        "null",
        "html",
        "nothing",
        "csp-number",
        "csp-empty",
        "no-list",
        "empty-list",
    ],
)
def test_unexpected_bodies_are_unreadable(kind: str, body: bytes) -> None:
    with pytest.raises(UnreadableReportError):
        parse_reports(kind, body)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, max_examples=20)
@given(
    st.sampled_from(["application/json", CSP_REPORT_TYPE, REPORTING_API_TYPE]),
    st.fixed_dictionaries({}, optional=dict.fromkeys((*PAGE_ERROR, *CSP_REPORT, *API_REPORT), VALUES)),
)
def test_any_field_value_is_parsed_or_unreadable(kind: str, report_fields: dict[str, Any]) -> None:
    shapes = {
        "application/json": report_fields,
        CSP_REPORT_TYPE: {"csp-report": report_fields},
        REPORTING_API_TYPE: [{"type": "csp-violation", "body": report_fields}],
    }
    try:
        found = parse_sent(shapes[kind], kind)
    except UnreadableReportError:
        return
    for report in found:
        if not isinstance(report, ErrorReport):
            continue
        assert report.source in SOURCES
        assert scrub_report(report).kind == report.kind


NOON = datetime(2026, 11, 22, 12, 0, 30, tzinfo=UTC)


def test_an_address_is_limited_per_minute_without_affecting_others() -> None:
    rate_limit = AddressRateLimit(max_per_address=2, max_addresses=10)
    assert [rate_limit.allow("203.0.113.7", NOON) for _ in range(3)] == [True, True, False]
    assert rate_limit.allow("203.0.113.8", NOON)
    assert rate_limit.allow("203.0.113.7", NOON + timedelta(minutes=1))


def test_an_ipv6_network_is_one_address() -> None:
    rate_limit = AddressRateLimit(max_per_address=1, max_addresses=10)
    assert rate_limit.allow("2001:db8:1:2::1", NOON)
    assert not rate_limit.allow("2001:db8:1:2:ffff::9", NOON)
    assert rate_limit.allow("2001:db8:1:3::1", NOON)


def test_the_number_of_tracked_addresses_is_limited() -> None:
    rate_limit = AddressRateLimit(max_per_address=9, max_addresses=3)
    assert [rate_limit.allow(f"203.0.113.{number}", NOON) for number in range(4)] == [True, True, True, False]
    assert rate_limit.allow("203.0.113.0", NOON)
