"""Tests of ClickHouse only: failing connections, and records that are written twice. The rules for all stores
are tested in `touchline/analytics/tests/adapters/test_store.py`, also with ClickHouse."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest

from adapters.analytics_store.clickhouse import ClickHouseStore
from adapters.analytics_store.clickhouse_client import ClickHouseClient
from adapters.analytics_store.clickhouse_tables import ANALYTICS_EVENT_COLUMNS, SETUP_STATEMENTS
from adapters.analytics_store.tests.clickhouse_server import (
    PASSWORD,
    build_url,
    is_chdb_installed,
    run_server,
)
from adapters.container import AdaptersContainer
from touchline.analytics.domain.record_rows import analytics_event_row
from touchline.analytics.ports.store import AnalyticsStore, StoreUnavailableError
from touchline.analytics.tests.record_builders import (
    PERIOD,
    PRAIRIE,
    START,
    analytics_event,
    batch,
    one_of_each,
    visitor,
)

LONG_TIMEOUT_SECONDS = 45
CALLS: dict[str, Callable[[AnalyticsStore], object]] = {
    "write": lambda store: store.write(batch(analytics_event())),
    "get_offset": lambda store: store.get_offset("spool-1"),
    "delete_offset": lambda store: store.delete_offset("spool-1"),
    "get_totals": lambda store: store.get_totals(PERIOD),
    "count_viewers": lambda store: store.count_viewers_since(PRAIRIE, START),
    "erase_pseudonym": lambda store: store.erase_pseudonym(PRAIRIE, "p1"),
    "prune": lambda store: store.prune(START),
    "check": lambda store: store.check(),
}


@pytest.fixture(scope="module", params=["chdb"] if is_chdb_installed() else [])
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Yield the port of a ClickHouse server. Without chdb, its tests are skipped."""
    with run_server(tmp_path_factory.mktemp("clickhouse")) as server_port:
        yield server_port


