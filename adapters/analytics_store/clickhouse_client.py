"""Connection to ClickHouse: its client library with our timeouts. Its errors become the port's error.

The address contains a password. Errors and log lines therefore show only what the library shows: host and
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
    """Sends queries to one database.

    `address` is `http(s)://user:password@host:port/database`. `timeout_seconds` is the maximum time for each
    response. The first query opens the connection and runs `setup_statements`.
    """

    def __init__(self, address: str, timeout_seconds: int, setup_statements: Sequence[str]) -> None:
        self._address = address
        self._timeout_seconds = timeout_seconds
        self._setup_statements = setup_statements
        self._client: Client | None = None
        self._lock = Lock()

    def query(self, query: str, **values: Any) -> Sequence[Any]:
        """Return the rows of a query. The server binds `values` to `{name:Type}` in the query."""
        return self._run(lambda client: client.query(query, parameters=values).result_rows)

    def execute(self, command: str, **values: Any) -> None:
        """Run a statement that returns no rows."""
        self._run(lambda client: client.command(command, parameters=values))

    def insert(self, table: str, types: Mapping[str, str], rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows, given by column name. All become visible at once."""
        names = list(types)
        data = [[row[name] for name in names] for row in rows]

        def send(client: Client) -> object:
            return client.insert(table, data, names, column_type_names=list(types.values()))

        self._run(send)

    def _run(self, operation: Callable[[Client], ResultT]) -> ResultT:
        """Run an operation. Raises `StoreUnavailableError` for errors of the library and of the network."""
        from clickhouse_connect.driver.exceptions import ClickHouseError
        from urllib3.exceptions import HTTPError

        try:
            return operation(self._get_client())
        except (ClickHouseError, HTTPError, OSError) as error:
            code = getattr(error, "code", None)
            log.warning("ClickHouse rejected a request: %s, code %s", type(error).__name__, code)
            raise StoreUnavailableError(f"ClickHouse sent an unexpected response (code {code}).") from error

    def _get_client(self) -> Client:
        """Return the client of all threads. It has no session, so threads do not wait for each other."""
        with self._lock:
            if self._client is None:
                client = _create_client(self._address, self._timeout_seconds)
                for statement in self._setup_statements:
                    client.command(statement)
                self._client = client
            return self._client


def _create_client(address: str, timeout_seconds: int) -> Client:
    """Create a client. The library is imported here because sites without ClickHouse do not need it."""
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
