"""`POST /client-errors`: always responds with 204, whatever the body and whether or not reporting works."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from dependency_injector import providers
from flask.testing import FlaskClient
from prometheus_client import REGISTRY

from touchline.entrypoints.bootstrap import Application
from touchline.platform.observability.error_reports import DeduplicatingErrorReports
from touchline.shared.tests.error_reports import RecordingErrorReports

ERROR = {
    "kind": "TypeError",
    "message": "x of ada@example.org",
    "url": "/watch/7?key=a",
    "request_id": "0123456789abcdef",
}


def counted(outcome: str) -> float:
    """Return the number of client errors with an outcome."""
    return REGISTRY.get_sample_value("touchline_client_errors_total", {"outcome": outcome}) or 0


@pytest.fixture
def error_reports(application: Application) -> Iterator[RecordingErrorReports]:
    """Yield the recorder of the application's error reports."""
    error_reports = RecordingErrorReports()
    container: Any = application.container
    with container.error_reports.override(providers.Object(DeduplicatingErrorReports(error_reports))):
        container.analytics.client_errors.reset()
        yield error_reports
    container.analytics.client_errors.reset()


def test_an_error_is_reported_scrubbed_with_its_request_id(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    reported = counted("taken")
    response = client.post("/client-errors", json=ERROR)
    assert (response.status_code, response.get_data()) == (204, b"")
    [report] = error_reports.reports
    assert (report.source, report.kind, report.request_id) == ("browser", "TypeError", "0123456789abcdef")
    assert (report.message, report.location) == ("x of (address)", "/watch/7")
    assert counted("taken") == reported + 1


def test_a_repeated_error_is_counted_and_not_reported(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    for _ in range(3):
        assert client.post("/client-errors", json=ERROR).status_code == 204
    assert len(error_reports.reports) == 1


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
def test_noise_is_counted_and_gets_the_same_response(
    client: FlaskClient, error_reports: RecordingErrorReports, body: bytes, kind: str, outcome: str
) -> None:
    before = counted(outcome)
    assert client.post("/client-errors", data=body, content_type=kind).status_code == 204
    assert counted(outcome) == before + 1
    assert error_reports.reports == []


def test_a_body_without_a_length_is_read_up_to_the_limit(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    before = counted("too_large")
    response = client.post(
        "/client-errors",
        content_type="application/json",
        environ_overrides={"wsgi.input_terminated": True, "wsgi.input": _EndlessBody(), "CONTENT_LENGTH": ""},
    )
    assert response.status_code == 204
    assert counted("too_large") == before + 1


class _EndlessBody:
    """A request body that never ends."""

    sent_bytes = 0

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "the whole body is read"
        self.sent_bytes += size
        assert self.sent_bytes < 1_000_000, "more than the limit is read"
        return b" " * size


def test_a_failing_reporter_does_not_change_the_response(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    error_reports.error_to_raise = ConnectionError("away")
    assert client.post("/client-errors", json=ERROR).status_code == 204


def test_csp_violations_are_reported_in_both_formats(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    old = {"csp-report": {"effective-directive": "img-src", "blocked-uri": "data"}}
    new = [{"type": "csp-violation", "body": {"effectiveDirective": "font-src", "blockedURL": "data"}}]
    for page_report, kind in ((old, "application/csp-report"), (new, "application/reports+json")):
        assert (
            client.post("/client-errors", data=json.dumps(page_report), content_type=kind).status_code == 204
        )
    assert [report.message for report in error_reports.reports] == [
        "img-src blocked data",
        "font-src blocked data",
    ]
