"""The gate of a port, with sockets: who is let through, who is sent away, what the program hears."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from adapters.ingest import door as doors
from adapters.ingest import gate as gates
from adapters.ingest.door import Door, KeptDoors
from adapters.ingest.gate import Gate
from adapters.ingest.tests.test_greeting import CONNECT, HELLO, KEY, PUBLISH, command, message
from adapters.ingest.tests.waiting import free_port, until

HEARD = 1 << 16


class Listener:
    """Stands in for the program: keeps what it hears."""

    def __init__(self) -> None:
        self._ours, self._theirs = socket.socketpair()
        self.heard, self.end = b"", ""

    def connect(self) -> socket.socket:
        return self._theirs

    def finish(self) -> None:
        while data := self._ours.recv(HEARD):
            self.heard += data
        self._ours.close()
        self.end = "finished"


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second encoder is refused at once."""
    monkeypatch.setattr(gates, "_DRAIN_SECONDS", 0.05)


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def started() -> list[Listener]:
    """The programs that were started so far."""
    return []


@pytest.fixture
def gate(port: int, started: list[Listener]) -> Iterator[Gate[Listener]]:
    def start() -> Listener:
        started.append(Listener())
        return started[-1]

    gate = Gate(KeptDoors().take("127.0.0.1", port), KEY, start, Door.close)
    yield gate
    gate.close()


