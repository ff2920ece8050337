"""Traces on the wire: what a collector receives about a request and a job, and what it does not."""

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
from touchline.platform.observability.logging import JsonFormatter, job_log_context
from touchline.platform.observability.tracing import MAX_QUEUE_SIZE, Tracing
from touchline.platform.queue.jobs import Job, JobRunner
from touchline.platform.tests.http.rate_limits import create_limiter
from touchline.platform.tests.trace_collector import TraceCollector, run_collector, span_attributes
from touchline.shared.errors import NotFoundError
from touchline.shared.principal import Principal
from touchline.shared.tasks.jobs import Task

SECRET = "tlk_0123456789abcdef"
RESOURCE_ATTRIBUTES = {"service.name": "touchline", "service.version": "1.2.3"}
Begin = Callable[..., AbstractContextManager[tuple[FlaskClient, Tracing]]]


@pytest.fixture
def collector() -> Iterator[TraceCollector]:
    with run_collector(TraceCollector()) as running:
        yield running


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(f"sqlite:///{tmp_path / 'traced.sqlite'}")
    yield database
    database.close()


@pytest.fixture
def begin(collector: TraceCollector, database: Database) -> Begin:
    """Return `begin()`. `with begin() as (client, tracing)` runs an app whose requests are traced."""

    @contextmanager
    def start(sample_ratio: float = 1.0, behind_proxy: bool = False) -> Iterator[tuple[FlaskClient, Tracing]]:
        tracing = Tracing(collector.address, sample_ratio, RESOURCE_ATTRIBUTES, behind_proxy=behind_proxy)
        tracing.instrument_database(database.engine)
        app = Flask("traced", static_folder=None)
        tracing.instrument_app(app)
        health.install(app, {})
        requests.install(app, database, _raise_not_authenticated, lambda *_: None, create_limiter())
        errors.install(app)

        @app.get("/things/<key>")
        @public
        def get_item(key: str) -> str:
            return str(current_session().scalar(select(literal(key))))

        @app.get("/break/<key>")
        @public
        def raise_error(key: str) -> str:
            raise RuntimeError(f"nobody knows {key}")

        yield app.test_client(), tracing
        tracing.close()

    return start


def _raise_not_authenticated(params: requests.RequestParams) -> Principal:
    raise NotFoundError


def test_a_request_is_a_span_with_its_route_and_its_statements_below_it(
    begin: Begin, collector: TraceCollector
) -> None:
    with begin() as (client, tracing):
        response = client.get("/things/a")
        tracing.flush(5)
    [request] = collector.spans_named("GET /things/<key>")
    [statement] = collector.spans_named("SELECT")
    assert (statement.trace_id, statement.parent_span_id) == (request.trace_id, request.span_id)
    assert span_attributes(request) == {
        "http.method": "GET",
        "http.route": "/things/<key>",
        "http.status_code": 200,
        "touchline.request_id": response.headers["X-Request-Id"],
    }
    assert span_attributes(statement) == {"db.system": "sqlite", "db.statement": "SELECT ? AS anon_1"}
    assert collector.resource_attributes["service.name"] == "touchline"
    assert collector.resource_attributes["service.version"] == "1.2.3"


def test_spans_contain_no_secrets(begin: Begin, collector: TraceCollector) -> None:
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


def test_a_request_without_a_route_is_named_by_its_method(begin: Begin, collector: TraceCollector) -> None:
    with begin() as (client, tracing):
        client.get("/nothing/here")
        client.open("/nothing/here", method="BREW")
        tracing.flush(5)
    assert [span.name for span in collector.spans] == ["GET", "_OTHER"]


def test_health_is_not_traced(begin: Begin, collector: TraceCollector) -> None:
    with begin() as (client, tracing):
        for path in ("/healthz", "/readyz?verbose=1", "/metrics?name[]=x", "/things/a?healthz"):
            client.get(path)
        tracing.flush(5)
    assert {span.name for span in collector.spans} == {"GET /things/<key>", "SELECT"}


