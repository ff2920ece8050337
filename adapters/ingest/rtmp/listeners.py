"""The listening sockets of a port: TCP for RTMP, and UDP for SRT.

They stay open between two connections of an encoder. If an encoder reconnects before its last connection is
completely written, the listener holds it until then.
"""

from __future__ import annotations

import errno
import math
import os
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol as TypingProtocol

from adapters.ingest.srt.connection import SrtConnection
from adapters.ingest.srt.listener import SrtListener
from adapters.ingest.srt.packets import Rejection

_BACKLOG = 128
"""Connections that wait to be accepted, so that many at once do not keep out an encoder."""
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
        """Accept the encoder: send the response that its stream is being received."""
        self.connection.sendall(self.response)

    def hold(self) -> None:
        """Keep the encoder while it waits for the next proxy."""

    def refuse(self) -> None:
        """Refuse the encoder: send the response that it may not publish now."""
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


class EncoderHandler(TypingProtocol):
    """Handles the encoders that publish under one stream key."""

    def hand_over(self, encoder: PendingEncoder) -> bool:
        """Handle an encoder that another proxy of the port has accepted. Returns False if it is too late."""
        ...

    def report_refusal(self, refusal: str) -> None:
        """Show a message about a refused client to the operator."""
        ...


class PortListener:
    """The listening sockets of a port, the stream keys that are valid on it, and encoders that wait on it.

    Each key has its own proxy. Every proxy accepts connections, and passes an encoder of another key on to
    the proxy of that key. A key stays valid between two of its proxies.
    """

    def __init__(self, listening_socket: socket.socket, srt: SrtListener) -> None:
        self.socket, self.srt = listening_socket, srt
        self._lock = threading.RLock()
        self._handlers: dict[str, EncoderHandler | None] = {}
        self._pending: dict[str, PendingEncoder] = {}

    @property
    def stream_keys(self) -> tuple[str, ...]:
        """The valid stream keys."""
        with self._lock:
            return tuple(self._handlers)

    def allow(self, stream_key: str) -> None:
        """Make a key valid. Its encoder waits for the proxy of the key."""
        with self._lock:
            self._handlers.setdefault(stream_key, None)

    def register(self, stream_key: str, handler: EncoderHandler) -> PendingEncoder | None:
        """Make a key valid, and return the encoder that waits for it. Raises `OSError` if the key has a
        proxy.
        """
        with self._lock:
            if self._handlers.get(stream_key) is not None:
                raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
            self._handlers[stream_key] = handler
            return self._pending.pop(stream_key, None)

    def unregister(self, stream_key: str, *, is_final: bool) -> None:
        """Remove the proxy of a key. `is_final`: nobody will use the key, and who waits is disconnected."""
        with self._lock:
            self._handlers[stream_key] = None
            if is_final:
                self.forget(stream_key)

    def forget(self, stream_key: str) -> None:
        """Make a key invalid unless it has a proxy."""
        with self._lock:
            if self._handlers.get(stream_key) is None:
                self._handlers.pop(stream_key, None)
                _disconnect(self._pending.pop(stream_key, None))

    def find_handler(self, stream_key: str) -> EncoderHandler | None:
        """Return the proxy of a key; None between two of them."""
        with self._lock:
            return self._handlers.get(stream_key)

    def report_refusal(self, refusal: str) -> None:
        """Show a message about a refused client, whose key nobody knows, to the operator."""
        with self._lock:
            handlers = [handler for handler in self._handlers.values() if handler is not None]
        for handler in handlers:
            handler.report_refusal(refusal)

    def is_held(self, stream_key: str) -> bool:
        """Return whether an encoder waits for the next proxy of a key."""
        with self._lock:
            return stream_key in self._pending

    def hold(self, encoder: PendingEncoder) -> bool:
        """Let an encoder wait for the next proxy of its key. Return False if another one waits."""
        with self._lock:
            if encoder.stream_key in self._pending or encoder.stream_key not in self._handlers:
                return False
            self._pending[encoder.stream_key] = encoder
            return True

    def close(self) -> None:
        """Close the sockets and the connections of waiting encoders."""
        self.srt.close()
        self.socket.close()
        with self._lock:
            for encoder in self._pending.values():
                _disconnect(encoder)
            self._pending.clear()


def _disconnect(encoder: PendingEncoder | None) -> None:
    if encoder is not None:
        with suppress(OSError):
            encoder.connection.shutdown(socket.SHUT_RDWR)
        encoder.connection.close()


class ListenerPool:
    """Keeps the listeners of ports, also between two proxies.

    Closes a listener that no proxy uses, and forgets a stream key, after `IDLE_TIMEOUT_SECONDS`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: dict[int, PortListener] = {}

    def acquire(self, host: str, port: int, stream_key: str) -> PortListener:
        """Return the listener of a port, or open one, and make the key valid on it.

        Raises `OSError` if the port is not available.
        """
        with self._lock:
            listener = self._listeners.get(port)
            if listener is None:
                listener = _open_port(host, port)
                self._listeners[port] = listener
            listener.allow(stream_key)
            return listener

    def release(self, port: int, listener: PortListener, stream_key: str) -> None:
        """Keep a listener and a stream key for the next proxy."""
        timer = threading.Timer(IDLE_TIMEOUT_SECONDS, self._close_idle, (port, listener, stream_key))
        timer.daemon = True
        timer.start()

    def _close_idle(self, port: int, listener: PortListener, stream_key: str) -> None:
        listener.forget(stream_key)
        with self._lock:
            if listener.stream_keys or self._listeners.get(port) is not listener:
                return
            del self._listeners[port]
        listener.close()


def _open_port(host: str, port: int) -> PortListener:
    server = socket.create_server((host, port), backlog=_BACKLOG)
    try:
        return PortListener(server, SrtListener(host, port))
    except OSError:
        server.close()
        raise
