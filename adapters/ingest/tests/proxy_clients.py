"""Clients and a receiver for tests of the proxy."""

import socket
from contextlib import suppress

READ_SIZE = 1 << 16


class FakeReceiver:
    """A receiver that keeps what it receives."""

    def __init__(self) -> None:
        self._socket, self._proxy_socket = socket.socketpair()
        self.received, self.state = b"", ""

    def connect(self) -> socket.socket:
        return self._proxy_socket

    def finish(self) -> None:
        while data := self._socket.recv(READ_SIZE):
            self.received += data
        self._socket.close()
        self.state = "finished"


def connect_encoder(port: int, *payloads: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port))
    connection.settimeout(30)
    for payload in payloads:
        connection.sendall(payload)
    return connection


def is_disconnected(connection: socket.socket) -> bool:
    """Return whether the connection ends, whatever is sent before that."""
    with suppress(ConnectionError):
        while connection.recv(READ_SIZE):
            pass
    return True
