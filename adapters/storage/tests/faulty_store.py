"""A fake object store that refuses requests, stays silent or disconnects, as the test configures."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from adapters.storage.s3_connection import Bucket


@dataclass
class S3ErrorResponse:
    """S3 error responses with this code, `remaining` times. -1: forever."""

    status: int
    code: str
    remaining: int = -1


@dataclass
class FaultyS3Server:
    """The behavior of the fake store, and the requests that it received.

    `disconnect_after`: the number of bytes after which each response breaks off.
    """

    bucket: Bucket = field(default_factory=lambda: Bucket("media"))
    error_response: S3ErrorResponse | None = None
    is_silent: bool = False
    body: bytes = b""
    disconnect_after: list[int] = field(default_factory=list)
    request_count: int = 0
    ranges: list[str] = field(default_factory=list)
    if_match: list[str] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    @classmethod
    @contextmanager
    def run(cls) -> Iterator[FaultyS3Server]:
        """Run the server inside a `with` block."""
        store = cls()

        class BoundHandler(_Handler):
            faulty_store = store

        server = ThreadingHTTPServer(("127.0.0.1", 0), BoundHandler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        store.bucket = Bucket(
            "media",
            endpoint=f"http://127.0.0.1:{server.server_port}",
            access_key="the-key",
            secret_key="secret-word",
        )
        try:
            yield store
        finally:
            store.reset()
            server.shutdown()
            server.server_close()

    def reset(self) -> None:
        """Reset the state, and release requests that wait for a response."""
        self.stopped.set()
        initial = FaultyS3Server(self.bucket)
        vars(self).update(vars(initial))


class _Handler(BaseHTTPRequestHandler):
    faulty_store: FaultyS3Server
    protocol_version = "HTTP/1.1"

    def _respond(self) -> None:
        faulty_store = self.faulty_store
        faulty_store.request_count += 1
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if faulty_store.is_silent:
            faulty_store.stopped.wait()
            return
        error_response = faulty_store.error_response
        if error_response and error_response.remaining:
            error_response.remaining -= 1
            text = (
                f"<Error><Code>{error_response.code}</Code><Message>of the-key</Message>"
                f"<StringToSign>AWS4 secret</StringToSign></Error>"
            )
            self._send(error_response.status, b"" if self.command == "HEAD" else text.encode())
            if self.command == "HEAD":
                self.close_connection = True
            return
        range_header = self.headers.get("Range", "")
        faulty_store.ranges.append(range_header)
        faulty_store.if_match.append(self.headers.get("If-Match", ""))
        start = int(range_header.removeprefix("bytes=").rstrip("-")) if range_header else 0
        self._send(206 if range_header else 200, faulty_store.body[start:])

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _respond

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("ETag", '"tag"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body and self.faulty_store.disconnect_after and self.command == "GET":
            self.wfile.write(body[: self.faulty_store.disconnect_after.pop(0)])
            self.close_connection = True
        else:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""
