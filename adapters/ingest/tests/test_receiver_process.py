"""Waiting for a receiver after its encoder has left."""

import itertools
import socket
import sys
from pathlib import Path

import pytest

from adapters.ingest import receiver_process
from adapters.ingest.receiver_process import ReceiverProcess

_WAIT_FOR_CLOSE_SCRIPT = (
    "import json, socket, sys; socket.socket(fileno=json.load(sys.stdin)['socket']).recv(1)"
)
_STALL_SECONDS = 0.02


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> tuple[socket.socket, socket.socket]:
    """Return a socket pair for a receiver that exits when the first socket is closed. The second one is the
    receiver's.
    """
    monkeypatch.setattr(receiver_process, "_COMMAND", (sys.executable, "-c", _WAIT_FOR_CLOSE_SCRIPT))
    return socket.socketpair()


def start_process(sockets: tuple[socket.socket, socket.socket], folder: Path) -> ReceiverProcess:
    with sockets[1] as receiver_socket:
        return ReceiverProcess(
            {"socket": receiver_socket.fileno()}, folder / "stderr.txt", [receiver_socket.fileno()]
        )


def test_a_receiver_that_still_writes_is_not_killed(
    sockets: tuple[socket.socket, socket.socket], tmp_path: Path
) -> None:
    process, counter = start_process(sockets, tmp_path), itertools.count()

    def progress() -> int:
        number = next(counter)
        if number == 5:
            sockets[0].close()
        return number

    process.finish(_STALL_SECONDS, progress)
    assert process.exit_status == 0


def test_a_receiver_that_stops_writing_is_killed(
    sockets: tuple[socket.socket, socket.socket], tmp_path: Path
) -> None:
    process = start_process(sockets, tmp_path)
    process.finish(_STALL_SECONDS, lambda: 7)
    assert process.exit_status == -9
    sockets[0].close()
