"""The listening socket of a port. It stays open between two connections of an encoder, and keeps one encoder
waiting that comes back before everything of its last connection is written down."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass

LONGEST_WAIT = 5.0
"""Seconds for which a door stays open without a gate behind it."""


@dataclass(frozen=True)
class Visitor:
    """An encoder that published under `key`: all it said, and the answer that it waits for."""

    client: socket.socket
    key: str
    said: bytes
    answer: bytes


@dataclass
class Door:
    """A listening socket and the encoder that waits at it, if any."""

    listener: socket.socket
    visitor: Visitor | None = None

    def take_visitor(self, key: str) -> Visitor | None:
        """Return the waiting encoder; one that published under another key is sent away."""
        visitor, self.visitor = self.visitor, None
        if visitor is not None and visitor.key != key:
            visitor.client.close()
            return None
        return visitor

    def close(self) -> None:
        """Close both."""
        self.listener.close()
        if self.visitor is not None:
            with suppress(OSError):
                self.visitor.client.shutdown(socket.SHUT_RDWR)
            self.visitor.client.close()


class KeptDoors:
    """The doors of ports between two gates. One that no gate takes within `LONGEST_WAIT` is closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._doors: dict[int, Door] = {}

    def keep(self, port: int, door: Door) -> None:
        """Keep a door for the next gate of its port."""
        with self._lock:
            earlier, self._doors[port] = self._doors.get(port), door
        if earlier is not None and earlier is not door:
            earlier.close()
        timer = threading.Timer(LONGEST_WAIT, self._close, (port, door))
        timer.daemon = True
        timer.start()

    def take(self, host: str, port: int) -> Door:
        """Return the kept door, or open one. `OSError` where the port is not available."""
        with self._lock:
            door = self._doors.pop(port, None)
        return door or Door(socket.create_server((host, port), backlog=4))

    def _close(self, port: int, door: Door) -> None:
        with self._lock:
            if self._doors.get(port) is not door:
                return
            del self._doors[port]
        door.close()
