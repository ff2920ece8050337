"""The listening socket of a port. It stays open between two connections of an encoder, and keeps one encoder
waiting that comes back before everything of its last connection is written down."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass

IDLE_TIMEOUT_SECONDS = 5.0
"""Seconds for which a door stays open without a gate behind it."""


@dataclass(frozen=True)
class PendingEncoder:
    """An encoder that published under `key`: all it said, and the answer that it waits for."""

    connection: socket.socket
    stream_key: str
    received: bytes
    response: bytes


@dataclass
class PortListener:
    """A listening socket and the encoder that waits at it, if any."""

    socket: socket.socket
    pending: PendingEncoder | None = None

    def claim_pending(self, stream_key: str) -> PendingEncoder | None:
        """Return the waiting encoder; one that published under another key is sent away."""
        pending, self.pending = self.pending, None
        if pending is not None and pending.stream_key != stream_key:
            pending.connection.close()
            return None
        return pending

    def close(self) -> None:
        """Close both."""
        self.socket.close()
        if self.pending is not None:
            with suppress(OSError):
                self.pending.connection.shutdown(socket.SHUT_RDWR)
            self.pending.connection.close()


class ListenerPool:
    """The doors of ports between two gates. One that no gate takes within `IDLE_TIMEOUT_SECONDS` is
    closed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[int, PortListener] = {}

    def release(self, port: int, listener: PortListener) -> None:
        """Keep a door for the next gate of its port."""
        with self._lock:
            previous, self._listeners[port] = self._listeners.get(port), listener
        if previous is not None and previous is not listener:
            previous.close()
        timer = threading.Timer(IDLE_TIMEOUT_SECONDS, self._close_idle, (port, listener))
        timer.daemon = True
        timer.start()

    def acquire(self, host: str, port: int) -> PortListener:
        """Return the kept door, or open one. `OSError` where the port is not available."""
        with self._lock:
            listener = self._listeners.pop(port, None)
        return listener or PortListener(socket.create_server((host, port), backlog=4))

    def _close_idle(self, port: int, listener: PortListener) -> None:
        with self._lock:
            if self._listeners.get(port) is not listener:
                return
            del self._listeners[port]
        listener.close()
