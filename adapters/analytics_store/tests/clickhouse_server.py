"""A ClickHouse to test with: ClickHouse's own engine (chdb) behind as much of its HTTP interface as its
client library speaks (https://clickhouse.com/docs/interfaces/http).

chdb keeps one session a process, so it is a process of its own; it ends with the one that started it.
"""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

ROOT = Path(__file__).parents[3]
USER, PASSWORD = "counter", "p@ss:word/%"
_WRONG_PASSWORD = 516
_INSERT = re.compile(rb"\s*(INSERT INTO .+?)\s+FORMAT Native\s*?\n", re.DOTALL | re.IGNORECASE)
_CODE = re.compile(r"Code: (\d+)")
_OWN = frozenset(
    {
        *("query", "database", "query_id", "session_id", "wait_end_of_query", "client_protocol_version"),
        *("enable_http_compression", "send_progress_in_http_headers", "http_headers_progress_interval_ms"),
    }
)
"""Parameters that are the interface's own; the others are settings of the query."""


def clickhouse_is_here() -> bool:
    """Whether there is a chdb for this machine: Linux and macOS, x86 and ARM (pyproject.toml)."""
    return find_spec("chdb") is not None


def address(port: int, database: str, password: str = PASSWORD) -> str:
    """The address of a database, as the setting has it."""
    return f"http://{USER}:{quote(password, safe='')}@127.0.0.1:{port}/{database}"


class Engine:
    """One chdb session; one query at a time."""

    def __init__(self, folder: str) -> None:
        chdb: Any = import_module("chdb.session")
        self._session = chdb.Session(folder)
        self._lock = threading.Lock()
        self._folder = Path(folder)

    def run(self, sql: bytes, asked: dict[str, str]) -> bytes:
        """The answer's bytes. Settings hold for this query alone."""
        settings = {name: value for name, value in asked.items() if not name.startswith("param_")}
        settings = {name: value for name, value in settings.items() if name not in _OWN}
        values = {name.removeprefix("param_"): value for name, value in asked.items() if name[:6] == "param_"}
        with self._lock:
            self._session.query(f"USE `{asked.get('database', 'default')}`")
            for name, value in settings.items():
                self._session.query(f"SET {name} = '{value}'")
            try:
                return self._answer(sql, values)
            finally:
                for name in settings:
                    self._session.query(f"SET {name} = DEFAULT")

    def _answer(self, sql: bytes, values: dict[str, str]) -> bytes:
        insert = _INSERT.match(sql)
        if insert is None:
            return bytes(self._session.query(sql.decode(), "TabSeparated", params=values).bytes())
        with tempfile.NamedTemporaryFile(dir=self._folder, suffix=".native") as rows:
            rows.write(sql[insert.end() :])
            rows.flush()
            taken = f"{insert[1].decode()} SELECT * FROM file('{rows.name}', Native)"  # noqa: S608
            return bytes(self._session.query(taken, "TabSeparated").bytes())


class Interface(BaseHTTPRequestHandler):
    """The HTTP interface; `engine` is given by the server."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body in one packet
    engine: Engine

    def do_GET(self) -> None:
        """A query in the address."""
        self._answer(b"")

    def do_POST(self) -> None:
        """A query in the body, or in the address with its rows in the body."""
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(self._chunks())
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Content-Encoding") == "lz4":
            body = import_module("lz4.frame").decompress(body)
        self._answer(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the test tells."""

    def _answer(self, body: bytes) -> None:
        asked = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        known = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
        if self.headers.get("Authorization") != f"Basic {known}":
            self._send(403, b"Code: 516. DB::Exception: Authentication failed", _WRONG_PASSWORD)
            return
        query = asked.get("query", "").encode()
        try:
            found = self.engine.run(query + b"\n" + body if query else body, asked)
        except Exception as error:
            told = _CODE.search(str(error))
            self._send(500, str(error).encode(), int(told[1]) if told else 1)
        else:
            self._send(200, found)

    def _send(self, status: int, body: bytes, code: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("X-ClickHouse-Summary", "{}")
        self.send_header("Content-Length", str(len(body)))
        if code is not None:
            self.send_header("X-ClickHouse-Exception-Code", str(code))
        self.end_headers()
        self.wfile.write(body)

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline(), 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()


def serve(folder: str) -> None:
    """Serve until the standard input ends, as it does with the process that holds its other end."""
    Interface.engine = Engine(folder)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Interface)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # the engine has a word to say when it is taken down in order


@contextmanager
def running(folder: Path) -> Iterator[int]:
    """The port of a server that runs meanwhile."""
    command = [sys.executable, "-m", "adapters.analytics_store.tests.clickhouse_server", str(folder)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            yield int(process.stdout.readline())
        finally:
            process.stdin.close()
            process.wait(20)


if __name__ == "__main__":
    serve(sys.argv[1])
