"""The database is away: what a visitor is told, and what stays a failure of ours."""

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

from touchline.platform.db.away import is_away
from touchline.platform.db.session import Database, current_session
from touchline.platform.error_reports import CarefulReports
from touchline.platform.http import away, errors, requests
from touchline.platform.http.guards import public
from touchline.platform.http.requests import Asked
from touchline.platform.tests.http.limiters import limiter
from touchline.shared.errors import NOT_NOW, NotFound
from touchline.shared.principal import Principal
from touchline.shared.tests.reports import KeptReports

GONE = exc.OperationalError("SELECT", {}, psycopg.OperationalError("connection refused"))


def nobody(asked: Asked) -> Principal:
    """Knows no key."""
    raise NotFound


@pytest.fixture
def kept() -> KeptReports:
    return KeptReports()


@pytest.fixture
def client(tmp_path: Path, kept: KeptReports) -> Iterator[FlaskClient]:
    """A client of an app whose views find no database, and one that asks nonsense."""
    database = Database(f"sqlite:///{tmp_path}/nowhere/at-all.sqlite")
    app = Flask("away", static_folder=None)
    requests.install(app, database, nobody, lambda _: False, limiter())
    errors.install(app, CarefulReports(kept))
    away.install(app, CarefulReports(kept))

    @app.get("/watch")
    @app.get("/api/events")
    @public
    def ask() -> str:
        current_session().execute(text("SELECT 1"))
        return ""

    @app.post("/api/favorite")
    @public
    def write() -> str:
        return "marked"

    yield app.test_client()
    database.close()


def test_a_call_is_told_that_it_is_not_possible_now_and_when_to_ask_again(
    client: FlaskClient, kept: KeptReports
) -> None:
    answer = client.get("/api/events")
    assert (answer.status_code, answer.content_type) == (503, "application/problem+json")
    assert answer.get_json()["message"] == NOT_NOW
    assert (answer.headers["Retry-After"], answer.headers["Cache-Control"]) == ("10", "no-store")
    [report] = kept.reports
    assert (report.kind, report.where) == ("OperationalError", "GET /api/events")


@pytest.mark.parametrize(
    ("accepted", "title"),
    [("en", "We will be right back"), ("fr-CA,fr;q=0.9", "Nous revenons tout de suite")],
    ids=["english", "french"],
)
def test_a_person_who_opens_a_page_reads_one_that_comes_back_by_itself(
    client: FlaskClient, accepted: str, title: str
) -> None:
    headers = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Accept-Language": accepted}
    answer = client.get("/watch", headers=headers)
    assert (answer.status_code, answer.mimetype) == (503, "text/html")
    assert title in answer.get_data(as_text=True)
    assert answer.headers["Refresh"] == "10"


def test_a_commit_that_finds_no_database_is_no_success(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_session: Session) -> None:
        raise GONE

    monkeypatch.setattr(Session, "commit", fail)
    answer = client.post("/api/favorite")
    assert (answer.status_code, answer.get_json()["message"]) == (503, NOT_NOW)


def _sqlite(code: int) -> exc.SQLAlchemyError:
    error = sqlite3.OperationalError("it says why")
    error.sqlite_errorcode = code
    return exc.OperationalError("INSERT", {}, error)


@pytest.mark.parametrize(
    "error",
    [
        GONE,
        exc.OperationalError("SELECT", {}, psycopg.errors.AdminShutdown()),
        exc.OperationalError("INSERT", {}, psycopg.errors.DiskFull()),
        exc.OperationalError("SELECT", {}, psycopg.errors.TooManyConnections()),
        exc.DBAPIError("SELECT", {}, psycopg.Error(), connection_invalidated=True),
        exc.TimeoutError(),
        _sqlite(sqlite3.SQLITE_FULL),
        _sqlite(sqlite3.SQLITE_BUSY | 1 << 8),
        _sqlite(sqlite3.SQLITE_CANTOPEN),
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
def test_what_may_do_in_a_moment_is_away(error: exc.SQLAlchemyError) -> None:
    assert is_away(error)


@pytest.mark.parametrize(
    "error",
    [
        _sqlite(sqlite3.SQLITE_ERROR),
        exc.ProgrammingError("SELEKT", {}, psycopg.errors.SyntaxError()),
        exc.IntegrityError("INSERT", {}, psycopg.errors.UniqueViolation()),
        exc.OperationalError("UPDATE", {}, psycopg.errors.DeadlockDetected()),
        exc.InvalidRequestError(),
    ],
    ids=["sqlite-nonsense", "nonsense", "twice", "deadlock", "misuse"],
)
def test_what_would_fail_again_is_a_failure_of_ours(error: exc.SQLAlchemyError) -> None:
    assert not is_away(error)
