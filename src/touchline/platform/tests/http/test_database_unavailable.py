"""Responses while the database is unavailable, and the errors that stay internal errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import exc, text
from sqlalchemy.orm import Session

from touchline.platform.db.availability import is_unavailable
from touchline.platform.db.session import Database, current_session
from touchline.platform.http import database_unavailable, errors, requests
from touchline.platform.http.guards import public
from touchline.platform.http.requests import RequestParams
from touchline.platform.observability.error_reports import DeduplicatingErrorReports
from touchline.platform.tests.http.rate_limits import create_limiter
from touchline.shared.errors import TEMPORARILY_UNAVAILABLE, NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.tests.error_reports import RecordingErrorReports

CONNECTION_LOST = exc.OperationalError("SELECT", {}, psycopg.OperationalError("connection refused"))


def raise_not_authenticated(params: RequestParams) -> Principal:
    """Reject every API key."""
    raise NotFoundError


@pytest.fixture
def error_reports() -> RecordingErrorReports:
    return RecordingErrorReports()


@pytest.fixture
def client(tmp_path: Path, error_reports: RecordingErrorReports) -> Iterator[FlaskClient]:
    """Yield a client of an app whose database cannot be opened."""
    database = Database(f"sqlite:///{tmp_path}/nowhere/at-all.sqlite")
    app = Flask("away", static_folder=None)
    requests.install(app, database, raise_not_authenticated, lambda *_: None, create_limiter())
    errors.install(app, DeduplicatingErrorReports(error_reports))
    database_unavailable.install(app, DeduplicatingErrorReports(error_reports))

    @app.get("/watch")
    @app.get("/api/events")
    @public
    def read() -> str:
        current_session().execute(text("SELECT 1"))
        return ""

    @app.post("/api/favorite")
    @public
    def write_row() -> str:
        return "marked"

    yield app.test_client()
    database.close()


def test_an_api_call_gets_503_with_retry_after(
    client: FlaskClient, error_reports: RecordingErrorReports
) -> None:
    response = client.get("/api/events")
    assert (response.status_code, response.content_type) == (503, "application/problem+json")
    assert response.get_json()["message"] == TEMPORARILY_UNAVAILABLE
    assert (response.headers["Retry-After"], response.headers["Cache-Control"]) == ("10", "no-store")
    [report] = error_reports.reports
    assert (report.kind, report.location) == ("OperationalError", "GET /api/events")


@pytest.mark.parametrize(
    ("accepted", "title"),
    [("en", "We’ll be right back"), ("fr-CA,fr;q=0.9", "De retour bientôt")],
    ids=["english", "french"],
)
def test_a_page_request_gets_a_self_refreshing_error_page(
    client: FlaskClient, accepted: str, title: str
) -> None:
    headers = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": accepted}
    response = client.get("/watch", headers=headers)
    assert (response.status_code, response.mimetype) == (503, "text/html")
    assert title in response.get_data(as_text=True)
    assert response.headers["Refresh"] == "10"


def test_a_commit_without_a_database_is_503(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_session: Session) -> None:
        raise CONNECTION_LOST

    monkeypatch.setattr(Session, "commit", fail)
    response = client.post("/api/favorite")
    assert (response.status_code, response.get_json()["message"]) == (503, TEMPORARILY_UNAVAILABLE)


def _sqlite_error(code: int) -> exc.SQLAlchemyError:
    error = sqlite3.OperationalError("it says why")
    error.sqlite_errorcode = code
    return exc.OperationalError("INSERT", {}, error)


@pytest.mark.parametrize(
    "error",
    [
        CONNECTION_LOST,
        exc.OperationalError("SELECT", {}, psycopg.errors.AdminShutdown()),
        exc.OperationalError("INSERT", {}, psycopg.errors.DiskFull()),
        exc.OperationalError("SELECT", {}, psycopg.errors.TooManyConnections()),
        exc.DBAPIError("SELECT", {}, psycopg.Error(), connection_invalidated=True),
        exc.TimeoutError(),
        _sqlite_error(sqlite3.SQLITE_FULL),
        _sqlite_error(sqlite3.SQLITE_BUSY | 1 << 8),
        _sqlite_error(sqlite3.SQLITE_CANTOPEN),
    ],
    ids=[
        "refused",
        "shut-down",
        "full",
        "crowded",
        "broken-off",
        "no-room",
        "sqlite-full",
        "busy",
        "no-file",
    ],
)
def test_transient_errors_are_unavailable(error: exc.SQLAlchemyError) -> None:
    assert is_unavailable(error)


@pytest.mark.parametrize(
    "error",
    [
        _sqlite_error(sqlite3.SQLITE_ERROR),
        exc.ProgrammingError("SELEKT", {}, psycopg.errors.SyntaxError()),
        exc.IntegrityError("INSERT", {}, psycopg.errors.UniqueViolation()),
        exc.OperationalError("UPDATE", {}, psycopg.errors.DeadlockDetected()),
        exc.InvalidRequestError(),
    ],
    ids=["sqlite-nonsense", "nonsense", "twice", "deadlock", "misuse"],
)
def test_permanent_errors_are_internal_errors(error: exc.SQLAlchemyError) -> None:
    assert not is_unavailable(error)
