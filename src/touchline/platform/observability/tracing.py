"""OpenTelemetry traces: the duration of requests and jobs, and of the statements within them.

This module is imported only if `TOUCHLINE_OTLP_ENDPOINT` names a collector. Exported attributes are on an
allowlist (`_ALLOWED_ATTRIBUTES`): routes instead of paths, statements without values, error classes without
messages. So no query string, header or value is exported, whatever an instrumentation records. Outgoing
requests are not traced, because their URLs contain secrets.
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

from touchline.platform.observability.logging import TraceContext, current_cause

EXPORT_TIMEOUT_SECONDS = 3
MAX_QUEUE_SIZE = 2048
REQUEST_ID_ATTRIBUTE, JOB_ATTRIBUTE = "touchline.request_id", "touchline.job"
_SCHEDULE_DELAY_SECONDS = 2
_RETRY_DELAY_SECONDS = 10.0
_EXCLUDED_URLS = r"^https?://[^/]+/(healthz|readyz|metrics)(\?|$)"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_METHOD_ATTRIBUTES = ("http.method", "http.request.method")
_STATEMENT_ATTRIBUTES = ("db.statement", "db.query.text")
_ALLOWED_ATTRIBUTES = frozenset(
    {
        *_METHOD_ATTRIBUTES,
        *_STATEMENT_ATTRIBUTES,
        "http.route",
        "http.status_code",
        "http.response.status_code",
        "db.system",
        "db.system.name",
        REQUEST_ID_ATTRIBUTE,
        JOB_ATTRIBUTE,
    }
)
_LITERAL = re.compile(r"'(?:[^']|'')*'")
_MAX_STATEMENT_LENGTH = 2000
log = logging.getLogger(__name__)


class Tracing:
    """The traces of one process.

    Spans wait in a queue. A background thread, which each process starts for itself, sends them. While the
    collector is unavailable, spans are dropped.
    """

    def __init__(
        self,
        endpoint: str,
        sample_ratio: float,
        resource_attributes: Mapping[str, str],
        *,
        behind_proxy: bool,
    ) -> None:
        logging.getLogger("opentelemetry").setLevel(
            logging.CRITICAL
        )  # otherwise it logs the same error for each batch
        propagate.set_global_textmap(
            TraceContextTextMapPropagator() if behind_proxy else _InjectOnlyPropagator([])
        )
        self._provider = TracerProvider(
            sampler=_RatioSampler(sample_ratio), resource=Resource.create(dict(resource_attributes))
        )
        exporter = _FilteringExporter(
            OTLPSpanExporter(endpoint=f"{endpoint}/v1/traces", timeout=EXPORT_TIMEOUT_SECONDS)
        )
        self._provider.add_span_processor(
            BatchSpanProcessor(
                exporter, max_queue_size=MAX_QUEUE_SIZE, schedule_delay_millis=_SCHEDULE_DELAY_SECONDS * 1000
            )
        )
        self._tracer = self._provider.get_tracer("touchline")
        TraceContext.current_trace_id = staticmethod(_current_trace_id)

    def instrument_app(self, app: Flask) -> None:
        """Create a span for each request except health checks. Call it before any other hook is
        registered."""
        FlaskInstrumentor.instrument_app(  # type: ignore[no-untyped-call]
            app,
            tracer_provider=self._provider,
            excluded_urls=_EXCLUDED_URLS,
            enable_commenter=False,
            response_hook=_set_request_id,
        )

    def instrument_database(self, engine: Engine) -> None:
        """Create a span for each statement within a request or a job."""
        connections = NoOpMeter("touchline").create_up_down_counter("connections")
        EngineTracer(self._tracer, engine, connections)  # type: ignore[no-untyped-call]

    @contextmanager
    def job_span(self, name: str) -> Iterator[None]:
        """Create a span for one attempt at a job."""
        attributes = {JOB_ATTRIBUTE: name, REQUEST_ID_ATTRIBUTE: current_cause()}
        with self._tracer.start_as_current_span(f"job {name}", kind=SpanKind.CONSUMER, attributes=attributes):
            yield

    def flush(self, seconds: float) -> None:
        """Wait up to `seconds` until all spans are sent."""
        flush_thread = Thread(target=self._provider.force_flush, daemon=True)
        flush_thread.start()
        flush_thread.join(seconds)

    def close(self) -> None:
        """Send the queued spans and stop the thread."""
        self.flush(1)
        self._provider.shutdown()
        TraceContext.current_trace_id = staticmethod(lambda: "")


class _InjectOnlyPropagator(CompositePropagator):
    """A propagator that ignores the trace context of visitors. Only our own proxy may set one."""

    def extract(self, carrier: Any, context: Context | None = None, *args: Any, **kwargs: Any) -> Context:
        """Return the given context, or else the current one, unchanged."""
        return context if context is not None else get_current()


class _RatioSampler(Sampler):
    """A sampler of requests and jobs by trace id. Spans within a request or job follow its decision.

    The client's sampling flag is ignored. Statements outside a request or job (such as a sweep between jobs)
    are dropped.
    """

    def __init__(self, sample_ratio: float) -> None:
        ratio_sampler = TraceIdRatioBased(sample_ratio)
        self._parent_based = ParentBased(
            ratio_sampler, remote_parent_sampled=ratio_sampler, remote_parent_not_sampled=ratio_sampler
        )

    def should_sample(
        self,
        parent_context: Context | None,
        trace_id: int,
        name: str,
        kind: SpanKind | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> SamplingResult:
        """Decide whether a span is recorded."""
        has_parent = trace.get_current_span(parent_context).get_span_context().is_valid
        if kind == SpanKind.CLIENT and not has_parent:
            return SamplingResult(Decision.DROP)
        return self._parent_based.should_sample(parent_context, trace_id, name, kind, *args, **kwargs)

    def get_description(self) -> str:
        """Return the name of the sampler."""
        return "Touchline"


class _FilteringExporter(SpanExporter):
    """An exporter that sends only allowed attributes.

    It logs once when the collector becomes unavailable and once when it is back. While the collector is
    unavailable, no requests are sent for some seconds and waiting spans are dropped at once. So no process
    waits at exit.
    """

    def __init__(self, wrapped: SpanExporter) -> None:
        self._wrapped = wrapped
        self._is_failing = False
        self._retry_at = 0.0

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send a batch. Never raises."""
        if time.monotonic() < self._retry_at:
            return SpanExportResult.FAILURE
        try:
            result = self._wrapped.export([_filter_span(span) for span in spans])
        except Exception:
            result = SpanExportResult.FAILURE
        self._retry_at = (
            0.0 if result is SpanExportResult.SUCCESS else time.monotonic() + _RETRY_DELAY_SECONDS
        )
        if (result is not SpanExportResult.SUCCESS) != self._is_failing:
            self._is_failing = not self._is_failing
            log.warning("the OpenTelemetry collector %s traces", "rejects" if self._is_failing else "accepts")
        return result

    def shutdown(self) -> None:
        """Stop sending."""
        self._wrapped.shutdown()


