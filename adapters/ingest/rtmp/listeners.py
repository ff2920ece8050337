"""The listening sockets of a port: TCP for RTMP, and UDP for SRT.

They stay open between two connections of an encoder. If an encoder reconnects before its last connection is
completely written, the listener holds it until then.
"""

from __future__ import annotations

import math
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum

from adapters.ingest.srt.connection import SrtConnection
from adapters.ingest.srt.listener import SrtListener
from adapters.ingest.srt.packets import Rejection

IDLE_TIMEOUT_SECONDS = 5.0
"""Seconds for which a listener stays open without a proxy."""


class Protocol(StrEnum):
    """How an encoder sends: RTMP messages, also over TLS, or an MPEG transport stream over SRT."""

    RTMP = "rtmp"
    SRT = "srt"


@dataclass(frozen=True)
class PendingEncoder:
    """An encoder that published under `stream_key`: the bytes received so far, and the responses that accept
    or refuse it.
    """

    connection: socket.socket
    stream_key: str
    received: bytes
    response: bytes
    refusal: bytes = b""
    protocol: Protocol = Protocol.RTMP
    max_wait_seconds: float = math.inf
    """How long the encoder waits for an answer, in seconds."""

    def accept(self) -> None:
        """Tell the encoder that its stream is being received."""
        self.connection.sendall(self.response)

    def hold(self) -> None:
        """Keep the encoder while it waits for the next proxy."""

    def refuse(self) -> None:
        """Tell the encoder that it may not publish now."""
        with suppress(OSError):
            self.connection.sendall(self.refusal)


@dataclass(frozen=True)
class SrtEncoder(PendingEncoder):
    """An encoder that sends over SRT. Its connection is the local end of `call` with the decrypted stream."""

    call: SrtConnection | None = None

    def accept(self) -> None:
        """Answer the encoder's handshake."""
        assert self.call is not None
        self.call.accept()

    def hold(self) -> None:
        """Answer the handshake now, because an encoder waits only 3 s for it."""
        self.accept()

    def refuse(self) -> None:
        """Reject the handshake, because another encoder sends."""
        assert self.call is not None
        self.call.refuse(Rejection.CONFLICT)


@dataclass
class PortListener:
    """The listening sockets and the encoder that waits on them, if any."""

    socket: socket.socket
    srt: SrtListener
    pending: PendingEncoder | None = None

    def claim_pending(self, stream_key: str) -> PendingEncoder | None:
        """Return the waiting encoder. Disconnects one that published under another key."""
        pending, self.pending = self.pending, None
        if pending is not None and pending.stream_key != stream_key:
            pending.connection.close()
            return None
        return pending

    def close(self) -> None:
        """Close the sockets and the waiting encoder's connection."""
        self.srt.close()
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
        return listener or _open_port(host, port)

    def _close_idle(self, port: int, listener: PortListener) -> None:
        with self._lock:
            if self._listeners.get(port) is not listener:
                return
            del self._listeners[port]
        listener.close()


def _open_port(host: str, port: int) -> PortListener:
    server = socket.create_server((host, port), backlog=4)
    try:
        return PortListener(server, SrtListener(host, port))
    except OSError:
        server.close()
        raise