def test_a_job_is_a_span_with_its_name_its_request_and_the_class_of_its_error(
    begin: Begin, collector: TraceCollector, database: Database
) -> None:
    def fail(channel_id: int) -> None:
        current_session().scalar(select(literal("x")))
        raise ValueError(SECRET)

    with begin() as (_, tracing):
        runner = JobRunner(database, [Job("things.break", fail)], tracing.job_span)
        with job_log_context("j-1", "0123456789abcdef"), pytest.raises(ValueError, match=SECRET):
            runner.run(Task("things.break", (1,)))
        tracing.flush(5)
    [job] = collector.spans_named("job things.break")
    assert span_attributes(job) == {
        "touchline.job": "things.break",
        "touchline.request_id": "0123456789abcdef",
    }
    assert (job.status.code, job.status.message) == (Status.STATUS_CODE_ERROR, "")
    [event] = job.events
    assert [(attribute.key, attribute.value.string_value) for attribute in event.attributes] == [
        ("exception.type", "ValueError")
    ]
    assert [span.parent_span_id for span in collector.spans_named("SELECT")] == [job.span_id]


def test_statements_outside_jobs_and_requests_are_not_traced(
    begin: Begin, collector: TraceCollector, database: Database
) -> None:
    with begin() as (_, tracing):
        database.check()
        tracing.flush(5)
    assert collector.spans == []


def test_the_sample_ratio_is_applied(begin: Begin, collector: TraceCollector) -> None:
    params = {"traceparent": f"00-{'0' * 31}1-{'0' * 15}1-01"}
    with begin(sample_ratio=0.0, behind_proxy=True) as (client, tracing):
        client.get("/things/a")
        client.get("/things/a", headers=params)
        tracing.flush(5)
    assert collector.spans == []


@pytest.mark.parametrize("behind_proxy", [True, False], ids=["proxy", "open"])
def test_a_caller_trace_is_continued_only_behind_a_trusted_proxy(
    begin: Begin, collector: TraceCollector, behind_proxy: bool
) -> None:
    caller_trace_id = "4bf92f3577b34da6a3ce929d0e0e4736"
    with begin(behind_proxy=behind_proxy) as (client, tracing):
        client.get("/things/a", headers={"traceparent": f"00-{caller_trace_id}-00f067aa0ba902b7-01"})
        tracing.flush(5)
    assert {span.trace_id.hex() == caller_trace_id for span in collector.spans} == {behind_proxy}


def test_a_log_line_has_its_trace_id(
    begin: Begin, collector: TraceCollector, caplog: pytest.LogCaptureFixture
) -> None:
    lines: list[dict[str, str]] = []

    class RecordingHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonFormatter().format(record)))

    caplog.set_level(logging.INFO, "touchline.access")
    logger, handler = logging.getLogger("touchline.access"), RecordingHandler()
    logger.addHandler(handler)
    try:
        with begin() as (client, tracing):
            client.get("/things/a")
            tracing.flush(5)
    finally:
        logger.removeHandler(handler)
    assert [line["trace_id"] for line in lines] == [collector.spans[0].trace_id.hex()]
    assert "trace_id" not in json.loads(JsonFormatter().format(logging.makeLogRecord({"msg": "x"})))


@pytest.mark.parametrize("status", [500, 503, 429, 404, 413])
def test_a_failing_collector_is_logged_once_and_changes_nothing(
    begin: Begin, collector: TraceCollector, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    collector.status = status
    with begin() as (client, tracing):
        for _ in range(2):
            assert client.get("/things/a").status_code == 200
            tracing.flush(5)
    assert [record.getMessage() for record in caplog.records if "collector" in record.getMessage()] == [
        "the OpenTelemetry collector rejects traces"
    ]
    assert collector.request_count == 1 or status in (429, 503), "one that refuses is left alone for a while"
    assert [record.name for record in caplog.records if record.name.startswith("opentelemetry")] == []


def test_a_slow_collector_delays_nothing(begin: Begin, collector: TraceCollector) -> None:
    collector.hold_event = Event()
    started = time.monotonic()
    with begin() as (client, tracing):
        for _ in range(MAX_QUEUE_SIZE // 20):
            client.get("/things/a")
        tracing.flush(0.1)
        assert time.monotonic() - started < 5
        collector.hold_event.set()


def test_an_unavailable_collector_changes_nothing(begin: Begin, collector: TraceCollector) -> None:
    collector.address = "http://127.0.0.1:9"
    with begin() as (client, tracing):
        assert client.get("/things/a").status_code == 200
        tracing.flush(0.1)
