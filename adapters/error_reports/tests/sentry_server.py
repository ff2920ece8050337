"""A fake Sentry server that checks and unpacks envelopes without the SDK that the adapter uses.

Protocol: https://develop.sentry.dev/sdk/data-model/envelopes
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Queue
from threading import Event, Thread
from typing import Any

from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wrappers import Request, Response

KEY = "0123456789abcdef0123456789abcdef"


@dataclass
class FakeSentryServer:
    """Receives envelopes for project 7 and responds with `status`. It first waits for `resume`, if given."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    resume: Event | None = None
    url: str = ""
    events: Queue[dict[str, Any]] = field(default_factory=Queue)
    raw_bodies: list[bytes] = field(default_factory=list)
    request_count: int = 0

    @property
    def dsn(self) -> str:
        """Return the DSN of the project."""
        return f"{self.url.replace('://', f'://{KEY}@')}/7"

    def next_event(self) -> dict[str, Any]:
        """Wait for the next event and return it."""
        return self.events.get(timeout=10)

    def __call__(self, environ: Any, start: Any) -> Any:
        request = Request(environ)
        self.request_count += 1
        if self.resume is not None:
            self.resume.wait(10)
        if self.status == 200:
            self._receive(request)
        return Response("{}", status=self.status, headers=self.headers)(environ, start)

    def _receive(self, request: Request) -> None:
        assert (request.method, request.path) == ("POST", "/api/7/envelope/")
        assert request.headers["Content-Type"] == "application/x-sentry-envelope"
        auth = dict(re.findall(r"(sentry_\w+)=([^,\s]+)", request.headers["X-Sentry-Auth"]))
        assert request.headers["X-Sentry-Auth"].startswith("Sentry ")
        assert (auth["sentry_key"], auth["sentry_version"]) == (KEY, "7")
        assert request.headers["Content-Encoding"] == "gzip"
        body = gzip.decompress(request.get_data())
        self.raw_bodies.append(body)
        for kind, item in _parse_items(body):
            if kind == "event":
                self.events.put(json.loads(item))


def _parse_items(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the type and content of each item. Each item has a line of headers with its length."""
    headers, _, rest = body.partition(b"\n")
    assert {"event_id", "sent_at"} <= json.loads(headers).keys()
    while rest:
        line, _, rest = rest.partition(b"\n")
        item = json.loads(line)
        yield item["type"], rest[: item["length"]]
        rest = rest[item["length"] + 1 :]


class _SilentRequestHandler(WSGIRequestHandler):
    def log(self, *_: Any) -> None:
        """Log nothing."""


@contextmanager
def run_server(sentry: FakeSentryServer) -> Iterator[FakeSentryServer]:
    """Run the server on a loopback port and set its URL."""
    server = make_server("127.0.0.1", 0, sentry, request_handler=_SilentRequestHandler, threaded=True)
    thread = Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    sentry.url = f"http://127.0.0.1:{server.server_port}"
    yield sentry
    server.shutdown()
    thread.join()
    server.server_close()
