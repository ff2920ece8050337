"""The listening socket of a port.

It stays open between two connections of an encoder. If an encoder reconnects before its last connection is
completely written, the listener holds it until then.
"""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from dataclasses import dataclass

IDLE_TIMEOUT_SECONDS = 5.0
"""Seconds for which a listener stays open without a proxy."""


@dataclass(frozen=True)
class PendingEncoder:
    """An encoder that published under `stream_key`: the bytes received so far, and the response to send."""

    connection: socket.socket
    stream_key: str
    received: bytes
    response: bytes


@dataclass
class PortListener:
    """A listening socket and the encoder that waits on it, if any."""

    socket: socket.socket
    pending: PendingEncoder | None = None

    def claim_pending(self, stream_key: str) -> PendingEncoder | None:
        """Return the waiting encoder. Disconnects one that published under another key."""
        pending, self.pending = self.pending, None
        if pending is not None and pending.stream_key != stream_key:
            pending.connection.close()
            return None
        return pending

    def close(self) -> None:
        """Close the socket and the waiting encoder's connection."""
        self.socket.close()
        if self.pending is not None:
            with suppress(OSError):
                self.pending.connection.shutdown(socket.SHUT_RDWR)
            self.pending.connection.close()


class ListenerPool:
    """Keeps the listeners of ports between two proxies.

    Closes a listener that no proxy acquires within `IDLE_TIMEOUT_SECONDS`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[int, PortListener] = {}

    def release(self, port: int, listener: PortListener) -> None:
        """Keep a listener for the next proxy on its port."""
        with self._lock:
            previous, self._listeners[port] = self._listeners.get(port), listener
        if previous is not None and previous is not listener:
            previous.close()
        timer = threading.Timer(IDLE_TIMEOUT_SECONDS, self._close_idle, (port, listener))
        timer.daemon = True
        timer.start()

    def acquire(self, host: str, port: int) -> PortListener:
        """Return the kept listener, or open one. Raises `OSError` if the port is not available."""
        with self._lock:
            listener = self._listeners.pop(port, None)
        return listener or PortListener(socket.create_server((host, port), backlog=4))

    def _close_idle(self, port: int, listener: PortListener) -> None:
        with self._lock:
            if self._listeners.get(port) is not listener:
                return
            del self._listeners[port]
        listener.close()
