"""A store at the wire that refuses, says nothing or breaks off, as the test says."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from adapters.storage.s3_line import Bucket


@dataclass
class Refusal:
    """Answers of S3 with this code, so many times; -1: for ever."""

    status: int
    code: str
    times: int = -1


@dataclass
class OddStore:
    """What it does, and what it was asked. `breaks_after`: after so many bytes each answer breaks off."""

    bucket: Bucket = field(default_factory=lambda: Bucket("media"))
    refusal: Refusal | None = None
    silent: bool = False
    body: bytes = b""
    breaks_after: list[int] = field(default_factory=list)
    asked: int = 0
    ranges: list[str] = field(default_factory=list)
    if_match: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[OddStore]:
        """Listens until the end."""
        store = cls()

        class Handler(_Handler):
            odd = store

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
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
            store.begin_anew()
            server.shutdown()
            server.server_close()

    def begin_anew(self) -> None:
        """As if it had just begun; whoever waits for an answer waits no longer."""
        self.over.set()
        fresh = OddStore(self.bucket)
        vars(self).update(vars(fresh))


class _Handler(BaseHTTPRequestHandler):
    odd: OddStore
    protocol_version = "HTTP/1.1"

    def _answer(self) -> None:
        odd = self.odd
        odd.asked += 1
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if odd.silent:
            odd.over.wait()
            return
        refusal = odd.refusal
        if refusal and refusal.times:
            refusal.times -= 1
            text = (
                f"<Error><Code>{refusal.code}</Code><Message>of the-key</Message>"
                f"<StringToSign>AWS4 secret</StringToSign></Error>"
            )
            self._send(refusal.status, b"" if self.command == "HEAD" else text.encode())
            if self.command == "HEAD":
                self.close_connection = True
            return
        asked = self.headers.get("Range", "")
        odd.ranges.append(asked)
        odd.if_match.append(self.headers.get("If-Match", ""))
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        self._send(206 if asked else 200, odd.body[start:])

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _answer

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("ETag", '"tag"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body and self.odd.breaks_after and self.command == "GET":
            self.wfile.write(body[: self.odd.breaks_after.pop(0)])
            self.close_connection = True
        else:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """It is quiet."""
