"""`POST /client-errors`: always 204, whatever is sent and whoever takes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from dependency_injector import providers
from flask.testing import FlaskClient
from prometheus_client import REGISTRY

from touchline.entrypoints.bootstrap import House
from touchline.platform.error_reports import CarefulReports
from touchline.shared.tests.reports import KeptReports

ERROR = {
    "kind": "TypeError",
    "message": "x of ada@example.org",
    "url": "/watch/7?key=a",
    "request_id": "0123456789abcdef",
}


def counted(outcome: str) -> float:
    """How many errors came to such an end."""
    return REGISTRY.get_sample_value("touchline_client_errors_total", {"outcome": outcome}) or 0


@pytest.fixture
def kept(house: House) -> Iterator[KeptReports]:
    """Takes the reports of the house."""
    kept = KeptReports()
    container: Any = house.container
    with container.error_reports.override(providers.Object(CarefulReports(kept))):
        container.analytics.client_errors.reset()
        yield kept
    container.analytics.client_errors.reset()


def test_an_error_arrives_scrubbed_with_the_id_of_its_request(client: FlaskClient, kept: KeptReports) -> None:
    taken = counted("taken")
    answer = client.post("/client-errors", json=ERROR)
    assert (answer.status_code, answer.get_data()) == (204, b"")
    [report] = kept.reports
    assert (report.source, report.kind, report.request_id) == ("browser", "TypeError", "0123456789abcdef")
    assert (report.message, report.where) == ("x of (address)", "/watch/7")
    assert counted("taken") == taken + 1


def test_the_same_again_is_counted_and_not_handed_on(client: FlaskClient, kept: KeptReports) -> None:
    for _ in range(3):
        assert client.post("/client-errors", json=ERROR).status_code == 204
    assert len(kept.reports) == 1


@pytest.mark.parametrize(
    ("body", "kind", "outcome"),
    [
        (b"{", "application/json", "unreadable"),
        (b"", "application/json", "unreadable"),
        (b"<x/>", "text/html", "unreadable"),
        (b" " * 20_000, "application/json", "too_large"),
        (b" " * 2_000_000, "text/plain", "too_large"),
        (json.dumps({"message": "moz-extension://x"}).encode(), "text/plain", "noise"),
    ],
    ids=["broken", "empty", "html", "large", "huge", "noise"],
)
def test_what_is_no_error_is_counted_and_answered_like_one(
    client: FlaskClient, kept: KeptReports, body: bytes, kind: str, outcome: str
) -> None:
    before = counted(outcome)
    assert client.post("/client-errors", data=body, content_type=kind).status_code == 204
    assert counted(outcome) == before + 1
    assert kept.reports == []


def test_a_body_without_a_length_is_read_no_further_than_allowed(
    client: FlaskClient, kept: KeptReports
) -> None:
    before = counted("too_large")
    answer = client.post(
        "/client-errors",
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "wsgi.input": _Endless(), "CONTENT_LENGTH": ""},
    )
    assert answer.status_code == 204
    assert counted("too_large") == before + 1


class _Endless:
    """A body that never ends."""

    given = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "somebody would read all of it"
        self.given += size
        assert self.given < 1_000_000, "somebody reads on and on"
        return b" " * size


def test_reports_that_nobody_takes_are_answered_like_others(client: FlaskClient, kept: KeptReports) -> None:
    kept.raises = ConnectionError("away")
    assert client.post("/client-errors", json=ERROR).status_code == 204


def test_what_the_policy_stood_before_arrives_in_both_forms(client: FlaskClient, kept: KeptReports) -> None:
    old = {"csp-report": {"effective-directive": "img-src", "blocked-uri": "data"}}
    new = [{"type": "csp-violation", "body": {"effectiveDirective": "font-src", "blockedURL": "data"}}]
    for told, kind in ((old, "application/csp-report"), (new, "application/reports+json")):
        assert client.post("/client-errors", data=json.dumps(told), content_type=kind).status_code == 204
    assert [report.message for report in kept.reports] == [
        "img-src stands before data",
        "font-src stands before data",
    ]
