"""A ClickHouse server for tests: ClickHouse's engine (chdb) behind the parts of its HTTP interface that its
client library uses (https://clickhouse.com/docs/interfaces/http).

chdb allows one session per process, so the server runs in a separate process. It ends with its parent.
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
USERNAME, PASSWORD = "counter", "p@ss:word/%"
_AUTHENTICATION_FAILED = 516
_INSERT_PATTERN = re.compile(rb"\s*(INSERT INTO .+?)\s+FORMAT Native\s*?\n", re.DOTALL | re.IGNORECASE)
_CODE_PATTERN = re.compile(r"Code: (\d+)")
_INTERFACE_PARAMS = frozenset(
    {
        *("query", "database", "query_id", "session_id", "wait_end_of_query", "client_protocol_version"),
        *("enable_http_compression", "send_progress_in_http_headers", "http_headers_progress_interval_ms"),
    }
)
"""Parameters of the HTTP interface. All other parameters are settings of the query."""


def is_chdb_installed() -> bool:
    """Return whether chdb is installed. It exists for Linux and macOS, x86 and ARM (pyproject.toml)."""
    return find_spec("chdb") is not None


def build_url(port: int, database: str, password: str = PASSWORD) -> str:
    """Return the URL of a database, as in the setting."""
    return f"http://{USERNAME}:{quote(password, safe='')}@127.0.0.1:{port}/{database}"


class ChdbEngine:
    """A chdb session that runs one query at a time."""

    def __init__(self, directory: str) -> None:
        chdb: Any = import_module("chdb.session")
        self._session = chdb.Session(directory)
        self._lock = threading.Lock()
        self._directory = Path(directory)

    def execute(self, sql: bytes, params: dict[str, str]) -> bytes:
        """Return the bytes of the result. Settings apply to this query only."""
        settings = {name: value for name, value in params.items() if not name.startswith("param_")}
        settings = {name: value for name, value in settings.items() if name not in _INTERFACE_PARAMS}
        values = {
            name.removeprefix("param_"): value for name, value in params.items() if name[:6] == "param_"
        }
        with self._lock:
            self._session.query(f"USE `{params.get('database', 'default')}`")
            for name, value in settings.items():
                self._session.query(f"SET {name} = '{value}'")
            try:
                return self._execute_statement(sql, values)
            finally:
                for name in settings:
                    self._session.query(f"SET {name} = DEFAULT")

    def _execute_statement(self, sql: bytes, values: dict[str, str]) -> bytes:
        insert = _INSERT_PATTERN.match(sql)
        if insert is None:
            return bytes(self._session.query(sql.decode(), "TabSeparated", params=values).bytes())
        with tempfile.NamedTemporaryFile(dir=self._directory, suffix=".native") as rows:
            rows.write(sql[insert.end() :])
            rows.flush()
            insert_statement = f"{insert[1].decode()} SELECT * FROM file('{rows.name}', Native)"  # noqa: S608
            return bytes(self._session.query(insert_statement, "TabSeparated").bytes())


class ClickHouseRequestHandler(BaseHTTPRequestHandler):
    """The HTTP interface. `serve` sets `engine`."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body in one packet
    engine: ChdbEngine

    def do_GET(self) -> None:
        """Run the query in the URL."""
        self._handle_query(b"")

    def do_POST(self) -> None:
        """Run the query in the body, or the query in the URL with its rows in the body."""
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = b"".join(self._read_chunks())
        else:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.headers.get("Content-Encoding") == "lz4":
            body = import_module("lz4.frame").decompress(body)
        self._handle_query(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def _handle_query(self, body: bytes) -> None:
        params = dict(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))
        credentials = base64.b64encode(f"{USERNAME}:{PASSWORD}".encode()).decode()
        if self.headers.get("Authorization") != f"Basic {credentials}":
            self._send(403, b"Code: 516. DB::Exception: Authentication failed", _AUTHENTICATION_FAILED)
            return
        query = params.get("query", "").encode()
        try:
            result = self.engine.execute(query + b"\n" + body if query else body, params)
        except Exception as error:
            code_match = _CODE_PATTERN.search(str(error))
            self._send(500, str(error).encode(), int(code_match[1]) if code_match else 1)
        else:
            self._send(200, result)

    def _send(self, status: int, body: bytes, code: int | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("X-ClickHouse-Summary", "{}")
        self.send_header("Content-Length", str(len(body)))
        if code is not None:
            self.send_header("X-ClickHouse-Exception-Code", str(code))
        self.end_headers()
        self.wfile.write(body)

    def _read_chunks(self) -> Iterator[bytes]:
        while size := int(self.rfile.readline(), 16):
            yield self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()


def serve(directory: str) -> None:
    """Serve until standard input ends, which happens when the parent process ends."""
    ClickHouseRequestHandler.engine = ChdbEngine(directory)
    server = ThreadingHTTPServer(("127.0.0.1", 0), ClickHouseRequestHandler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write(f"{server.server_port}\n")
    sys.stdout.flush()
    sys.stdin.read()
    os._exit(0)  # the engine prints messages during an orderly shutdown


@contextmanager
def run_server(directory: Path) -> Iterator[int]:
    """Run a server and yield its port."""
    command = [sys.executable, "-m", "adapters.analytics_store.tests.clickhouse_server", str(directory)]
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
