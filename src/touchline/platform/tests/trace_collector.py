"""A fake trace collector: OTLP over HTTP, in protobuf."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import (
    ExportTraceServiceRequest,
    ExportTraceServiceResponse,
)
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response


@dataclass
class TraceCollector:
    """Stores spans and responds with `status`. `hold_event` makes it wait before it responds."""

    status: int = 200
    request_count: int = 0
    hold_event: Event | None = None
    address: str = ""
    spans: list[Span] = field(default_factory=list)
    resource_attributes: dict[str, str] = field(default_factory=dict)
    raw: list[bytes] = field(default_factory=list)

    def __call__(self, environ: Any, start: Any) -> Any:
        request = Request(environ)
        assert (request.method, request.path) == ("POST", "/v1/traces")
        assert request.headers["Content-Type"] == "application/x-protobuf"
        self.request_count += 1
        if self.hold_event is not None:
            self.hold_event.wait(10)
        body = request.get_data()
        if request.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        if self.status == 200:
            self._store(body)
        response = ExportTraceServiceResponse().SerializeToString()
        return Response(response, self.status, content_type="application/x-protobuf")(environ, start)

    def _store(self, body: bytes) -> None:
        self.raw.append(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.resource_attributes |= {
                attribute.key: attribute.value.string_value for attribute in resource.resource.attributes
            }
            for scope in resource.scope_spans:
                self.spans += scope.spans

    def spans_named(self, name: str) -> list[Span]:
        """Return the spans with a name."""
        return [span for span in self.spans if span.name == name]


def span_attributes(span: Span) -> dict[str, str | int]:
    """Return the attributes of a span."""
    return {
        attribute.key: attribute.value.string_value or attribute.value.int_value
        for attribute in span.attributes
    }


class _QuietRequestHandler(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def run_collector(collector: TraceCollector) -> Iterator[TraceCollector]:
    """Run the collector on a loopback port and set its address."""
    server = make_server("127.0.0.1", 0, collector, request_handler=_QuietRequestHandler, threaded=True)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    collector.address = f"http://127.0.0.1:{server.server_port}"
    yield collector
    server.shutdown()
    thread.join()
    server.server_close()
