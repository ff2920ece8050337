"""Liveness, readiness and metrics."""

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
from touchline.platform.db.session import CONNECT_TIMEOUT_SECONDS, Database
from touchline.platform.http import health


def request_count(endpoint: str, status: int, method: str = "GET") -> float:
    """Return the number of counted responses of an endpoint with a status."""
    labels = {"method": method, "endpoint": endpoint, "status": str(status)}
    return REGISTRY.get_sample_value("touchline_http_requests_total", labels) or 0


def test_a_running_process_is_healthy(client: FlaskClient) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json) == (200, {"status": "ok"})


def test_readiness_names_each_part(client: FlaskClient) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json == {
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


def test_an_unavailable_part_makes_the_site_not_ready() -> None:
    def raise_error() -> None:
        raise ConnectionError("inside story")

    app = Flask("health")
    health.install(app, {"database": lambda: None, "queue": raise_error})
    response = app.test_client().get("/readyz")
    assert response.status_code == 503
    assert response.json == {"status": "unavailable", "checks": {"database": "ok", "queue": "unavailable"}}


UNAVAILABLE: dict[str, Callable[[], Callable[[], None]]] = {
    "postgres": lambda: Database("postgresql+psycopg://nobody@127.0.0.1:9/nothing").check,
    "sqlite": lambda: Database("sqlite:////no/such/folder/touchline.sqlite").check,
    "queue": lambda: RqQueue("redis://127.0.0.1:9").check,
}


@pytest.mark.parametrize("part", UNAVAILABLE)
def test_an_unavailable_database_or_queue_is_not_ready_but_healthy(
    part: str, caplog: pytest.LogCaptureFixture
) -> None:
    app = Flask("health")
    health.install(app, {part: UNAVAILABLE[part](), "files": lambda: None})
    response = app.test_client().get("/readyz")
    assert response.status_code == 503
    assert response.json == {"status": "unavailable", "checks": {part: "unavailable", "files": "ok"}}
    assert f"{part} is not ready" in caplog.text
    assert app.test_client().get("/healthz").status_code == 200


def test_an_unresponsive_host_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    connect_attempts: list[dict[str, Any]] = []

    def connect(*_: Any, **options: Any) -> None:
        connect_attempts.append(options)
        raise psycopg.OperationalError

    monkeypatch.setattr(psycopg, "connect", connect)
    monkeypatch.setattr(psycopg.Connection, "connect", connect)
    for query in ("", "?connect_timeout=3"):
        with pytest.raises(OperationalError):
            Database(f"postgresql+psycopg://nobody@127.0.0.1:9/nothing{query}").check()
    assert [int(options["connect_timeout"]) for options in connect_attempts] == [CONNECT_TIMEOUT_SECONDS, 3]


def test_an_optional_part_is_shown_without_affecting_readiness() -> None:
    def raise_unavailable() -> None:
        raise ConnectionError("no mail server")

    app = Flask("health")
    health.install(app, {"database": lambda: None}, {"mail": raise_unavailable})
    response = app.test_client().get("/readyz")
    assert response.status_code == 200
    assert response.json == {"status": "ok", "checks": {"database": "ok", "mail": "unavailable"}}


def test_the_site_serves_no_metrics(client: FlaskClient) -> None:
    for headers in ({}, {"Host": "127.0.0.1:8080"}, {"Host": "localhost"}):
        assert client.get("/metrics", headers=headers).status_code == 404


def test_a_failed_commit_is_500_with_headers_and_counted(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_session: Session) -> None:
        raise OperationalError("COMMIT", {}, Exception("disk full"))

    failed, fine = request_count("health.healthz", 500), request_count("health.healthz", 200)
    monkeypatch.setattr(Session, "commit", fail)
    response = client.get("/healthz")
    assert (response.status_code, response.content_type) == (500, "application/problem+json")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response.headers["X-Request-Id"]
    assert request_count("health.healthz", 500) == failed + 1
    assert request_count("health.healthz", 200) == fine


def test_an_unchanged_response_is_counted_as_304(visitor: Visitor) -> None:
    before = request_count("site.pages", 304)
    tag = visitor.get("/pages").headers["ETag"]
    assert visitor.get("/pages", headers={"If-None-Match": tag}).status_code == 304
    assert request_count("site.pages", 304) == before + 1


def test_unknown_methods_are_counted_together(client: FlaskClient) -> None:
    before = request_count("(none)", 405, "(other)")
    for method in ("BREW", "STEEP"):
        assert client.open("/healthz", method=method).status_code == 405
    assert request_count("(none)", 405, "(other)") == before + 2
