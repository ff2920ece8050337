"""Internal errors in a request: the visitor's response, the log and the error report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import literal, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from touchline.platform.db.session import Database, current_session
from touchline.platform.http import errors, requests
from touchline.platform.http.guards import public
from touchline.platform.http.requests import RequestParams
from touchline.platform.observability.error_reports import DeduplicatingErrorReports
from touchline.platform.tests.http.rate_limits import create_limiter
from touchline.shared.errors import NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.tests.error_reports import RecordingErrorReports

SECRET = "tlk_0123456789abcdef"


class UnprintableError(Exception):
    """An error that raises another error when it is converted to text."""

    def __str__(self) -> str:
        raise LookupError("no words")


def raise_not_authenticated(params: RequestParams) -> Principal:
    """Reject every API key."""
    raise NotFoundError


@pytest.fixture
def error_reports() -> RecordingErrorReports:
    return RecordingErrorReports()


@pytest.fixture
def client(tmp_path: Path, error_reports: RecordingErrorReports) -> Iterator[FlaskClient]:
    """Yield a client of an app whose views fail."""
    database = Database(f"sqlite:///{tmp_path / 'failures.sqlite'}")
    app = Flask("failures", static_folder=None)
    requests.install(app, database, raise_not_authenticated, lambda *_: None, create_limiter())
    errors.install(app, DeduplicatingErrorReports(error_reports))

    @app.post("/break/<key>")
    @public
    def raise_error(key: str) -> str:
        secret = f"{key} of ada@example.org"
        raise RuntimeError(f"nobody knows {secret}")

    @app.get("/dumb")
    @public
    def raise_unprintable() -> str:
        raise UnprintableError

    @app.get("/refuse")
    @public
    def raise_refused() -> str:
        raise NotFoundError

    @app.get("/statement/<key>")
    @public
    def statement(key: str) -> str:
        current_session().execute(select(literal(key)).where(literal(key).op("no such operator")(1)))
        return ""

    @app.get("/fine")
    @public
    def succeed() -> str:
        return "fine"

    yield app.test_client()
    database.close()


def test_a_failure_is_reported_with_the_request_id_of_its_response(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    response = client.post(
        f"/break/{SECRET}?api_key={SECRET}",
        headers={"Authorization": f"Bearer {SECRET}", "Cookie": f"a={SECRET}"},
        json={"password": SECRET},
    )
    assert response.status_code == 500
    assert response.json is not None
    [report] = error_reports.reports
    assert report.request_id == response.json["request_id"] == response.headers["X-Request-Id"]
    assert (report.source, report.kind, report.location) == ("server", "RuntimeError", "POST /break/<key>")
    assert report.message == "nobody knows (key) of (address)"
    assert "in raise_error" in report.traceback
    assert SECRET not in repr(report)


def test_the_values_of_a_statement_that_fails_are_not_reported(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    assert client.get("/statement/nobody-may-see-this").status_code == 500
    [report] = error_reports.reports
    assert report.kind == "OperationalError"
    assert "nobody-may-see-this" not in repr(report)


def test_a_commit_that_fails_is_reported(
    client: FlaskClient, error_reports: RecordingErrorReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_session: Session) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk full"))

    monkeypatch.setattr(Session, "commit", fail)
    assert client.get("/fine").status_code == 500
    assert [report.location for report in error_reports.reports] == ["GET /fine"]


@pytest.mark.parametrize("path", ["/refuse", "/nothing-here"])
def test_a_refusal_is_not_reported(
    client: FlaskClient, error_reports: RecordingErrorReports, path: str
) -> None:
    assert client.get(path).status_code == 404
    assert error_reports.reports == []


def test_a_failing_reporter_changes_nothing(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    error_reports.error_to_raise = ConnectionError("Sentry is away")
    response = client.post("/break/x")
    assert (response.status_code, response.content_type) == (500, "application/problem+json")


def test_an_unprintable_error_gets_the_usual_response(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    response = client.get("/dumb")
    assert (response.status_code, response.get_json()["code"]) == (500, "errors.server")
    assert [report.kind for report in error_reports.reports] == ["UnprintableError"]