@contextmanager
def serve_canned_responses(status: int) -> Iterator[int]:
    """Yield the port of a server that responds to every request with this status."""

    class CannedResponseHandler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    server = HTTPServer(("127.0.0.1", 0), CannedResponseHandler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_tables_of_an_earlier_release_get_the_is_doubtful_column(port: int) -> None:
    old_statements = [
        statement.replace(", is_doubtful Bool", "")
        for statement in SETUP_STATEMENTS
        if statement.startswith("CREATE")
    ]
    assert not any("is_doubtful" in statement for statement in old_statements)
    store = create_store(port, "earlier")
    old_client = ClickHouseClient(build_url(port, "earlier"), 20, old_statements)
    columns = {name: type for name, type in ANALYTICS_EVENT_COLUMNS.items() if name != "is_doubtful"}
    row = {
        name: "" if value is None else value for name, value in analytics_event_row(analytics_event()).items()
    }
    old_client.insert("analytics_happenings", columns, [row])
    store.write(batch(analytics_event(visitor_or_name=visitor("bo", is_doubtful=True))))
    assert store.get_totals(PERIOD).page_visits == 1
    assert sum(store.count_doubtful_by_bucket(PERIOD).values()) == 1


@pytest.mark.parametrize("call", list(CALLS.values()), ids=list(CALLS))
def test_an_unavailable_server_raises_the_ports_error(
    call: Callable[[AnalyticsStore], object], caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        store = ClickHouseStore(build_url(closed.getsockname()[1], "touchline"), 2)
        with pytest.raises(StoreUnavailableError):
            call(store)
    assert PASSWORD not in caplog.text


def test_a_server_that_does_not_respond_times_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = ClickHouseStore(build_url(silent.getsockname()[1], "touchline"), 1)
        started_at = time.monotonic()
        with pytest.raises(StoreUnavailableError):
            store.get_totals(PERIOD)
    assert time.monotonic() - started_at < LONG_TIMEOUT_SECONDS


def test_readiness_does_not_wait_as_long_as_a_report() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = ClickHouseStore(build_url(silent.getsockname()[1], "touchline"), 300)
        started_at = time.monotonic()
        with pytest.raises(StoreUnavailableError):
            store.check()
    assert time.monotonic() - started_at < LONG_TIMEOUT_SECONDS


@pytest.mark.parametrize("status", [200, 302, 401, 500, 503])
def test_a_server_with_another_protocol_is_unavailable(status: int) -> None:
    with serve_canned_responses(status) as port, pytest.raises(StoreUnavailableError):
        ClickHouseStore(build_url(port, "touchline"), 2).check()


def test_a_wrong_password_is_not_shown_in_the_error(port: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store = ClickHouseStore(build_url(port, "default", "pa55-of-another"), 5)
    with pytest.raises(StoreUnavailableError, match="516") as error_info:
        store.check()
    message = f"{error_info.value} {error_info.value.__cause__} {caplog.text}"
    assert "pa55" not in message


def test_a_server_that_recovers_is_used_again(port: int) -> None:
    with serve_canned_responses(500) as broken_port:
        store = ClickHouseStore(build_url(broken_port, "default"), 5)
        with pytest.raises(StoreUnavailableError):
            store.get_totals(PERIOD)
    store._client._address = build_url(port, "default")
    assert store.get_totals(PERIOD).sessions == 0


def test_a_rejected_query_is_reported_by_its_code(port: int) -> None:
    with pytest.raises(StoreUnavailableError, match="code 60"):
        ClickHouseClient(build_url(port, "default"), 5, ()).query("SELECT 1 FROM nothing_of_that_name")


def test_records_with_a_lost_offset_count_once_when_written_again(port: int) -> None:
    store = create_store(port, "twice")
    first_batch = batch(*one_of_each(visitor()), file="spool-1", dropped={(20_000, "malformed"): 3})
    store.write(first_batch)
    counts = read_counts(store)
    delete_offsets(store)
    store.write(first_batch)
    longer_batch = replace(first_batch, last=200, dropped={(20_000, "malformed"): 4})
    delete_offsets(store)
    store.write(longer_batch)
    assert read_counts(store) == counts
    assert store.count_dropped(0) == {"malformed": 4}
    rows = store._client.query("SELECT count() FROM analytics_views")
    assert rows[0][0] > len([record for record in first_batch.records if hasattr(record, "view")])


def test_months_that_are_over_are_dropped_and_the_days_before_are_deleted(port: int) -> None:
    day = 86_400
    store = create_store(port, "months")
    for days in (-70, -40, -1, 3, 5, 40):
        store.write(
            batch(*one_of_each(visitor()), analytics_event(at=days * day), analytics_event(at=days * day))
        )
    assert store.prune(START + 4 * day) == 8 + 6 * len(one_of_each(visitor()))
    assert store._client.query("SELECT count() FROM analytics_happenings")[0] == (4,)
    months_query = (
        "SELECT DISTINCT partition_id FROM system.parts WHERE active AND table = 'analytics_happenings' "
    )
    months_query += "AND database = currentDatabase() ORDER BY 1"
    assert [month for (month,) in store._client.query(months_query)] == ["202611", "202612"]


def test_the_password_may_contain_url_delimiters(port: int) -> None:
    assert {"@", ":", "/", "%"} < set(PASSWORD)
    ClickHouseStore(build_url(port, "default"), 5).check()


def test_a_setting_selects_it_and_it_connects_on_first_use() -> None:
    selected_container = AdaptersContainer(
        settings=SimpleNamespace(**configured_store("clickhouse")), secret=b"s", run_task=None, clock=None
    )
    assert isinstance(selected_container.analytics_store(), ClickHouseStore)
    default_container = AdaptersContainer(
        settings=SimpleNamespace(**configured_store("database")), secret=b"s", run_task=None, clock=None
    )
    assert default_container.analytics_store() is None


def configured_store(store: str) -> dict[str, object]:
    """Return the settings that select this store."""
    return {"analytics_store": store, "clickhouse_url": "http://u:p@db:1/t", "clickhouse_timeout_seconds": 1}


def create_store(port: int, name: str) -> ClickHouseStore:
    """Create a store in its own database."""
    ClickHouseClient(build_url(port, "default"), 20, ()).execute(f"CREATE DATABASE {name}")
    return ClickHouseStore(build_url(port, name), 20)


def delete_offsets(store: ClickHouseStore) -> None:
    """Delete the offsets, as if the writer had crashed before it wrote them."""
    store._client.execute("TRUNCATE TABLE analytics_marks")


def read_counts(store: AnalyticsStore) -> tuple[object, ...]:
    """Return counts and sums of several reports."""
    return (
        store.get_totals(PERIOD),
        store.get_quality(PERIOD),
        store.list_audience_buckets(PERIOD),
        store.get_funnel(PERIOD),
    )
