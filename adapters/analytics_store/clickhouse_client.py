"""The line to ClickHouse: its client library with our time-outs, and the port's error in place of its own.

The address holds a password, so no error and no log line shows more of it than the library does: host and
port.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote, urlsplit

from touchline.analytics.ports.store import StoreUnavailableError

if TYPE_CHECKING:
    from clickhouse_connect.driver.client import Client

log = logging.getLogger(__name__)
CONNECT_TIMEOUT_SECONDS = 5
ResultT = TypeVar("ResultT")


class ClickHouseClient:
    """Queries to one database. `address` is `http(s)://user:password@host:port/database`; `timeout_seconds`
    the time in which each answer must come. Nothing connects before it is needed; `setup_statements` is what
    is sent first."""

    def __init__(self, address: str, timeout_seconds: int, setup_statements: Sequence[str]) -> None:
        self._address = address
        self._timeout_seconds = timeout_seconds
        self._setup_statements = setup_statements
        self._client: Client | None = None
        self._lock = Lock()

    def query(self, query: str, **values: Any) -> Sequence[Any]:
        """The rows of a query; `{name:Type}` in it is a value, and bound by the server."""
        return self._run(lambda client: client.query(query, parameters=values).result_rows)

    def execute(self, command: str, **values: Any) -> None:
        """A statement without an answer."""
        self._run(lambda client: client.command(command, parameters=values))

    def insert(self, table: str, types: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows by the names of their columns; they appear together."""
        names = list(types)
        data = [[row[name] for name in names] for row in rows]

        def send(client: Client) -> object:
            return client.insert(table, data, names, column_type_names=list(types.values()))

        self._run(send)

    def _run(self, operation: Callable[[Client], ResultT]) -> ResultT:
        """The library's errors are its own and those of the line beneath it."""
        from clickhouse_connect.driver.exceptions import ClickHouseError
        from urllib3.exceptions import HTTPError

        try:
            return operation(self._get_client())
        except (ClickHouseError, HTTPError, OSError) as error:
            code = getattr(error, "code", None)
            log.warning("ClickHouse rejected a request: %s, code %s", type(error).__name__, code)
            raise StoreUnavailableError(f"ClickHouse sent an unexpected response (code {code}).") from error

    def _get_client(self) -> Client:
        """One client for all threads: it holds no session, so they do not wait for each other."""
        with self._lock:
            if self._client is None:
                client = _create_client(self._address, self._timeout_seconds)
                for statement in self._setup_statements:
                    client.command(statement)
                self._client = client
            return self._client


def _create_client(address: str, timeout_seconds: int) -> Client:
    """A site without ClickHouse has no use for the library, so it is imported here."""
    import clickhouse_connect

    parts = urlsplit(address)
    return clickhouse_connect.get_client(
        interface=parts.scheme,
        host=parts.hostname or "",
        port=parts.port or (8443 if parts.scheme == "https" else 8123),
        username=unquote(parts.username or "default"),
        password=unquote(parts.password or ""),
        database=unquote(parts.path.strip("/")) or "default",
        connect_timeout=min(CONNECT_TIMEOUT_SECONDS, timeout_seconds),
        send_receive_timeout=timeout_seconds,
        query_retries=0,
        settings={"max_execution_time": timeout_seconds},
        autogenerate_session_id=False,
        show_clickhouse_errors="scrub",
        client_name="touchline",
        dedicated_pool=True,
    )
