"""Errors that browsers met are handed on, left out, or dropped."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from touchline.analytics.application.client_errors import EACH_A_MINUTE, TakeClientErrors
from touchline.analytics.domain.client_errors import MOST_BODY, REPORTS
from touchline.shared.clock import FixedClock
from touchline.shared.tests.reports import KeptReports

ERROR = b'{"kind": "TypeError", "message": "x", "url": "/watch/7"}'
NOISE = b'{"message": "x", "stack": "at chrome-extension://a/b.js:1:1"}'
JSON = "application/json"
VIOLATION = {"type": "csp-violation", "body": {"effectiveDirective": "img-src", "blockedURL": "data"}}


def test_each_error_has_one_end() -> None:
    kept = KeptReports()
    take = TakeClientErrors(kept, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    assert take("203.0.113.7", JSON, ERROR) == ["taken"]
    assert take("203.0.113.7", JSON, NOISE) == ["noise"]
    assert take("203.0.113.7", JSON, b"{") == ["unreadable"]
    assert take("203.0.113.7", JSON, ERROR + b" " * MOST_BODY) == ["too_large"]
    assert [report.where for report in kept.reports] == ["/watch/7"]


def test_who_tells_too_much_is_not_heard_any_more_in_that_minute() -> None:
    kept = KeptReports()
    take = TakeClientErrors(kept, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    ends = [take("203.0.113.7", JSON, ERROR) for _ in range(EACH_A_MINUTE + 2)]
    assert ends[-3:] == [["taken"], ["too_many"], ["too_many"]]
    assert len(kept.reports) == EACH_A_MINUTE
    assert take("203.0.113.8", JSON, ERROR) == ["taken"]


def test_who_tells_several_at_once_pays_for_each_of_them() -> None:
    kept = KeptReports()
    take = TakeClientErrors(kept, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    body = json.dumps([VIOLATION] * 20).encode()
    assert take("203.0.113.7", REPORTS, body) == ["taken"] * 20
    rest = EACH_A_MINUTE - 20
    assert take("203.0.113.7", REPORTS, body) == ["taken"] * rest + ["too_many"] * (20 - rest)
    assert take("203.0.113.7", REPORTS, body) == ["too_many"]
    assert len(kept.reports) == EACH_A_MINUTE


def test_of_several_each_has_its_end() -> None:
    kept = KeptReports()
    take = TakeClientErrors(kept, FixedClock(datetime(2026, 11, 22, 12, tzinfo=UTC)))
    body = json.dumps([{"type": "deprecation", "body": {}}, 7, VIOLATION]).encode()
    assert take("203.0.113.7", REPORTS, body) == ["noise", "unreadable", "taken"]
    assert [report.source for report in kept.reports] == ["csp"]
