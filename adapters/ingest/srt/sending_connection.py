"""The sending side of an SRT connection after its handshake: data packets, repeated ones, and answers to
acknowledgements (draft-sharabayko-srt-01, section 4).
"""

from __future__ import annotations

import socket
import time
from collections.abc import Sequence
from contextlib import suppress

from adapters.ingest.socket_polling import wait_for_sockets
from adapters.ingest.srt.connection import is_packet
from adapters.ingest.srt.encryption import EVEN_KEY, StreamEncryption
from adapters.ingest.srt.packets import (
    ControlPacket,
    ControlType,
    Handshake,
    read_loss_list,
    read_packet,
    read_socket_id,
    write_control,
    write_data,
)
from adapters.ingest.srt.send_buffer import SendBuffer, SentPacket

PAYLOAD_SIZE = 1316
"""Seven packets of a transport stream, the most that a live packet may have."""
PEER_IDLE_SECONDS = 5.0
"""Seconds without a packet after which the connection is broken. Receivers send one each second."""
_KEEP_ALIVE_SECONDS = 1.0
_MIN_LIFETIME_SECONDS, _LIFETIME_FACTOR = 1.0, 1.25
_MIN_REPEAT_SECONDS = 0.3
_MAX_REPEATED = 64
_PACKET_SECONDS = 0.0001
_MAX_BURST_SECONDS = 0.002
"""Packets are sent at most 10,000 a second, 20 at once: larger bursts do not fit into buffers on the line."""
_DATAGRAM_SIZE = 2048
_DATAGRAMS_PER_TICK = 200
_INITIAL_ROUND_TRIP = 0.1


class ClosedError(Exception):
    """The receiver has ended the connection."""


