"""The proxy of a stream key: lets one encoder with this key through to a receiver.

The proxy itself answers RTMP clients up to `publish`, also over TLS. The SRT listener of the port answers SRT
clients. The proxy starts a receiver for the encoder that publishes under the right key. The receiver gets
every byte from the first one on, and does not need to answer.
"""

import logging
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar
from typing import Protocol as TypingProtocol

from adapters.ingest.rtmp.handshake import HANDSHAKE, PublishRefusedError, RtmpHandshake, encode_status
from adapters.ingest.rtmp.listeners import PendingEncoder, PortListener, Protocol, SrtEncoder
from adapters.ingest.rtmp.sockets import READ_SIZE, forward, receive, receive_exactly
from adapters.ingest.rtmp.tls import (
    NO_CERTIFICATE_FAULT,
    UNTRUSTED_CERTIFICATE_FAULT,
    CertificateFiles,
    accept_tls,
    is_certificate_refused,
    starts_with_tls,
)
from adapters.ingest.srt.connection import SrtConnection
from adapters.ingest.srt.listener import SrtService
from touchline.catalog.ports.media.ingest import SECOND_ENCODER_FAULT

log = logging.getLogger(__name__)
_HANDSHAKE_TIMEOUT_SECONDS = 10.0
"""Seconds from a client's connection to its `publish`, including TLS."""
_READ_TIMEOUT_SECONDS = 10.0
"""Read timeout of an encoder. If its connection breaks, it sends nothing more and reconnects."""
_ACCEPT_POLL_SECONDS = 0.25
_MAX_PENDING_CONNECTIONS = 32
"""Clients that have not published yet. The next one takes the place of the oldest one."""
_DRAIN_TIMEOUT_SECONDS = 5.0
"""Seconds after which a second encoder is refused while another one sends.

An encoder may reconnect while its earlier data is still being read.
"""
_STALL_SECONDS = 2.0
"""Seconds of silence after which an encoder is replaced by another one with the same key. Its connection
broke.
"""
_STALL_POLL_SECONDS = 0.1
"""How often a waiting encoder looks whether the other one is silent: no event marks that."""
SECOND_ENCODER_WARNING_SECONDS = 30.0
"""Seconds to show that a second encoder was refused. Encoders retry every few seconds."""
_SRT_WAIT_SECONDS = 2.5
"""How long an SRT encoder waits for an answer. libsrt gives up after 3 s."""
_REFUSAL = encode_status("error", "NetStream.Publish.BadName", "The stream was rejected.")


class Receiver(TypingProtocol):
    """A receiver of one encoder's stream."""

    def connect(self) -> socket.socket:
        """Return a connection to the receiver. Raises `OSError` if it does not listen."""
        ...

    def finish(self) -> None:
        """Let the receiver write what it has, and end it."""
        ...


ReceiverT = TypeVar("ReceiverT", bound=Receiver)


