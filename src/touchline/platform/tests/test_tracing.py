"""Traces at the wire: what a collector learns of a request and of a job, and what it does not."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event

import pytest
from flask import Flask
from flask.testing import FlaskClient
from opentelemetry.proto.trace.v1.trace_pb2 import Status
from sqlalchemy import literal, select

from touchline.platform.db.session import Database, current_session
from touchline.platform.http import errors, health, requests
from touchline.platform.http.guards import public
from touchline.platform.logging import JsonLines, lines_of_job
from touchline.platform.queue.jobs import Job, JobRunner
from touchline.platform.tests.collector import Collector, serving, told
from touchline.platform.tests.http.limiters import limiter
from touchline.platform.tracing import MOST_WAITING, Tracing
from touchline.shared.errors import NotFound
from touchline.shared.jobs import Task
from touchline.shared.principal import Principal

SECRET = "tlk_0123456789abcdef"
FACTS = {"service.name": "touchline", "service.version": "1.2.3"}
Begin = Callable[..., AbstractContextManager[tuple[FlaskClient, Tracing]]]


@pytest.fixture
def collector() -> Iterator[Collector]:
    with serving(Collector()) as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'traced.sqlite'}")
    yield database
    database.close()


@pytest.fixture
def begin(collector: Collector, database: Database) -> Begin:
    """`with begin() as (client, tracing)`: an app whose requests are traced."""

    @contextmanager
    def start(share: float = 1.0, behind_proxy: bool = False) -> Iterator[tuple[FlaskClient, Tracing]]:
        tracing = Tracing(collector.address, share, FACTS, behind_proxy=behind_proxy)
        tracing.watch_database(database.engine)
        app = Flask("traced", static_folder=None)
        tracing.watch_app(app)
        health.install(app, {})
        requests.install(app, database, _nobody, lambda _: False, limiter())
        errors.install(app)

        @app.get("/things/<key>")
        @public
        def things(key: str) -> str:
            return str(current_session().scalar(select(literal(key))))

        @app.get("/break/<key>")
        @public
        def break_down(key: str) -> str:
            raise RuntimeError(f"nobody knows {key}")

        yield app.test_client(), tracing
        tracing.close()

    return start


def _nobody(asked: requests.Asked) -> Principal:
    raise NotFound


def test_a_request_is_a_span_with_its_route_and_its_statements_below_it(
    begin: Begin, collector: Collector
) -> None:
    with begin() as (client, tracing):
        answer = client.get("/things/a")
        tracing.flush(5)
    [request] = collector.named("GET /things/<key>")
    [statement] = collector.named("SELECT")
    assert (statement.trace_id, statement.parent_span_id) == (request.trace_id, request.span_id)
    assert told(request) == {
        "http.method": "GET",
        "http.route": "/things/<key>",
        "http.status_code": 200,
        "touchline.request_id": answer.headers["X-Request-Id"],
    }
    assert told(statement) == {"db.system": "sqlite", "db.statement": "SELECT ? AS anon_1"}
    assert collector.facts["service.name"] == "touchline"
    assert collector.facts["service.version"] == "1.2.3"


def test_nothing_secret_leaves_with_a_span(begin: Begin, collector: Collector) -> None:
    with begin() as (client, tracing):
        client.get(
            f"/things/{SECRET}?api_key={SECRET}",
            headers={"Authorization": f"Bearer {SECRET}", "Cookie": SECRET, "User-Agent": SECRET},
            environ_base={"REMOTE_ADDR": "203.0.113.77"},
        )
        client.get(f"/nothing/{SECRET}")
        client.get(f"/break/{SECRET}")
        client.open(f"/things/{SECRET}", method=SECRET.upper())
        tracing.flush(5)
    assert len(collector.spans) == 5
    sent = b"".join(collector.raw)
    assert SECRET.encode() not in sent
    assert SECRET.upper().encode() not in sent
    assert b"203.0.113.77" not in sent


def test_a_request_without_a_route_is_named_by_its_method(begin: Begin, collector: Collector) -> None:
    with begin() as (client, tracing):
        client.get("/nothing/here")
        client.open("/nothing/here", method="BREW")
        tracing.flush(5)
    assert [span.name for span in collector.spans] == ["GET", "_OTHER"]


def test_health_is_not_traced(begin: Begin, collector: Collector) -> None:
    with begin() as (client, tracing):
        for path in ("/healthz", "/readyz?verbose=1", "/metrics?name[]=x", "/things/a?healthz"):
            client.get(path)
        tracing.flush(5)
    assert {span.name for span in collector.spans} == {"GET /things/<key>", "SELECT"}


def test_a_job_is_a_span_with_its_name_its_request_and_the_class_of_its_error(
    begin: Begin, collector: Collector, database: Database
) -> None:
    def fail(channel_id: int) -> None:
        current_session().scalar(select(literal("x")))
        raise ValueError(SECRET)

    with begin() as (_, tracing):
        runner = JobRunner(database, [Job("things.break", fail)], tracing.of_job)
        with lines_of_job("j-1", "0123456789abcdef"), pytest.raises(ValueError, match=SECRET):
            runner.run(Task("things.break", (1,)))
        tracing.flush(5)
    [job] = collector.named("job things.break")
    assert told(job) == {"touchline.job": "things.break", "touchline.request_id": "0123456789abcdef"}
    assert (job.status.code, job.status.message) == (Status.STATUS_CODE_ERROR, "")
    [event] = job.events
    assert [(one.key, one.value.string_value) for one in event.attributes] == [
        ("exception.type", "ValueError")
    ]
    assert [span.parent_span_id for span in collector.named("SELECT")] == [job.span_id]


def test_statements_between_jobs_and_requests_are_nobodys(
    begin: Begin, collector: Collector, database: Database
) -> None:
    with begin() as (_, tracing):
        database.check()
        tracing.flush(5)
    assert collector.spans == []


def test_of_all_requests_the_share_is_traced_that_the_setting_names(
    begin: Begin, collector: Collector
) -> None:
    asked = {"traceparent": f"00-{'0' * 31}1-{'0' * 15}1-01"}
    with begin(share=0.0, behind_proxy=True) as (client, tracing):
        client.get("/things/a")
        client.get("/things/a", headers=asked)
        tracing.flush(5)
    assert collector.spans == []


@pytest.mark.parametrize("behind_proxy", [True, False], ids=["proxy", "open"])
def test_a_trace_that_a_caller_began_is_gone_on_with_behind_a_trusted_proxy_alone(
    begin: Begin, collector: Collector, behind_proxy: bool
) -> None:
    theirs = "4bf92f3577b34da6a3ce929d0e0e4736"
    with begin(behind_proxy=behind_proxy) as (client, tracing):
        client.get("/things/a", headers={"traceparent": f"00-{theirs}-00f067aa0ba902b7-01"})
        tracing.flush(5)
    assert {span.trace_id.hex() == theirs for span in collector.spans} == {behind_proxy}


def test_a_line_of_the_log_names_its_trace(
    begin: Begin, collector: Collector, caplog: pytest.LogCaptureFixture
) -> None:
    lines: list[dict[str, str]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonLines().format(record)))

    caplog.set_level(logging.INFO, "touchline.access")
    logger, handler = logging.getLogger("touchline.access"), Kept()
    logger.addHandler(handler)
    try:
        with begin() as (client, tracing):
            client.get("/things/a")
            tracing.flush(5)
    finally:
        logger.removeHandler(handler)
    assert [line["trace_id"] for line in lines] == [collector.spans[0].trace_id.hex()]
    assert "trace_id" not in json.loads(JsonLines().format(logging.makeLogRecord({"msg": "x"})))


@pytest.mark.parametrize("status", [500, 503, 429, 404, 413])
def test_a_collector_that_refuses_is_told_of_once_and_changes_nothing(
    begin: Begin, collector: Collector, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    collector.status = status
    with begin() as (client, tracing):
        for _ in range(2):
            assert client.get("/things/a").status_code == 200
            tracing.flush(5)
    assert [record.getMessage() for record in caplog.records if "collector" in record.getMessage()] == [
        "the collector does not take traces"
    ]
    assert collector.asked == 1 or status in (429, 503), "one that refuses is left alone for a while"
    assert [record.name for record in caplog.records if record.name.startswith("opentelemetry")] == []


def test_nobody_waits_for_a_collector_that_is_slow(begin: Begin, collector: Collector) -> None:
    collector.hold = Event()
    started = time.monotonic()
    with begin() as (client, tracing):
        for _ in range(MOST_WAITING // 20):
            client.get("/things/a")
        tracing.flush(0.1)
        assert time.monotonic() - started < 5
        collector.hold.set()


def test_a_collector_that_is_away_changes_nothing(begin: Begin, collector: Collector) -> None:
    collector.address = "http://127.0.0.1:9"
    with begin() as (client, tracing):
        assert client.get("/things/a").status_code == 200
        tracing.flush(0.1)