class SendingConnection:
    """A connection that sends a transport stream. It works only while a method is called: call `wait` often.

    `request` and `response` are the handshakes. `encryption` is None for a connection without.
    """

    def __init__(
        self,
        connection: socket.socket,
        request: Handshake,
        response: Handshake,
        encryption: StreamEncryption | None,
        latency: float,
        started_at: float,
    ) -> None:
        self._socket, self._id, self._peer_id = connection, request.socket_id, response.socket_id
        self._encryption = encryption
        lifetime = max(_MIN_LIFETIME_SECONDS, latency * _LIFETIME_FACTOR)
        self._buffer = SendBuffer(request.initial_sequence_number, lifetime)
        self._window = max(1, response.flow_window)
        self._started_at = started_at
        self.latency = latency
        """Seconds for which the receiver holds each packet back."""
        now = time.monotonic()
        self._last_packet_at = self._sent_at = self._progress_at = self._send_from = now
        self._round_trip, self._round_trip_variance = _INITIAL_ROUND_TRIP, _INITIAL_ROUND_TRIP / 2

    def send(self, payload: bytes) -> None:
        """Send a payload of at most `PAYLOAD_SIZE` bytes. Waits if the receiver has no room, or for the pace.

        Raises `ClosedError`, or `TimeoutError` if the receiver has gone.
        """
        now = time.monotonic()
        if self._send_from > now + _MAX_BURST_SECONDS:
            self.wait(self._send_from - now)
        while len(self._buffer) >= self._window:
            self.wait(_PACKET_SECONDS * 10)
        key_flag = 0
        if self._encryption is not None:
            payload = self._encryption.encrypt(payload, self._buffer.next_number)
            key_flag = EVEN_KEY
        if not len(self._buffer):
            self._progress_at = time.monotonic()
        self._send_packet(self._buffer.add(payload, key_flag, time.monotonic()))

    def wait(self, seconds: float) -> None:
        """Wait, and answer the receiver meanwhile. Raises `ClosedError` or `TimeoutError`."""
        deadline = time.monotonic() + seconds
        while True:
            remaining = max(0.0, deadline - time.monotonic())
            wait_for_sockets([self._socket], seconds=min(remaining, _MIN_REPEAT_SECONDS))
            self._receive()
            self._tick(time.monotonic())
            if time.monotonic() >= deadline:
                return

    def close(self) -> None:
        """End the connection. The receiver then throws away what it holds back."""
        with suppress(ClosedError):
            self._send_control(ControlType.SHUTDOWN)
        self._socket.close()

    def _receive(self) -> None:
        for _ in range(_DATAGRAMS_PER_TICK):
            try:
                datagram = self._socket.recv(_DATAGRAM_SIZE)
            except BlockingIOError:
                return
            except OSError:
                raise ClosedError from None
            if not is_packet(datagram) or read_socket_id(datagram) != self._id:
                continue
            self._last_packet_at = time.monotonic()
            packet = read_packet(datagram)
            if isinstance(packet, ControlPacket):
                self._handle(packet)

    def _handle(self, packet: ControlPacket) -> None:
        if packet.kind == ControlType.SHUTDOWN:
            raise ClosedError
        if packet.kind == ControlType.ACK and len(packet.body) >= 4:
            self._acknowledge(packet)
        elif packet.kind == ControlType.NAK:
            for first, last in read_loss_list(packet.body):
                self._repeat(self._buffer.find(first, last))
                given_up = self._buffer.find_given_up(first, last)
                if given_up is not None:
                    body = b"".join(number.to_bytes(4, "big") for number in given_up)
                    self._send_control(ControlType.DROP_REQUEST, body)

    def _acknowledge(self, packet: ControlPacket) -> None:
        """Process an acknowledgement, and confirm it unless it is a light one (3.2.4)."""
        fields = [int.from_bytes(packet.body[at : at + 4], "big") for at in range(0, len(packet.body) - 3, 4)]
        if self._buffer.acknowledge(fields[0]):
            self._progress_at = time.monotonic()
        if len(fields) >= 4:
            self._round_trip, self._round_trip_variance = fields[1] / 1e6, fields[2] / 1e6
            self._window = max(1, fields[3])
        if packet.information:
            self._send_control(ControlType.ACKACK, information=packet.information)

    def _tick(self, now: float) -> None:
        """Do what is due now."""
        if now - self._last_packet_at > PEER_IDLE_SECONDS:
            raise TimeoutError
        self._buffer.drop_late(now)
        repeat_after = max(_MIN_REPEAT_SECONDS, self._round_trip + 4 * self._round_trip_variance)
        if len(self._buffer) and now - self._progress_at > repeat_after:
            self._progress_at = now
            self._repeat(self._buffer.find_unconfirmed(_MAX_REPEATED))
        if now - self._sent_at > _KEEP_ALIVE_SECONDS:
            self._send_control(ControlType.KEEP_ALIVE)

    def _repeat(self, packets: Sequence[SentPacket]) -> None:
        """Send packets again, except those that were repeated a moment ago."""
        now = time.monotonic()
        for packet in packets:
            if packet.repeated_at is None or now - packet.repeated_at > self._round_trip:
                packet.repeated_at = now
                self._send_packet(packet, is_repeated=True)

    def _send_packet(self, sent: SentPacket, *, is_repeated: bool = False) -> None:
        self._send_from = max(self._send_from, time.monotonic()) + _PACKET_SECONDS
        self._send_datagram(
            write_data(
                sent.packet,
                self._peer_id,
                timestamp=round((sent.sent_at - self._started_at) * 1e6),
                message_number=sent.message_number,
                is_repeated=is_repeated,
            )
        )

    def _send_control(self, kind: ControlType, body: bytes = b"", *, information: int = 0) -> None:
        timestamp = round((time.monotonic() - self._started_at) * 1e6)
        self._send_datagram(
            write_control(kind, self._peer_id, body, timestamp=timestamp, information=information)
        )

    def _send_datagram(self, datagram: bytes) -> None:
        self._sent_at = time.monotonic()
        try:
            self._socket.send(datagram)
        except ConnectionRefusedError:
            raise ClosedError from None
        except OSError:
            return  # a full buffer of this machine: the receiver requests the packet again
