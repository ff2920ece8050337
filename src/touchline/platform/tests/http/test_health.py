"""Liveness, readiness, metrics."""

from flask import Flask
from flask.testing import FlaskClient

from touchline.platform.http import health


def test_a_living_process_says_so(client: FlaskClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json) == (200, {"status": "ok"})


def test_readiness_names_each_part(client: FlaskClient) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json == {
        "status": "ok",
        "checks": {"database": "ok", "queue": "ok", "files": "ok", "storage": "ok"},
    }


def test_a_part_that_is_down_makes_the_whole_not_ready_and_says_nothing_internal() -> None:
    def broken() -> None:
        raise ConnectionError("inside story")

    app = Flask("health")
    health.install(app, {"database": lambda: None, "queue": broken})
    answer = app.test_client().get("/readyz")
    assert answer.status_code == 503
    assert answer.json == {"status": "unavailable", "checks": {"database": "ok", "queue": "unavailable"}}


def test_metrics_are_for_this_machine_only(client: FlaskClient) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", environ_base={"REMOTE_ADDR": "203.0.113.7"}).status_code == 403
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403
