"""A failure of ours in a request: what its visitor is told, what the log has, and what is reported."""

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
from touchline.platform.error_reports import CarefulReports
from touchline.platform.http import errors, requests
from touchline.platform.http.guards import public
from touchline.platform.http.requests import Asked
from touchline.platform.tests.http.limiters import limiter
from touchline.shared.errors import NotFound
from touchline.shared.principal import Principal
from touchline.shared.tests.reports import KeptReports

SECRET = "tlk_0123456789abcdef"


class Dumb(Exception):
    """Breaks while it is asked for its words."""

    def __str__(self) -> str:
        raise LookupError("no words")


def nobody(asked: Asked) -> Principal:
    """Knows no key."""
    raise NotFound


@pytest.fixture
def kept() -> KeptReports:
    return KeptReports()


@pytest.fixture
def client(tmp_path: Path, kept: KeptReports) -> Iterator[FlaskClient]:
    """A client of an app with views that fail."""
    database = Database(f"sqlite:///{tmp_path / 'failures.sqlite'}")
    app = Flask("failures", static_folder=None)
    requests.install(app, database, nobody, lambda _: False, limiter())
    errors.install(app, CarefulReports(kept))

    @app.post("/break/<key>")
    @public
    def break_down(key: str) -> str:
        secret = f"{key} of ada@example.org"
        raise RuntimeError(f"nobody knows {secret}")

    @app.get("/dumb")
    @public
    def dumb() -> str:
        raise Dumb

    @app.get("/refuse")
    @public
    def refuse() -> str:
        raise NotFound

    @app.get("/statement/<key>")
    @public
    def statement(key: str) -> str:
        current_session().execute(select(literal(key)).where(literal(key).op("no such operator")(1)))
        return ""

    @app.get("/fine")
    @public
    def fine() -> str:
        return "fine"

    yield app.test_client()
    database.close()


def test_a_failure_is_reported_under_the_id_that_its_visitor_is_told(
    client: FlaskClient, kept: KeptReports
) -> None:
    answer = client.post(
        f"/break/{SECRET}?api_key={SECRET}",
        headers={"Authorization": f"Bearer {SECRET}", "Cookie": f"a={SECRET}"},
        json={"password": SECRET},
    )
    assert answer.status_code == 500
    assert answer.json is not None
    [report] = kept.reports
    assert report.request_id == answer.json["request_id"] == answer.headers["X-Request-Id"]
    assert (report.source, report.kind, report.where) == ("server", "RuntimeError", "POST /break/<key>")
    assert report.message == "nobody knows (key) of (address)"
    assert "in break_down" in report.traceback
    assert SECRET not in repr(report)


def test_the_values_of_a_statement_that_fails_are_not_reported(
    client: FlaskClient, kept: KeptReports
) -> None:
    assert client.get("/statement/nobody-may-see-this").status_code == 500
    [report] = kept.reports
    assert report.kind == "OperationalError"
    assert "nobody-may-see-this" not in repr(report)


def test_a_commit_that_fails_is_reported(
    client: FlaskClient, kept: KeptReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_session: Session) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk full"))

    monkeypatch.setattr(Session, "commit", fail)
    assert client.get("/fine").status_code == 500
    assert [report.where for report in kept.reports] == ["GET /fine"]


@pytest.mark.parametrize("path", ["/refuse", "/nothing-here"])
def test_a_refusal_is_no_failure(client: FlaskClient, kept: KeptReports, path: str) -> None:
    assert client.get(path).status_code == 404
    assert kept.reports == []


def test_reports_that_cannot_be_taken_change_nothing(client: FlaskClient, kept: KeptReports) -> None:
    kept.raises = ConnectionError("Sentry is away")
    answer = client.post("/break/x")
    assert (answer.status_code, answer.content_type) == (500, "application/problem+json")


def test_an_error_that_breaks_while_it_is_told_is_answered_like_any_other(
    client: FlaskClient, kept: KeptReports
) -> None:
    answer = client.get("/dumb")
    assert (answer.status_code, answer.get_json()["code"]) == (500, "errors.server")
    assert [report.kind for report in kept.reports] == ["Dumb"]
