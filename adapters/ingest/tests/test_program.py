"""How a receiver that an encoder has left is waited for."""

import itertools
import socket
import sys
from pathlib import Path

import pytest

from adapters.ingest import program as programs
from adapters.ingest.program import Program

_UNTIL_CLOSED = "import json, socket, sys; socket.socket(fileno=json.load(sys.stdin)['socket']).recv(1)"
_PATIENCE = 0.02


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> tuple[socket.socket, socket.socket]:
    """A receiver that ends when the first of them is closed; the second is its own."""
    monkeypatch.setattr(programs, "_COMMAND", (sys.executable, "-c", _UNTIL_CLOSED))
    return socket.socketpair()


def started(sockets: tuple[socket.socket, socket.socket], folder: Path) -> Program:
    with sockets[1] as theirs:
        return Program({"socket": theirs.fileno()}, folder / "complaints.txt", [theirs.fileno()])


def test_a_receiver_that_still_writes_is_not_ended(
    sockets: tuple[socket.socket, socket.socket], tmp_path: Path
) -> None:
    program, looks = started(sockets, tmp_path), itertools.count()

    def progress() -> int:
        number = next(looks)
        if number == 5:
            sockets[0].close()
        return number

    program.finish(_PATIENCE, progress)
    assert program.status == 0


def test_a_receiver_that_writes_nothing_any_more_is_ended(
    sockets: tuple[socket.socket, socket.socket], tmp_path: Path
) -> None:
    program = started(sockets, tmp_path)
    program.finish(_PATIENCE, lambda: 7)
    assert program.status == -9
    sockets[0].close()
