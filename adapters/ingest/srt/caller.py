"""Calls an SRT listener (draft-sharabayko-srt-01, 4.3.1). The passphrase stays in this process."""

from __future__ import annotations

import secrets
import socket
import time
from dataclasses import replace

from adapters.ingest.socket_polling import wait_for_sockets
from adapters.ingest.srt.connection import is_packet
from adapters.ingest.srt.encryption import KEY_SIZES, StreamEncryption
from adapters.ingest.srt.packets import (
    INDUCTION_MAGIC,
    SEQUENCE_MODULUS,
    ControlPacket,
    ControlType,
    ExtensionType,
    Handshake,
    HandshakeType,
    Rejection,
    encode_address,
    read_delays,
    read_handshake,
    read_packet,
    read_socket_id,
    write_control,
    write_delays,
    write_handshake,
    write_stream_id,
)
from adapters.ingest.srt.sending_connection import SendingConnection

LATENCY_SECONDS = 2.0
"""How long a lost packet may take to arrive. Receivers may ask for more."""
_REPEAT_SECONDS = 0.25
_DATAGRAM_SIZE = 2048
_OLD_VERSION, _DATAGRAM_SOCKET = 4, 2
_HANDSHAKE_FLAG, _KEY_FLAG, _STREAM_ID_FLAG = 1, 2, 4
_FIRST_REJECTION = 1000
_KEY_STATE_SIZE = 4
_DEFAULT_KEY_SIZE = KEY_SIZES[-1]


class RejectedError(Exception):
    """The listener rejected the call. `reason` is a `Rejection`, or another number."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class NotSrtError(Exception):
    """The listener does not speak version 5 of the handshake."""


def call(connection: socket.socket, stream_id: str, passphrase: str, timeout: float) -> SendingConnection:
    """Make a call over a connected UDP socket. An empty passphrase means no encryption.

    The key has the length that the listener asks for, or 256 bits. Raises `RejectedError`, `NotSrtError`,
    `TimeoutError`, or `OSError` if the host refuses packets.
    """
    started_at = time.monotonic()
    connection.setblocking(False)
    call = _Call(connection, started_at, started_at + timeout)
    induction = Handshake(
        HandshakeType.INDUCTION,
        secrets.randbelow((1 << 30) - 1) + 1,
        version=_OLD_VERSION,
        extension_flags=_DATAGRAM_SOCKET,
        initial_sequence_number=secrets.randbelow(SEQUENCE_MODULUS),
        peer_address=encode_address(connection.getpeername()[0]),
    )
    answer = call.exchange(induction, HandshakeType.INDUCTION)
    if answer.version < 5 or answer.extension_flags != INDUCTION_MAGIC:
        raise NotSrtError
    requested_size = answer.encryption * 8
    key_size = requested_size if requested_size in KEY_SIZES else _DEFAULT_KEY_SIZE
    encryption = StreamEncryption(passphrase, key_size) if passphrase else None
    conclusion = _create_conclusion(induction, answer.cookie, stream_id, encryption)
    answer = call.exchange(conclusion, HandshakeType.CONCLUSION)
    response = answer.find_extension(ExtensionType.HANDSHAKE_RESPONSE)
    if response is None or len(response) < len(write_delays(0, 0)):
        raise NotSrtError
    key_response = answer.find_extension(ExtensionType.KEY_MATERIAL_RESPONSE)
    if encryption is not None and (key_response is None or len(key_response) == _KEY_STATE_SIZE):
        raise RejectedError(Rejection.BAD_SECRET)
    latency, _ = read_delays(response)
    return SendingConnection(
        connection, induction, answer, encryption, max(latency, LATENCY_SECONDS), started_at
    )


def _create_conclusion(
    induction: Handshake, cookie: int, stream_id: str, encryption: StreamEncryption | None
) -> Handshake:
    """Return the second handshake of a call, with the cookie of the listener."""
    extensions = [(ExtensionType.HANDSHAKE_REQUEST, write_delays(LATENCY_SECONDS, LATENCY_SECONDS))]
    flags = _HANDSHAKE_FLAG
    if encryption is not None:
        extensions.append((ExtensionType.KEY_MATERIAL_REQUEST, encryption.message))
        flags |= _KEY_FLAG
    if stream_id:
        extensions.append((ExtensionType.STREAM_ID, write_stream_id(stream_id)))
        flags |= _STREAM_ID_FLAG
    return replace(
        induction,
        kind=HandshakeType.CONCLUSION,
        version=5,
        cookie=cookie,
        encryption=encryption.key_size // 8 if encryption else 0,
        extension_flags=flags,
        extensions=extensions,
    )


class _Call:
    """Sends handshakes, again and again until they are answered."""

    def __init__(self, connection: socket.socket, started_at: float, deadline: float) -> None:
        self._connection, self._started_at, self._deadline = connection, started_at, deadline

    def exchange(self, handshake: Handshake, kind: HandshakeType) -> Handshake:
        """Send a handshake, and return the answer of this kind.

        Raises `RejectedError`, or `TimeoutError` after the deadline.
        """
        body = write_handshake(handshake)
        while (now := time.monotonic()) < self._deadline:
            timestamp = round((now - self._started_at) * 1e6)
            self._connection.send(write_control(ControlType.HANDSHAKE, 0, body, timestamp=timestamp))
            repeat_at = min(now + _REPEAT_SECONDS, self._deadline)
            while wait_for_sockets([self._connection], seconds=max(0.0, repeat_at - time.monotonic())):
                answer = _read_answer(self._connection.recv(_DATAGRAM_SIZE), handshake.socket_id)
                if answer is None:
                    continue
                if answer.kind == kind:
                    return answer
                if answer.kind != HandshakeType.INDUCTION and answer.kind >= _FIRST_REJECTION:
                    raise RejectedError(answer.kind)
        raise TimeoutError


def _read_answer(datagram: bytes, socket_id: int) -> Handshake | None:
    """Return the handshake of a datagram for our socket."""
    if not is_packet(datagram) or read_socket_id(datagram) != socket_id:
        return None
    packet = read_packet(datagram)
    is_handshake = isinstance(packet, ControlPacket) and packet.kind == ControlType.HANDSHAKE
    return read_handshake(packet.body) if is_handshake and isinstance(packet, ControlPacket) else None