def _filter_span(span: ReadableSpan) -> ReadableSpan:
    """Return the span with allowed attributes only."""
    attributes = {
        name: value for name, value in (span.attributes or {}).items() if name in _ALLOWED_ATTRIBUTES
    }
    for name in _STATEMENT_ATTRIBUTES:
        if name in attributes:
            attributes[name] = _LITERAL.sub("'?'", str(attributes[name]))[:_MAX_STATEMENT_LENGTH]
    for name in _METHOD_ATTRIBUTES:
        if name in attributes and attributes[name] not in _METHODS:
            attributes[name] = "_OTHER"
    return ReadableSpan(
        name=_span_name(span, attributes),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        events=[_exception_type_event(event) for event in span.events if event.name == "exception"],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _span_name(span: ReadableSpan, attributes: Mapping[str, Any]) -> str:
    """Return a request's method and route, or a statement's first word. Job spans keep their names."""
    if JOB_ATTRIBUTE in attributes:
        return span.name
    statement = next((str(attributes[name]) for name in _STATEMENT_ATTRIBUTES if attributes.get(name)), "")
    if statement:
        return statement.split(maxsplit=1)[0]
    method = next(
        (str(attributes[name]) for name in _METHOD_ATTRIBUTES if name in attributes), span.kind.name
    )
    return f"{method} {attributes['http.route']}" if "http.route" in attributes else method


def _exception_type_event(event: Event) -> Event:
    exception_type = (event.attributes or {}).get("exception.type", "")
    return Event("exception", {"exception.type": exception_type}, event.timestamp)


def _set_request_id(span: trace.Span | None, _status: str, _headers: Any) -> None:
    if span is not None and "request_id" in g:
        span.set_attribute(REQUEST_ID_ATTRIBUTE, g.request_id)


def _current_trace_id() -> str:
    context = trace.get_current_span().get_span_context()
    return trace.format_trace_id(context.trace_id) if context.is_valid else ""