def client(port: int, *said: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.settimeout(30)
    for each in said:
        connection.sendall(each)
    return connection


def is_sent_away(connection: socket.socket) -> bool:
    """Whether the connection ends, whatever is answered before that."""
    with suppress(ConnectionError):
        while connection.recv(HEARD):
            pass
    return True


def test_the_program_hears_all_that_an_encoder_with_the_right_key_says(
    gate: Gate[Listener], port: int, started: list[Listener]
) -> None:
    with client(port, HELLO, CONNECT, PUBLISH, b"pictures"):
        until(lambda: gate.admitted is not None)
    until(lambda: gate.over)
    assert started[0].heard == HELLO + CONNECT + PUBLISH + b"pictures"
    assert started[0].end == "finished"


def test_no_program_is_started_for_a_wrong_key(
    gate: Gate[Listener], port: int, started: list[Listener]
) -> None:
    with client(port, HELLO, CONNECT, message(command("publish", "guess"))) as stranger:
        assert is_sent_away(stranger)
    assert not started
    assert gate.refusal == "An encoder came with a wrong stream key and was refused."
    assert gate.admitted is None and not gate.over


def test_no_program_is_started_for_who_says_nothing(
    gate: Gate[Listener], port: int, started: list[Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "_GREETING_SECONDS", 0.2)
    with client(port) as silent:
        assert is_sent_away(silent)
    assert not started


def test_a_silent_stranger_does_not_keep_the_encoder_out(gate: Gate[Listener], port: int) -> None:
    with client(port) as stranger, client(port, HELLO, CONNECT, PUBLISH):
        until(lambda: gate.admitted is not None)
        assert is_sent_away(stranger)


def test_a_second_encoder_with_the_same_key_is_refused_and_told_of(
    gate: Gate[Listener], port: int, started: list[Listener]
) -> None:
    with client(port, HELLO, CONNECT, PUBLISH) as first:
        until(lambda: gate.admitted is not None)
        assert gate.second == ""
        with client(port, HELLO, CONNECT, PUBLISH) as second:
            assert is_sent_away(second)
        assert gate.second.startswith("A second encoder tried to publish with this stream key")
        first.sendall(b"pictures")
    until(lambda: gate.over)
    assert started[0].heard.endswith(b"pictures")
    assert len(started) == 1


def test_a_stranger_who_comes_while_an_encoder_sends_is_no_second_encoder(
    gate: Gate[Listener], port: int, started: list[Listener]
) -> None:
    with client(port, HELLO, CONNECT, PUBLISH):
        until(lambda: gate.admitted is not None)
        with client(port, HELLO, CONNECT, message(command("publish", "guess"))) as stranger:
            assert is_sent_away(stranger)
        assert gate.second == ""
    assert len(started) == 1


def test_a_second_encoder_that_gave_up_is_not_told_of_any_more(
    gate: Gate[Listener], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client(port, HELLO, CONNECT, PUBLISH):
        until(lambda: gate.admitted is not None)
        with client(port, HELLO, CONNECT, PUBLISH) as second:
            assert is_sent_away(second)
        monkeypatch.setattr(gates, "SECOND_SECONDS", 0.0)
        assert gate.second == ""


def test_an_encoder_whose_line_was_cut_has_left(
    gate: Gate[Listener], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "_SILENCE_SECONDS", 0.2)
    with client(port, HELLO, CONNECT, PUBLISH) as silent:
        until(lambda: gate.over)
        assert is_sent_away(silent)


def test_the_encoder_hears_when_the_program_has_ended(
    gate: Gate[Listener], port: int, started: list[Listener]
) -> None:
    with client(port, HELLO, CONNECT, PUBLISH) as encoder:
        until(lambda: gate.admitted is not None)
        started[0]._ours.shutdown(socket.SHUT_WR)
        assert is_sent_away(encoder)


class Unhurried(Listener):
    """A program that takes its time to write down what it has heard."""

    def __init__(self, may_end: threading.Event) -> None:
        super().__init__()
        self._may_end = may_end

    def finish(self) -> None:
        assert self._may_end.wait(30)
        if not self.end:
            super().finish()


def next_gate(door: Door, started: list[Listener], key: str = KEY) -> Gate[Listener]:
    def start() -> Listener:
        started.append(Listener())
        return started[-1]

    return Gate(door, key, start, Door.close)


def slow_gate(door: Door, may_end: threading.Event) -> Gate[Listener]:
    """A gate that leaves its door open."""
    return Gate(door, KEY, lambda: Unhurried(may_end), lambda _: None)


def test_an_encoder_that_is_back_at_once_waits_for_the_next_gate(port: int) -> None:
    may_end, started = threading.Event(), list[Listener]()
    door = KeptDoors().take("127.0.0.1", port)
    first = slow_gate(door, may_end)
    with client(port, HELLO, CONNECT, PUBLISH):
        until(lambda: first.admitted is not None)
    with client(port, HELLO, CONNECT, PUBLISH, b"back") as back:
        until(lambda: door.visitor is not None)
        assert first.second == ""
        may_end.set()
        until(lambda: first.over)
        second = next_gate(door, started)
        until(lambda: second.admitted is not None)
        answered = b""
        while b"NetStream.Publish.Start" not in answered:
            answered += back.recv(HEARD)
    until(lambda: second.over)
    assert started[0].heard == HELLO + CONNECT + PUBLISH + b"back"
    second.close()


def test_an_encoder_that_waits_under_a_key_that_changed_is_sent_away(port: int) -> None:
    may_end, started = threading.Event(), list[Listener]()
    door = KeptDoors().take("127.0.0.1", port)
    first = slow_gate(door, may_end)
    with client(port, HELLO, CONNECT, PUBLISH):
        until(lambda: first.admitted is not None)
    with client(port, HELLO, CONNECT, PUBLISH) as back:
        until(lambda: door.visitor is not None)
        may_end.set()
        until(lambda: first.over)
        second = next_gate(door, started, key="another")
        assert is_sent_away(back)
    second.close()
    assert not started


def test_an_encoder_that_has_fallen_silent_gives_way_to_itself(
    gate: Gate[Listener], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "_HESITATION_SECONDS", 0.0)
    with client(port, HELLO, CONNECT, PUBLISH) as silent:
        until(lambda: gate.admitted is not None)
        with client(port, HELLO, CONNECT, PUBLISH):
            assert is_sent_away(silent)
            until(lambda: gate.over)
            assert gate.second == ""


def test_a_door_that_no_gate_takes_is_closed(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "LONGEST_WAIT", 0.05)
    kept = KeptDoors()
    door = kept.take("127.0.0.1", port)
    kept.keep(port, door)
    until(lambda: door.listener.fileno() == -1)
    again = kept.take("127.0.0.1", port)
    assert again is not door
    again.close()


def test_the_next_gate_gets_the_door_that_was_kept(port: int) -> None:
    kept = KeptDoors()
    door = kept.take("127.0.0.1", port)
    kept.keep(port, door)
    with client(port):
        assert kept.take("127.0.0.1", port) is door
    door.close()


def test_an_encoder_that_is_back_before_all_it_sent_is_read_is_no_second_one(
    gate: Gate[Listener], port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gates, "_DRAIN_SECONDS", 30.0)
    first = client(port, HELLO, CONNECT, PUBLISH)
    until(lambda: gate.admitted is not None)
    with client(port, HELLO, CONNECT, PUBLISH):
        until(lambda: len(gate._inside) == 2)
        first.close()
        until(lambda: gate.over)
        assert gate.second == ""
