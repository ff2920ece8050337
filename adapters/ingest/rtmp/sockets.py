"""Reading from a socket until a deadline, and forwarding between two sockets."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress

READ_SIZE = 1 << 16


def receive(connection: socket.socket, max_bytes: int, deadline: float) -> bytes:
    """Return the bytes that arrive first, at least one. `deadline` is a time of `time.monotonic()`.

    Raises `TimeoutError` if nothing arrives before the deadline, and `ConnectionError` at the end of the
    connection. Both are `OSError`.
    """
    seconds_left = deadline - time.monotonic()
    if seconds_left <= 0:
        raise TimeoutError
    connection.settimeout(seconds_left)
    data = connection.recv(max_bytes)
    if not data:
        raise ConnectionError("the connection has ended")
    return data


def receive_exactly(connection: socket.socket, size: int, deadline: float) -> bytes:
    """Return `size` bytes. Raises the errors of `receive`."""
    data = b""
    while len(data) < size:
        data += receive(connection, size - len(data), deadline)
    return data


def forward(source: socket.socket, target: socket.socket, on_data: Callable[[], None] = lambda: None) -> None:
    """Forward all data from one side until it ends, then shut down the other side."""
    with suppress(OSError):
        while data := source.recv(READ_SIZE):
            on_data()
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
