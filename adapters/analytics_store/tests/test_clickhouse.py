"""What only ClickHouse has: a line that may fail, and facts that may come twice. What all stores keep to is
in `touchline/analytics/tests/adapters/test_store.py`, which runs over this one too."""

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
from adapters.analytics_store.clickhouse_line import Line
from adapters.analytics_store.clickhouse_tables import HAPPENINGS, STATEMENTS
from adapters.analytics_store.tests.clickhouse_server import PASSWORD, address, clickhouse_is_here, running
from adapters.container import Adapters
from touchline.analytics.domain.fact_rows import happening_row
from touchline.analytics.ports.store import AnalyticsStore, StoreUnavailable
from touchline.analytics.tests.facts_made import PRAIRIE, SPAN, START, batch, happened, one_of_each, visitor

A_LONG_WHILE = 45
CALLS: dict[str, Callable[[AnalyticsStore], object]] = {
    "write": lambda store: store.write(batch(happened())),
    "read_to": lambda store: store.read_to("spool-1"),
    "forget_file": lambda store: store.forget_file("spool-1"),
    "totals": lambda store: store.totals(SPAN),
    "now": lambda store: store.viewers_now(PRAIRIE, START),
    "forget_person": lambda store: store.forget_person(PRAIRIE, "p1"),
    "prune": lambda store: store.prune(START),
    "check": lambda store: store.check(),
}


@pytest.fixture(scope="module", params=["chdb"] if clickhouse_is_here() else [])
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a ClickHouse; where there is no chdb for this machine, its tests are left out."""
    with running(tmp_path_factory.mktemp("clickhouse")) as found:
        yield found


@contextmanager
def answering(status: int) -> Iterator[int]:
    """The port of a server that answers everything so."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_tables_of_an_earlier_release_are_given_the_mark_of_doubtful_reports(port: int) -> None:
    old = [
        statement.replace(", is_doubtful Bool", "")
        for statement in STATEMENTS
        if statement.startswith("CREATE")
    ]
    assert not any("is_doubtful" in statement for statement in old)
    store = fresh(port, "earlier")
    earlier = Line(address(port, "earlier"), 20, old)
    columns = {name: type for name, type in HAPPENINGS.items() if name != "is_doubtful"}
    row = {name: "" if value is None else value for name, value in happening_row(happened()).items()}
    earlier.insert("analytics_happenings", columns, [row])
    store.write(batch(happened(who=visitor("bo", is_doubtful=True))))
    assert store.totals(SPAN).page_visits == 1
    assert sum(store.doubtful_through(SPAN).values()) == 1


