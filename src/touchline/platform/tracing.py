"""Traces by OpenTelemetry: how long a request or a job took, and which statements took how long in it.

Imported where `TOUCHLINE_TRACES_TO` names a collector, and nowhere else. What leaves is written out by name
(`_KEPT`): routes instead of paths, statements without values, classes of errors without their words. So
neither a query string nor a header nor a value can leave, whatever an instrumentation notes of them. Requests
that we make to others are not traced: their addresses hold secrets.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any

from flask import Flask, g
from opentelemetry import propagate, trace
from opentelemetry.context import Context, get_current
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.flask import FlaskInstrumentor
from opentelemetry.instrumentation.sqlalchemy.engine import EngineTracer
from opentelemetry.metrics import NoOpMeter
from opentelemetry.propagators.composite import CompositePropagator
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.sampling import (
    Decision,
    ParentBased,
    Sampler,
    SamplingResult,
    TraceIdRatioBased,
)
from opentelemetry.trace import SpanKind, Status
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from sqlalchemy import Engine

from touchline.platform.logging import Traces, cause

SECONDS = 3
MOST_WAITING = 2048
REQUEST, JOB = "touchline.request_id", "touchline.job"
_SECONDS_BETWEEN = 2
_PAUSE = 10.0
_UNTOLD = r"^https?://[^/]+/(healthz|readyz|metrics)(\?|$)"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_METHOD = ("http.method", "http.request.method")
_STATEMENT = ("db.statement", "db.query.text")
_KEPT = frozenset(
    {
        *_METHOD,
        *_STATEMENT,
        "http.route",
        "http.status_code",
        "http.response.status_code",
        "db.system",
        "db.system.name",
        REQUEST,
        JOB,
    }
)
_LITERAL = re.compile(r"'(?:[^']|'')*'")
_MOST_STATEMENT = 2000
log = logging.getLogger(__name__)


class Tracing:
    """The traces of one process. Spans wait in a queue and are sent behind, by a thread that each process
    starts for itself; where the collector is away they are dropped."""

    def __init__(self, to: str, share: float, facts: Mapping[str, str], *, behind_proxy: bool) -> None:
        logging.getLogger("opentelemetry").setLevel(
            logging.CRITICAL
        )  # it would repeat itself with each batch
        propagate.set_global_textmap(TraceContextTextMapPropagator() if behind_proxy else _Deaf([]))
        self._provider = TracerProvider(sampler=_Share(share), resource=Resource.create(dict(facts)))
        exporter = _Careful(OTLPSpanExporter(endpoint=f"{to}/v1/traces", timeout=SECONDS))
        self._provider.add_span_processor(
            BatchSpanProcessor(
                exporter, max_queue_size=MOST_WAITING, schedule_delay_millis=_SECONDS_BETWEEN * 1000
            )
        )
        self._tracer = self._provider.get_tracer("touchline")
        Traces.present = staticmethod(_present)

    def watch_app(self, app: Flask) -> None:
        """A span for each request but those of health; to be called before any other hook is hung in."""
        FlaskInstrumentor.instrument_app(  # type: ignore[no-untyped-call]
            app,
            tracer_provider=self._provider,
            excluded_urls=_UNTOLD,
            enable_commenter=False,
            response_hook=_note_request,
        )

    def watch_database(self, engine: Engine) -> None:
        """A span for each statement within a request or a job."""
        connections = NoOpMeter("touchline").create_up_down_counter("connections")
        EngineTracer(self._tracer, engine, connections)  # type: ignore[no-untyped-call]

    @contextmanager
    def of_job(self, name: str) -> Iterator[None]:
        """A span for a try of a job."""
        told = {JOB: name, REQUEST: cause()}
        with self._tracer.start_as_current_span(f"job {name}", kind=SpanKind.CONSUMER, attributes=told):
            yield

    def flush(self, seconds: float) -> None:
        """Wait so long at most until all spans are sent."""
        sending = Thread(target=self._provider.force_flush, daemon=True)
        sending.start()
        sending.join(seconds)

    def close(self) -> None:
        """Send what waits and end the thread."""
        self.flush(1)
        self._provider.shutdown()
        Traces.present = staticmethod(lambda: "")


class _Deaf(CompositePropagator):
    """Visitors do not say which trace they belong to; a proxy of ours may."""

    def extract(self, carrier: Any, context: Context | None = None, *rest: Any, **more: Any) -> Context:
        """What is so already."""
        return context if context is not None else get_current()


class _Share(Sampler):
    """A share of requests and jobs, by their trace's number; what is within one goes with it. Whoever asks
    does not decide, and statements of nobody (a sweep between jobs) are left out."""

    def __init__(self, share: float) -> None:
        chance = TraceIdRatioBased(share)
        self._by_parent = ParentBased(chance, remote_parent_sampled=chance, remote_parent_not_sampled=chance)

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        *rest: Any,
        **more: Any,
    ) -> SamplingResult:
        """Whether a span is made."""
        within = trace.get_current_span(parent_context).get_span_context().is_valid
        if kind == SpanKind.CLIENT and not within:
            return SamplingResult(Decision.DROP)
        return self._by_parent.should_sample(parent_context, trace_id, name, kind, *rest, **more)

    def get_description(self) -> str:
        """What it is called."""
        return "Touchline"


class _Careful(SpanExporter):
    """Lets through what is named; says once that the collector is away, and once that it is back. One that
    is away is left alone for a while: what waits is dropped at once, and no process waits at its end."""

    def __init__(self, behind: SpanExporter) -> None:
        self._behind = behind
        self._fails = False
        self._asks_again = 0.0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send a batch; never raises."""
        if time.monotonic() < self._asks_again:
            return SpanExportResult.FAILURE
        try:
            result = self._behind.export([_told_of(span) for span in spans])
        except Exception:
            result = SpanExportResult.FAILURE
        self._asks_again = 0.0 if result is SpanExportResult.SUCCESS else time.monotonic() + _PAUSE
        if (result is not SpanExportResult.SUCCESS) != self._fails:
            self._fails = not self._fails
            log.warning("the collector %s traces", "does not take" if self._fails else "takes again")
        return result

    def shutdown(self) -> None:
        """No more is sent."""
        self._behind.shutdown()


