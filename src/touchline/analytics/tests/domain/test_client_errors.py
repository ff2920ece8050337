"""What browsers send as errors is read strictly, and none of it is believed too much."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.analytics.domain.allowance import Allowance
from touchline.analytics.domain.client_errors import (
    CSP_REPORT,
    MOST_REPORTS,
    REPORTS,
    Found,
    Unreadable,
    read,
)
from touchline.shared.error_reports import SOURCES, ErrorReport, scrubbed

OURS: dict[str, Any] = {
    "kind": "TypeError",
    "message": "x is undefined",
    "url": "https://watch.example.org/watch/7?t=12#k=v",
    "status": 500,
    "method": "GET",
    "request_id": "0123456789abcdef",
    "stack": "at play (https://watch.example.org/assets/a.js:1:2)",
    "release": "1.2.3",
}
OLD = {
    "document-uri": "https://watch.example.org/login?next=1",
    "violated-directive": "script-src-elem 'self'",
    "blocked-uri": "https://evil.example.org/x.js?id=7",
    "source-file": "https://watch.example.org/assets/a.js",
    "line-number": 12,
    "disposition": "enforce",
    "script-sample": "password=tumbling",
}
NEW = {
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
    "script-src-elem stands before https://evil.example.org",
    where="/login",
    more={"file": "/assets/a.js", "disposition": "enforce", "line": 12},
)


def sent(told: Any, kind: str = "application/json") -> list[Found]:
    """What is read of an object."""
    return [*read(kind, json.dumps(told).encode())]


@pytest.mark.parametrize("kind", ["application/json", "text/plain;charset=UTF-8", "Application/JSON"])
def test_an_error_of_a_page_keeps_its_facts_and_the_path_alone(kind: str) -> None:
    assert sent(OURS, kind) == [
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


def test_old_and_new_forms_of_a_violation_say_the_same() -> None:
    assert sent({"csp-report": OLD}, CSP_REPORT) == [VIOLATION]
    assert sent([{"type": "csp-violation", "body": NEW}], REPORTS) == [VIOLATION]


def test_other_reports_beside_violations_are_left_alone_and_no_more_than_so_many_are_read() -> None:
    violation = {"type": "csp-violation", "body": NEW}
    assert sent([{"type": "deprecation", "body": {}}, violation], REPORTS) == [None, VIOLATION]
    assert len(sent([violation] * 100, REPORTS)) == MOST_REPORTS


def test_a_bad_one_among_several_spoils_none_of_its_neighbours() -> None:
    violation = {"type": "csp-violation", "body": NEW}
    bad = [7, None, {"type": "csp-violation"}, {"type": "csp-violation", "body": {"effectiveDirective": 7}}]
    first, *unreadable, last = sent([violation, *bad, violation], REPORTS)
    assert (first, last) == (VIOLATION, VIOLATION)
    assert [type(one) for one in unreadable] == [Unreadable] * len(bad)


def test_what_is_blocked_within_a_page_is_told_by_its_word() -> None:
    [found] = sent([{"type": "csp-violation", "body": {**NEW, "blockedURL": "inline"}}], REPORTS)
    assert isinstance(found, ErrorReport)
    assert found.message == "script-src-elem stands before inline"


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
def test_what_extensions_do_to_a_page_is_noise(change: dict[str, str]) -> None:
    assert sent({**OURS, **change}) == [None]


@pytest.mark.parametrize("blocked", ["chrome-extension", "moz-extension://abc/x.css"])
def test_what_extensions_are_kept_from_is_noise(blocked: str) -> None:
    assert sent([{"type": "csp-violation", "body": {**NEW, "blockedURL": blocked}}], REPORTS) == [None]


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
        (CSP_REPORT, b'{"csp-report": 7}'),
        (CSP_REPORT, b'{"csp-report": {}}'),
        (REPORTS, b"{}"),
        (REPORTS, b"[]"),
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
def test_what_no_browser_of_ours_sends_is_unreadable(kind: str, body: bytes) -> None:
    with pytest.raises(Unreadable):
        read(kind, body)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@settings(deadline=None, max_examples=20)
@given(
    st.sampled_from(["application/json", CSP_REPORT, REPORTS]),
    st.fixed_dictionaries({}, optional=dict.fromkeys((*OURS, *OLD, *NEW), VALUES)),
)
def test_whatever_stands_in_a_field_it_is_read_or_unreadable(kind: str, told: dict[str, Any]) -> None:
    shapes = {
        "application/json": told,
        CSP_REPORT: {"csp-report": told},
        REPORTS: [{"type": "csp-violation", "body": told}],
    }
    try:
        found = sent(shapes[kind], kind)
    except Unreadable:
        return
    for report in found:
        if not isinstance(report, ErrorReport):
            continue
        assert report.source in SOURCES
        assert scrubbed(report).kind == report.kind


NOON = datetime(2026, 11, 22, 12, 0, 30, tzinfo=UTC)


def test_an_address_speaks_so_often_a_minute_and_others_are_not_held_up_by_it() -> None:
    allowance = Allowance(each=2, most=10)
    assert [allowance.takes("203.0.113.7", NOON) for _ in range(3)] == [True, True, False]
    assert allowance.takes("203.0.113.8", NOON)
    assert allowance.takes("203.0.113.7", NOON + timedelta(minutes=1))


def test_a_line_of_ipv6_is_one_address() -> None:
    allowance = Allowance(each=1, most=10)
    assert allowance.takes("2001:db8:1:2::1", NOON)
    assert not allowance.takes("2001:db8:1:2:ffff::9", NOON)
    assert allowance.takes("2001:db8:1:3::1", NOON)


def test_so_many_addresses_are_remembered_and_no_more() -> None:
    allowance = Allowance(each=9, most=3)
    assert [allowance.takes(f"203.0.113.{number}", NOON) for number in range(4)] == [True, True, True, False]
    assert allowance.takes("203.0.113.0", NOON)