@pytest.mark.parametrize("call", list(CALLS.values()), ids=list(CALLS))
def test_a_server_that_is_away_is_told_in_the_ports_own_error(
    call: Callable[[AnalyticsStore], object], caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        store = ClickHouseStore(address(closed.getsockname()[1], "touchline"), 2)
        with pytest.raises(StoreUnavailable):
            call(store)
    assert PASSWORD not in caplog.text


def test_a_server_that_does_not_answer_is_waited_for_no_longer_than_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = ClickHouseStore(address(silent.getsockname()[1], "touchline"), 1)
        began = time.monotonic()
        with pytest.raises(StoreUnavailable):
            store.totals(SPAN)
    assert time.monotonic() - began < A_LONG_WHILE


def test_readiness_does_not_wait_as_long_as_a_report() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        store = ClickHouseStore(address(silent.getsockname()[1], "touchline"), 300)
        began = time.monotonic()
        with pytest.raises(StoreUnavailable):
            store.check()
    assert time.monotonic() - began < A_LONG_WHILE


@pytest.mark.parametrize("status", [200, 302, 401, 500, 503])
def test_a_server_that_answers_something_else_is_no_store(status: int) -> None:
    with answering(status) as port, pytest.raises(StoreUnavailable):
        ClickHouseStore(address(port, "touchline"), 2).check()


def test_a_wrong_password_is_told_without_it(port: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store = ClickHouseStore(address(port, "default", "pa55-of-another"), 5)
    with pytest.raises(StoreUnavailable, match="516") as refused:
        store.check()
    told = f"{refused.value} {refused.value.__cause__} {caplog.text}"
    assert "pa55" not in told


def test_a_server_that_comes_back_is_asked_again(port: int) -> None:
    with answering(500) as broken:
        store = ClickHouseStore(address(broken, "default"), 5)
        with pytest.raises(StoreUnavailable):
            store.totals(SPAN)
    store._line._address = address(port, "default")
    assert store.totals(SPAN).sessions == 0


def test_a_query_that_the_server_refuses_is_told_by_its_code(port: int) -> None:
    with pytest.raises(StoreUnavailable, match="code 60"):
        Line(address(port, "default"), 5, ()).rows("SELECT 1 FROM nothing_of_that_name")


def test_facts_whose_mark_was_lost_count_once_when_they_come_again(port: int) -> None:
    store = fresh(port, "twice")
    part = batch(*one_of_each(visitor()), file="spool-1", dropped={(20_000, "malformed"): 3})
    store.write(part)
    figures = answers(store)
    lose_the_marks(store)
    store.write(part)
    longer = replace(part, last=200, dropped={(20_000, "malformed"): 4})
    lose_the_marks(store)
    store.write(longer)
    assert answers(store) == figures
    assert store.dropped(0) == {"malformed": 4}
    rows = store._line.rows("SELECT count() FROM analytics_views")
    assert rows[0][0] > len([fact for fact in part.facts if hasattr(fact, "view")])


def test_months_that_are_over_are_dropped_and_the_days_before_are_deleted(port: int) -> None:
    day = 86_400
    store = fresh(port, "months")
    for days in (-70, -40, -1, 3, 5, 40):
        store.write(batch(*one_of_each(visitor()), happened(at=days * day), happened(at=days * day)))
    assert store.prune(START + 4 * day) == 8 + 6 * len(one_of_each(visitor()))
    assert store._line.rows("SELECT count() FROM analytics_happenings")[0] == (4,)
    lying = "SELECT DISTINCT partition_id FROM system.parts WHERE active AND table = 'analytics_happenings' "
    lying += "AND database = currentDatabase() ORDER BY 1"
    assert [month for (month,) in store._line.rows(lying)] == ["202611", "202612"]


def test_the_password_may_hold_what_addresses_may_not(port: int) -> None:
    assert {"@", ":", "/", "%"} < set(PASSWORD)
    ClickHouseStore(address(port, "default"), 5).check()


def test_a_setting_chooses_it_and_nothing_connects_before_it_is_asked() -> None:
    made = Adapters(settings=SimpleNamespace(**chosen("clickhouse")), secret=b"s", run_task=None, clock=None)
    assert isinstance(made.analytics_store(), ClickHouseStore)
    own = Adapters(settings=SimpleNamespace(**chosen("database")), secret=b"s", run_task=None, clock=None)
    assert own.analytics_store() is None


def chosen(store: str) -> dict[str, object]:
    """The settings of the choice."""
    return {"analytics_store": store, "clickhouse_url": "http://u:p@db:1/t", "clickhouse_seconds": 1}


def fresh(port: int, name: str) -> ClickHouseStore:
    """A store in a database of its own."""
    Line(address(port, "default"), 20, ()).do(f"CREATE DATABASE {name}")
    return ClickHouseStore(address(port, name), 20)


def lose_the_marks(store: ClickHouseStore) -> None:
    """As if the writer had died before it wrote them."""
    store._line.do("TRUNCATE TABLE analytics_marks")


def answers(store: AnalyticsStore) -> tuple[object, ...]:
    """Counts, and sums."""
    return store.totals(SPAN), store.quality(SPAN), store.watched_through(SPAN), store.funnel(SPAN)
