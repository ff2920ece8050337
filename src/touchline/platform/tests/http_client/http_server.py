"""A local HTTP server that records requests and answers as a test says."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass
class LocalServer:
    """A running server. `status`, `headers` and `body` are its response; `requests` what it received.

    With `drips`, the server sends one byte at a time, until the client leaves.
    """

    port: int = 0
    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    drips: bool = False
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Return the address of the server."""
        return f"http://127.0.0.1:{self.port}/hook"


@contextmanager
def run_server(ssl_context: ssl.SSLContext | None = None) -> Iterator[LocalServer]:
    """Run a server on a free port of 127.0.0.1."""
    state = LocalServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            state.requests.append((self.command, self.path, dict(self.headers), body))
            if state.drips:
                self._drip()
                return
            self.send_response(state.status)
            for name, value in {"Content-Length": str(len(state.body)), **state.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(state.body)

        do_GET = do_POST

        def _drip(self) -> None:
            try:
                while not stopped.wait(0.02):
                    self.wfile.write(b"H")
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    stopped = Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if ssl_context:
        server.socket = ssl_context.wrap_socket(server.socket, server_side=True)
    state.port = server.server_port
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
