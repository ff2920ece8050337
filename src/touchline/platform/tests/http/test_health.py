"""Liveness, readiness, metrics."""

from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient
from prometheus_client import REGISTRY
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from adapters.queue.rq_queue import RqQueue
from touchline.conftest import Visitor
from touchline.platform.db.session import CONNECT_SECONDS, Database
from touchline.platform.http import health


def answered(endpoint: str, status: int, method: str = "GET") -> float:
    """How many answers of an endpoint were counted with a status."""
    labels = {"method": method, "endpoint": endpoint, "status": str(status)}
    return REGISTRY.get_sample_value("touchline_http_requests_total", labels) or 0


def test_a_living_process_says_so(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_readiness_names_each_part(client: FlaskClient) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json == {
        "status": "ok",
        "checks": {
            "database": "ok",
            "queue": "ok",
            "files": "ok",
            "storage": "ok",
            "geo": "ok",
            "mail": "ok",
            "analytics": "ok",
        },
    }


def test_a_part_that_is_down_makes_the_whole_not_ready_and_says_nothing_internal() -> None:
    def broken() -> None:
        raise ConnectionError("inside story")

    app = Flask("health")
    health.install(app, {"database": lambda: None, "queue": broken})
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json == {"status": "unavailable", "checks": {"database": "ok", "queue": "unavailable"}}


AWAY: dict[str, Callable[[], Callable[[], None]]] = {
    "postgres": lambda: Database("postgresql+psycopg://nobody@127.0.0.1:9/nothing").check,
    "sqlite": lambda: Database("sqlite:////no/such/folder/touchline.sqlite").check,
    "queue": lambda: RqQueue("redis://127.0.0.1:9").check,
}


@pytest.mark.parametrize("part", AWAY)
def test_a_database_or_a_queue_that_is_away_is_seen_and_the_process_still_lives(
    part: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = Flask("health")
    health.install(app, {part: AWAY[part](), "files": lambda: None})
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json == {"status": "unavailable", "checks": {part: "unavailable", "files": "ok"}}
    assert f"{part} is not ready" in caplog.text
    assert app.test_client().get("/healthz").status_code == 200


def test_a_machine_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    def connect(*_: Any, **options: Any) -> None:
        asked.append(options)
        raise psycopg.OperationalError

    monkeypatch.setattr(psycopg, "connect", connect)
    monkeypatch.setattr(psycopg.Connection, "connect", connect)
    for query in ("", "?connect_timeout=3"):
        with pytest.raises(OperationalError):
            Database(f"postgresql+psycopg://nobody@127.0.0.1:9/nothing{query}").check()
    assert [int(options["connect_timeout"]) for options in asked] == [CONNECT_SECONDS, 3]


def test_a_part_that_the_site_stands_without_is_told_of_and_no_more() -> None:
    def away() -> None:
        raise ConnectionError("no mail server")

    app = Flask("health")
    health.install(app, {"database": lambda: None}, {"mail": away})
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 200
    assert answer.json == {"status": "ok", "checks": {"database": "ok", "mail": "unavailable"}}


def test_the_site_shows_no_metrics_to_anybody(client: FlaskClient) -> None:
    for headers in ({}, {"Host": "127.0.0.1:8080"}, {"Host": "localhost"}):
        assert client.get("/metrics", headers=headers).status_code == 404


def test_a_commit_that_fails_answers_500_with_the_headers_and_is_counted_as_such(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_session: Session) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk full"))

    failed, fine = answered("health.healthz", 500), answered("health.healthz", 200)
    monkeypatch.setattr(Session, "commit", fail)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content_type) == (500, "application/problem+json")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert answer.headers["X-Request-Id"]
    assert answered("health.healthz", 500) == failed + 1
    assert answered("health.healthz", 200) == fine


def test_an_answer_that_has_not_changed_is_counted_as_304(visitor: Visitor) -> None:
    before = answered("site.pages", 304)
    tag = visitor.get("/pages").headers["ETag"]
    assert visitor.get("/pages", headers={"If-None-Match": tag}).status_code == 304
    assert answered("site.pages", 304) == before + 1


def test_methods_that_somebody_made_up_are_counted_together(client: FlaskClient) -> None:
    before = answered("(none)", 405, "(other)")
    for method in ("BREW", "STEEP"):
        assert client.open("/healthz", method=method).status_code == 405
    assert answered("(none)", 405, "(other)") == before + 2
