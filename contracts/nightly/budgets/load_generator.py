"""A small load generator: persistent loopback connections with one request at a time each."""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_END = b"\r\n\r\n"


@dataclass(frozen=True)
class LoadLimits:
    """Limits of a measurement: `responses` or `seconds`, whichever is reached first, after `warm_up`."""

    connections: int
    warm_up: int
    responses: int
    seconds: float


class UnexpectedResponseError(Exception):
    """The server responded with an unexpected status, or closed a connection."""


def send_requests(port: int, targets: Sequence[str], limits: LoadLimits) -> tuple[int, float]:
    """Send `GET` requests to the targets in turn. Return the number of responses and the seconds."""
    return _send_requests(port, targets, limits.connections, limits.responses, limits.seconds)


def warm_up(port: int, targets: Sequence[str], limits: LoadLimits) -> None:
    """Fill the caches and open the connections."""
    _send_requests(port, targets, limits.connections, limits.warm_up, limits.seconds)


def _send_requests(
    port: int, targets: Sequence[str], connections: int, max_responses: int, seconds: float
) -> tuple[int, float]:
    requests = cycle([_request(target) for target in targets])
    open_sockets = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(connections)]
    buffers = dict.fromkeys(open_sockets, b"")
    by_fileno = {connection.fileno(): connection for connection in open_sockets}
    response_count, started = 0, time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for connection in open_sockets:
            selector.register(connection, selectors.EVENT_READ)
            connection.sendall(next(requests))
        while response_count < max_responses and time.perf_counter() - started < seconds:
            for key, _ in selector.select(timeout=1):
                connection = by_fileno[key.fd]
                buffers[connection] += receive(connection)
                if is_complete(buffers[connection], 200):
                    buffers[connection] = b""
                    response_count += 1
                    connection.sendall(next(requests))
    elapsed = time.perf_counter() - started
    for connection in open_sockets:
        connection.close()
    return response_count, elapsed


def receive(connection: socket.socket) -> bytes:
    """Return the next bytes of a response. Raises `UnexpectedResponseError` if the connection was closed."""
    received = connection.recv(1 << 18)
    if not received:
        raise UnexpectedResponseError("The server closed the connection.")
    return received


def is_complete(response: bytes, status: int) -> bool:
    """Return whether a whole response was received. Raises `UnexpectedResponseError` for another status."""
    end = response.find(_END)
    if end < 0:
        return False
    if not response.startswith(f"HTTP/1.1 {status} ".encode()):
        raise UnexpectedResponseError(response[:1000].decode("latin-1"))
    match = _LENGTH.search(response, 0, end)
    return match is not None and len(response) >= end + len(_END) + int(match[1])


def _request(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n".encode()