class RtmpProxy(Generic[ReceiverT]):
    """Listens until an accepted encoder has left, or until it is closed.

    Another encoder with the right key is refused while the first one sends. If the first one has left or is
    silent, the new one waits on the listener for the next proxy. An encoder with another key that is valid on
    the port is handed over to the proxy of that key.
    """

    def __init__(
        self,
        listener: PortListener,
        stream_key: str,
        create_receiver: Callable[[Protocol], ReceiverT],
        release: Callable[[PortListener], None],
        *,
        passphrase: str = "",
        certificate: CertificateFiles | None = None,
    ) -> None:
        """Start to accept connections. `release` gets the listener, still open, when the proxy ends.

        SRT is accepted if there is a `passphrase`, and RTMPS if there is a `certificate`. Raises `OSError` if
        the key already has a proxy.
        """
        self._listener, self._stream_key, self._create_receiver, self._release = (
            listener,
            stream_key,
            create_receiver,
            release,
        )
        self._passphrase, self._certificate = passphrase, certificate
        self._lock = threading.Condition()
        self._connections: dict[socket.socket, bool] = {}
        """All connections, the oldest first, and whether each has published under a right key."""
        self._publisher: socket.socket | None = None
        self._publisher_thread: threading.Thread | None = None
        self._publisher_left = False
        self._last_data_at = 0.0
        self._is_closed = False
        self.active_receiver: ReceiverT | None = None
        self.last_refusal = ""
        self._second_refused_at: float | None = None
        self._threads: list[threading.Thread] = []
        self._has_ended = False
        self._waiting_encoder = listener.register(stream_key, self)
        listener.socket.settimeout(_ACCEPT_POLL_SECONDS)
        self._accept_thread = threading.Thread(target=self._accept_loop, name="rtmp-proxy", daemon=True)
        self._accept_thread.start()

    @property
    def is_finished(self) -> bool:
        """Return whether the accepted encoder has left, and all its data is written."""
        return not self._accept_thread.is_alive()

    @property
    def second_encoder_warning(self) -> str:
        """Return a message for the operator if another encoder recently published under this key, else ""."""
        refused_at = self._second_refused_at
        return (
            SECOND_ENCODER_FAULT
            if refused_at is not None and time.monotonic() - refused_at < SECOND_ENCODER_WARNING_SECONDS
            else ""
        )

    def close(self) -> None:
        """Close the proxy. No connection is left when this returns."""
        with self._lock:
            self._is_closed = True
            self._lock.notify_all()
        self._disconnect_pending()
        self._accept_thread.join()

    def hand_over(self, encoder: PendingEncoder) -> bool:
        """Handle an encoder of this key that another proxy of the port has accepted. Returns False if this
        proxy has ended, or has too many connections.
        """
        with self._lock:
            if self._has_ended or self._is_closed:
                return False
            return self._start_thread(self._handle_encoder, encoder)

    def report_refusal(self, refusal: str) -> None:
        """Show a message about a refused client to the operator, unless an encoder is connected."""
        with self._lock:
            if self._publisher is None:
                self.last_refusal = refusal

    def _accept_loop(self) -> None:
        publisher_thread: threading.Thread | None = None
        if self._waiting_encoder is not None:
            self._start_thread(self._handle_encoder, self._waiting_encoder)
        if self._passphrase:
            self._listener.srt.serve(
                SrtService(
                    *(self._stream_key, self._passphrase, self._handle_srt_call),
                    on_refusal=self._listener.report_refusal,
                )
            )
        while not self._is_closed and (publisher_thread is None or publisher_thread.is_alive()):
            client = self._accept_client()
            if client is not None:
                self._disconnect_oldest_clients()
                if not self._start_thread(self._handle_connection, client):
                    client.close()
            publisher_thread = self._publisher_thread
        with self._lock:
            self._has_ended = True
        self._listener.srt.stop_serving(self._stream_key)
        self._disconnect_pending()
        for worker in self._threads:
            worker.join()
        self._listener.unregister(self._stream_key, is_final=self._is_closed)
        self._release(self._listener)

    def _accept_client(self) -> socket.socket | None:
        """Return a client that has connected within a quarter of a second, or None.

        A connection that cannot be accepted, for example because too many files are open, must not end the
        proxy.
        """
        try:
            return self._listener.socket.accept()[0]
        except TimeoutError:
            return None
        except OSError as error:
            log.warning("a connection to the ingest could not be accepted: %s", error.strerror)
            time.sleep(_ACCEPT_POLL_SECONDS)
            return None

    def _start_thread(self, handler: Callable[[Any], None], peer: socket.socket | PendingEncoder) -> bool:
        """Handle a connection in its own thread. Returns False if there are too many."""
        with self._lock:
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            if len(self._threads) > 3 * _MAX_PENDING_CONNECTIONS:
                return False
            has_published = isinstance(peer, PendingEncoder)
            self._connections[peer.connection if isinstance(peer, PendingEncoder) else peer] = has_published
            thread = threading.Thread(target=handler, args=(peer,), daemon=True)
            self._threads.append(thread)
            thread.start()
        return True

    def _disconnect_oldest_clients(self) -> None:
        """Make room for a client: those that say nothing must not keep the encoder from the port."""
        with self._lock:
            pending = [client for client, has_published in self._connections.items() if not has_published]
            for client in pending[: max(0, len(pending) - _MAX_PENDING_CONNECTIONS + 1)]:
                del self._connections[client]
                with suppress(OSError):
                    client.shutdown(socket.SHUT_RDWR)

    def _handle_srt_call(self, call: SrtConnection) -> None:
        """Handle an SRT encoder whose key and passphrase the listener has checked."""
        encoder = SrtEncoder(
            *(call.local, self._stream_key, b"", b""),
            protocol=Protocol.SRT,
            max_wait_seconds=_SRT_WAIT_SECONDS,
            call=call,
        )
        if not self._start_thread(self._handle_encoder, encoder):
            encoder.refuse()
            call.local.close()

    def _disconnect_pending(self) -> None:
        """Disconnect all clients except the publisher. A closed proxy disconnects the publisher, too."""
        with self._lock:
            for connection in self._connections:
                if self._is_closed or connection is not self._publisher:
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RDWR)

    def _handle_connection(self, client: socket.socket) -> None:
        """Handle one connection from the handshake to its end."""
        deadline = time.monotonic() + _HANDSHAKE_TIMEOUT_SECONDS
        try:
            client.settimeout(_HANDSHAKE_TIMEOUT_SECONDS)
            if starts_with_tls(client):
                client = self._accept_tls(client, deadline)
            encoder = self._handshake(client, deadline)
            self._mark_published(client)
        except PublishRefusedError as error:
            if str(error):
                self._listener.report_refusal(str(error))
            self._disconnect(client, _REFUSAL)
        except OSError:
            self._disconnect(client)  # the connection broke; the encoder reconnects
        except Exception:
            log.exception("a client of the ingest was disconnected")
            self._disconnect(client)
        else:
            if encoder.stream_key == self._stream_key:
                self._handle_encoder(encoder)
            else:
                self._pass_on(encoder)

    def _mark_published(self, client: socket.socket) -> None:
        with self._lock:
            if client not in self._connections:
                raise ConnectionError("the client had to make room for another one")
            self._connections[client] = True

    def _pass_on(self, encoder: PendingEncoder) -> None:
        """Give an encoder to the proxy of its key, or let it wait for the next one."""
        with self._lock:
            self._connections.pop(encoder.connection, None)
        handler = self._listener.find_handler(encoder.stream_key)
        is_taken = handler.hand_over(encoder) if handler is not None else self._listener.hold(encoder)
        if not is_taken:
            self._disconnect(encoder.connection)

    def _handle_encoder(self, encoder: PendingEncoder) -> None:
        """Accept an encoder with the right key, make it wait, or refuse it."""
        try:
            if not self._admit(encoder):
                return
            encoder.accept()
            self._relay(encoder)
        except PublishRefusedError:
            encoder.refuse()
            self._disconnect(encoder.connection)
        except OSError:
            self._disconnect(encoder.connection)
        else:
            self._disconnect(encoder.connection)

    def _disconnect(self, client: socket.socket, final_message: bytes = b"") -> None:
        with suppress(OSError):
            client.sendall(final_message)
        with self._lock:
            self._connections.pop(client, None)
            client.close()

    def _accept_tls(self, client: socket.socket, deadline: float) -> socket.socket:
        """Return the decrypted connection, which takes the place of `client`."""
        if self._certificate is None:
            raise PublishRefusedError(NO_CERTIFICATE_FAULT)
        try:
            local = accept_tls(client, self._certificate.get_context(), deadline - time.monotonic())
        except OSError as error:
            if is_certificate_refused(error):
                self.last_refusal = UNTRUSTED_CERTIFICATE_FAULT
            raise
        with self._lock:
            self._connections.pop(client, None)
            self._connections[local] = False
            client.close()
            if self._is_closed:
                local.shutdown(socket.SHUT_RDWR)
        return local

    def _handshake(self, client: socket.socket, deadline: float) -> PendingEncoder:
        """Answer the client up to a right key.

        Raises `PublishRefusedError` if it publishes anything else, and `OSError` if it has not published by
        `deadline`.
        """
        handshake = RtmpHandshake(*self._listener.stream_keys)
        received = receive_exactly(client, HANDSHAKE, deadline)
        chunks = [received]
        while True:
            response = handshake.feed(received)
            if handshake.is_accepted:
                return PendingEncoder(client, handshake.accepted_key, b"".join(chunks), response, _REFUSAL)
            client.sendall(response)
            received = receive(client, READ_SIZE, deadline)
            chunks.append(received)

    def _admit(self, encoder: PendingEncoder) -> bool:
        """Return whether the encoder is accepted now. False if it waits for the next proxy."""
        with self._lock:
            if self._is_closed:
                raise PublishRefusedError
            if self._publisher is None:
                self._publisher, self._publisher_thread = encoder.connection, threading.current_thread()
                self._last_data_at, self.last_refusal = time.monotonic(), ""
                return True
            deadline = time.monotonic() + min(_DRAIN_TIMEOUT_SECONDS, encoder.max_wait_seconds)
            while not (self._is_closed or self._can_replace_publisher() or time.monotonic() >= deadline):
                self._lock.wait(min(_STALL_POLL_SECONDS, max(0.0, deadline - time.monotonic())))
            if self._is_closed:
                raise PublishRefusedError
            if not self._can_replace_publisher() or not self._listener.hold(encoder):
                self._second_refused_at = time.monotonic()
                raise PublishRefusedError
            self._connections.pop(encoder.connection, None)
            encoder.hold()
            if not self._publisher_left:
                with suppress(OSError):
                    self._publisher.shutdown(socket.SHUT_RDWR)
            return False

    def _can_replace_publisher(self) -> bool:
        """Return whether the accepted encoder has left or is silent."""
        return self._publisher_left or time.monotonic() - self._last_data_at > _STALL_SECONDS

    def _mark_publisher_left(self) -> None:
        with self._lock:
            self._publisher_left = True
            self._lock.notify_all()

    def _relay(self, encoder: PendingEncoder) -> None:
        """Start the receiver, and forward data in both directions until either side ends."""
        client = encoder.connection
        receiver = self.active_receiver = self._create_receiver(encoder.protocol)
        try:
            with receiver.connect() as receiver_socket:
                reply_thread = threading.Thread(target=forward, args=(receiver_socket, client), daemon=True)
                reply_thread.start()
                try:
                    receiver_socket.sendall(encoder.received)
                    client.settimeout(_READ_TIMEOUT_SECONDS)
                    forward(client, receiver_socket, self._record_activity)
                finally:
                    self._mark_publisher_left()
                    with suppress(OSError):
                        receiver_socket.shutdown(socket.SHUT_WR)
                    receiver.finish()
                    reply_thread.join()
        finally:
            self._mark_publisher_left()
            receiver.finish()

    def _record_activity(self) -> None:
        self._last_data_at = time.monotonic()
