"""RTMPS: TLS in front of RTMP, on the same port.

An RTMP client begins with the byte 0x03, and a TLS client with 0x16 (RFC 8446, 5.1). The proxy gets a local
socket with the decrypted bytes.
"""

from __future__ import annotations

import logging
import re
import socket
import ssl
import threading
import time
from contextlib import suppress
from pathlib import Path

from adapters.ingest.socket_polling import wait_for_sockets

log = logging.getLogger(__name__)
TLS_HANDSHAKE_BYTE = b"\x16"
NO_CERTIFICATE_FAULT = (
    "An encoder tried to use RTMPS, but this server has no certificate. Use rtmp:// in the encoder, or set "
    "TOUCHLINE_INGEST_CERTIFICATE."
)
"""The message for the operator when an encoder uses RTMPS, and the ingest has no certificate."""
UNTRUSTED_CERTIFICATE_FAULT = (
    "An encoder refused the RTMPS certificate of this server. Check TOUCHLINE_INGEST_CERTIFICATE: it needs "
    "the host name of the server, all certificates of the chain, and a date that has not passed."
)
"""The message for the operator when an encoder ends the TLS handshake because of the certificate."""
_READ_SIZE = 1 << 16
_CERTIFICATE_ALERT = re.compile("ALERT_(UNKNOWN_CA|(BAD_|UNKNOWN_)?CERTIFICATE)")
_MAX_BUFFERED_BYTES = 1 << 20
_CLOSE_TIMEOUT_SECONDS = 5.0
_FileState = tuple[int, int]


class CertificateFiles:
    """A certificate and its key in PEM files. Renewed files are read at the next connection."""

    def __init__(self, certificate: str, key: str) -> None:
        self._certificate, self._key = Path(certificate), Path(key)
        self._lock = threading.Lock()
        self._context: ssl.SSLContext | None = None
        self._states: tuple[_FileState, ...] = ()

    def get_context(self) -> ssl.SSLContext:
        """Return the TLS settings with the current certificate.

        While the files are not readable or do not match, the previous certificate stays in use. Raises
        `OSError` if there is none.
        """
        with self._lock:
            try:
                self._reload()
            except OSError as error:
                if self._context is None:
                    raise
                log.warning("the renewed certificate of the ingest cannot be used: %s", error)
            assert self._context is not None
            return self._context

    def _reload(self) -> None:
        states = tuple(
            (path.stat().st_mtime_ns, path.stat().st_size) for path in (self._certificate, self._key)
        )
        if states == self._states:
            return
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.load_cert_chain(self._certificate, self._key)
        self._context, self._states = context, states


def is_certificate_refused(error: OSError) -> bool:
    """Return whether a TLS handshake failed because the encoder does not trust the certificate."""
    return isinstance(error, ssl.SSLError) and bool(_CERTIFICATE_ALERT.search(error.reason or ""))


def starts_with_tls(client: socket.socket) -> bool:
    """Return whether a client begins with a TLS handshake. Waits for its first byte."""
    return client.recv(1, socket.MSG_PEEK) == TLS_HANDSHAKE_BYTE


def accept_tls(client: socket.socket, context: ssl.SSLContext, seconds: float) -> socket.socket:
    """Perform the TLS handshake within `seconds`, and return a local socket with the decrypted bytes of both
    directions.

    Raises `OSError` if the handshake fails. `client` stays open until then, so that another thread can shut
    it down.
    """
    secure = context.wrap_socket(client.dup(), server_side=True, do_handshake_on_connect=False)
    try:
        _perform_handshake(secure, time.monotonic() + seconds)
    except OSError:
        secure.close()
        raise
    local, remote = socket.socketpair()
    threading.Thread(target=_pump, args=(secure, remote), name="rtmps", daemon=True).start()
    return local


def _perform_handshake(secure: ssl.SSLSocket, deadline: float) -> None:
    secure.setblocking(False)
    while True:
        seconds_left = deadline - time.monotonic()
        if seconds_left <= 0:
            raise TimeoutError
        try:
            return secure.do_handshake()
        except ssl.SSLWantReadError:
            wait_for_sockets([secure], seconds=seconds_left)
        except ssl.SSLWantWriteError:
            wait_for_sockets((), [secure], seconds_left)


def _pump(secure: ssl.SSLSocket, local: socket.socket) -> None:
    """Forward bytes between both sockets until one ends.

    One thread does both directions, because a TLS connection is not safe for two.
    """
    with secure, local, suppress(OSError):
        local.setblocking(False)
        to_local, to_secure = bytearray(), bytearray()
        is_encoder_done = is_proxy_done = False
        while not ((is_encoder_done and not to_local) or (is_proxy_done and not to_secure)):
            can_read_secure = not is_encoder_done and len(to_local) < _MAX_BUFFERED_BYTES
            if not (can_read_secure and secure.pending()):
                readers = [secure] * can_read_secure + [local] * (not is_proxy_done)
                writers = [local] * bool(to_local) + [secure] * bool(to_secure)
                time_out = _CLOSE_TIMEOUT_SECONDS if is_proxy_done else None
                if not wait_for_sockets(readers, writers, time_out):
                    break
            if can_read_secure:
                is_encoder_done = _read_secure(secure, to_local)
            if not is_proxy_done:
                is_proxy_done = _read_local(local, to_secure)
            _write(local, to_local)
            _write(secure, to_secure)
        with suppress(ssl.SSLError):
            secure.unwrap()


def _read_secure(secure: ssl.SSLSocket, buffer: bytearray) -> bool:
    """Read what has arrived. Returns whether the encoder has ended its stream."""
    try:
        data = secure.recv(_READ_SIZE)
    except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
        return False
    except OSError:
        return True
    buffer += data
    return not data


def _read_local(local: socket.socket, buffer: bytearray) -> bool:
    try:
        data = local.recv(_READ_SIZE)
    except BlockingIOError:
        return False
    buffer += data
    return not data


def _write(target: socket.socket, buffer: bytearray) -> None:
    if buffer:
        with suppress(BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
            del buffer[: target.send(buffer)]
