"""Places of requests, without a server: who works, who waits, whose connection is shut."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from werkzeug.test import EnvironBuilder, run_wsgi_app

from touchline.platform.http.connections import Connection
from touchline.platform.http.slots import (
    SECONDS_FOR_BODY,
    SECONDS_FOR_READER,
    Call,
    Guard,
    Slots,
    stepped_aside,
)

SECONDS = 10.0


class Kept(Connection):
    """A connection that only notes that it was shut."""

    def shut(self) -> None:
        SHUT.append(self.number)


SHUT: list[int] = []


@pytest.fixture(autouse=True)
def nothing_shut() -> None:
    SHUT.clear()


def connection(number: int, peer: str = "192.0.2.7", **facts: Any) -> Connection:
    given = {"since_sent": 30.0, "since_received": 30.0, "waiting": 0, "acked": 0, **facts}
    return Kept(descriptor=number, number=number, peer=peer, **given)


def call(app: Callable[..., Iterable[bytes]], path: str = "/", body: bytes | None = None) -> str:
    environ = EnvironBuilder(path, method="POST" if body else "GET", data=body).get_environ()
    return run_wsgi_app(app, environ)[1]


def test_a_request_that_steps_aside_lets_the_next_one_work() -> None:
    hashing, done = threading.Event(), threading.Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/log-in":
            with stepped_aside():
                hashing.set()
                assert done.wait(SECONDS)
        start_response("200 OK", [])
        return [b""]

    slots = Slots(app, 1000, working=1)
    first = threading.Thread(target=call, args=(slots, "/log-in"))
    first.start()
    assert hashing.wait(SECONDS)
    assert call(slots) == "200 OK"
    done.set()
    first.join(SECONDS)
    assert call(slots) == "200 OK"


def test_while_all_places_are_taken_healthz_answers() -> None:
    working, done = threading.Event(), threading.Event()

    def app(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            working.set()
            assert done.wait(SECONDS)
        start_response("200 OK", [])
        return [b""]

    slots = Slots(app, 1000, working=1)
    slow = threading.Thread(target=call, args=(slots, "/slow"))
    slow.start()
    assert working.wait(SECONDS)
    assert call(slots, "/healthz") == "200 OK"
    done.set()
    slow.join(SECONDS)


def test_a_body_that_ends_early_and_one_too_many_never_reach_the_app() -> None:
    def app(_environ: dict[str, Any], _start_response: Any) -> list[bytes]:
        raise AssertionError("it was called")

    environ = EnvironBuilder("/", method="POST", data=b"four").get_environ() | {"CONTENT_LENGTH": "100"}
    assert run_wsgi_app(Slots(app, 1000), environ)[1] == "408 Request Timeout"
    _, status, headers = run_wsgi_app(Slots(app, 1000, bodies=0), environ)
    assert status == "503 Service Unavailable"
    assert headers["Retry-After"] == "2"


def holding(slots: Slots, began: float, peer: str = "192.0.2.7") -> None:
    """A body of this sender is being read since an instant."""
    slots.reading[len(slots.reading)] = Call(peer, began)


def test_only_connections_of_an_overdue_sender_on_which_nothing_was_answered_are_shut() -> None:
    slots = Slots(lambda *_: [], 1000)
    holding(slots, began=100.0)
    found = [
        connection(1, since_sent=25.0, since_received=25.0),
        connection(2, since_sent=25.0, since_received=0.5),
        connection(3, since_sent=3.0),
        connection(4, peer="192.0.2.8"),
    ]
    guard = Guard(slots, lambda: found)
    guard.look(100.0 + SECONDS_FOR_BODY - 1)
    assert SHUT == []
    guard.look(100.0 + SECONDS_FOR_BODY)
    assert SHUT == [1, 2]


def test_a_request_of_the_same_address_that_has_worked_for_long_is_let_alone() -> None:
    slots = Slots(lambda *_: [], 1000)
    holding(slots, began=100.0)
    slots.working[1] = Call("192.0.2.7", 90.0)
    found = [
        connection(1, since_sent=40.0, since_received=30.0),
        connection(2, since_sent=20.0, since_received=20.0),
    ]
    Guard(slots, lambda: found).look(120.0)
    assert SHUT == [2]


def test_a_reader_that_takes_nothing_for_a_minute_is_shut_and_a_slow_one_is_not() -> None:
    slots = Slots(lambda *_: [], 1000)
    found = [connection(1, waiting=5000, acked=10), connection(2, waiting=5000, acked=10)]
    guard = Guard(slots, lambda: found)
    guard.look(0.0)
    found[1] = connection(2, waiting=5000, acked=20)
    guard.look(SECONDS_FOR_READER / 2)
    guard.look(SECONDS_FOR_READER)
    assert SHUT == [1]