def _told_of(span: ReadableSpan) -> ReadableSpan:
    """The span as it may leave the house."""
    told = {name: value for name, value in (span.attributes or {}).items() if name in _KEPT}
    for name in _STATEMENT:
        if name in told:
            told[name] = _LITERAL.sub("'?'", str(told[name]))[:_MOST_STATEMENT]
    for name in _METHOD:
        if name in told and told[name] not in _METHODS:
            told[name] = "_OTHER"
    return ReadableSpan(
        name=_name_of(span, told),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=told,
        events=[_class_alone(event) for event in span.events if event.name == "exception"],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _name_of(span: ReadableSpan, told: Mapping[str, Any]) -> str:
    """Of a request its method and route, of a statement its first word; ours are named by us."""
    if JOB in told:
        return span.name
    statement = next((str(told[name]) for name in _STATEMENT if told.get(name)), "")
    if statement:
        return statement.split(maxsplit=1)[0]
    method = next((str(told[name]) for name in _METHOD if name in told), span.kind.name)
    return f"{method} {told['http.route']}" if "http.route" in told else method


def _class_alone(event: Event) -> Event:
    kind = (event.attributes or {}).get("exception.type", "")
    return Event("exception", {"exception.type": kind}, event.timestamp)


def _note_request(span: trace.Span | None, _status: str, _headers: Any) -> None:
    if span is not None and "request_id" in g:
        span.set_attribute(REQUEST, g.request_id)


def _present() -> str:
    context = trace.get_current_span().get_span_context()
    return trace.format_trace_id(context.trace_id) if context.is_valid else ""
