"""An encoder's SRT connection after its handshake: acknowledgements, requests for lost packets, and the
transport stream (draft-sharabayko-srt-01, section 4).
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from contextlib import suppress

from adapters.ingest.srt.encryption import StreamDecryption, WrongPassphraseError
from adapters.ingest.srt.packets import (
    HEADER_SIZE,
    ControlPacket,
    ControlType,
    DataPacket,
    ExtensionType,
    Handshake,
    read_packet,
    write_control,
    write_handshake,
    write_loss_list,
)
from adapters.ingest.srt.receive_buffer import ReceiveBuffer

_PEER_IDLE_SECONDS = 5.0
"""Seconds without a packet after which the connection is broken. Encoders send one each second."""
_HANDSHAKE_IDLE_SECONDS = 1.5
"""Seconds after which an encoder that was not answered has given up. It repeats its handshake until then."""
_KEEP_ALIVE_SECONDS = 1.0
_ACK_REPEAT_SECONDS = 0.3
_MIN_NAK_INTERVAL = 0.02
_MAX_LOSS_RANGES = 150
_MAX_UNREAD_BYTES = 32 << 20
_MAX_OPEN_ACKS = 64
_INITIAL_ROUND_TRIP = 0.1
_PAYLOAD_SIZE = 1316


class SrtConnection:
    """One encoder. The transport stream comes out of `local`, a socket for the proxy.

    `handshake` is the encoder's, and `response` the answer that accepts it. All methods except `accept` and
    `refuse` are called by the listener's thread.
    """

    def __init__(
        self,
        handshake: Handshake,
        response: Handshake,
        decryption: StreamDecryption,
        latency: float,
        send: Callable[[bytes], None],
    ) -> None:
        self.local, self._remote = socket.socketpair()
        self._remote.setblocking(False)
        self._peer_id, self._response, self._decryption = handshake.socket_id, response, decryption
        self._buffer = ReceiveBuffer(handshake.initial_sequence_number, latency)
        self._send_datagram = send
        self._unread = bytearray()
        self._started_at = self._last_packet_at = self._sent_at = time.monotonic()
        self._ack_number = 0
        self._acked_until = handshake.initial_sequence_number
        self._ack_times: dict[int, float] = {}
        self._nak_at = self._acked_at = 0.0
        self._round_trip, self._round_trip_variance = _INITIAL_ROUND_TRIP, _INITIAL_ROUND_TRIP / 2
        self._is_accepted = False
        self.is_closed = False

    def accept(self) -> None:
        """Answer the handshake. The encoder then begins to send."""
        if not self._is_accepted:
            self._is_accepted = True
            self._send_response()

    def refuse(self, reason: int) -> None:
        """Reject the handshake, or end the connection if it was accepted."""
        if self._is_accepted:
            self._send(ControlType.SHUTDOWN)
        else:
            self._send(ControlType.HANDSHAKE, write_handshake(Handshake(reason, 0)))
        self._is_accepted = True
        self.is_closed = True

    def repeat_response(self) -> None:
        """Answer a repeated handshake, whose first answer was lost."""
        self._last_packet_at = time.monotonic()
        if self._is_accepted and not self.is_closed:
            self._send_response()

    def receive(self, datagram: bytes, now: float) -> None:
        """Process a packet from the encoder."""
        self._last_packet_at = now
        packet = read_packet(datagram)
        if isinstance(packet, DataPacket):
            self._receive_data(packet, now)
        else:
            self._receive_control(packet, now)

    def tick(self, now: float) -> None:
        """Do what is due now. Called about every 10 ms."""
        limit = _PEER_IDLE_SECONDS if self._is_accepted else _HANDSHAKE_IDLE_SECONDS
        if now - self._last_packet_at > limit or self._has_proxy_left():
            self.close()
            return
        self._deliver(now)
        if not self._is_accepted:
            return
        self._acknowledge(now)
        interval = max(_MIN_NAK_INTERVAL, (self._round_trip + 4 * self._round_trip_variance) / 2)
        if now - self._nak_at > interval and (missing := self._buffer.missing_ranges()):
            self._request(missing, now)
        if now - self._sent_at > _KEEP_ALIVE_SECONDS:
            self._send(ControlType.KEEP_ALIVE)

    def close(self) -> None:
        """End the connection, after passing on what has arrived."""
        if not self.is_closed and self._is_accepted:
            self._send(ControlType.SHUTDOWN)
        self.is_closed = True

    def dispose(self) -> None:
        """Close the socket to the proxy. Bytes that it has not read are passed on before that."""
        with suppress(OSError):
            self._remote.settimeout(_PEER_IDLE_SECONDS)
            for payload in self._buffer.pop_ready(float("inf")):
                self._unread += payload
            self._remote.sendall(self._unread)
        self._remote.close()

    def _receive_data(self, packet: DataPacket, now: float) -> None:
        payload = self._decryption.decrypt(packet.payload, packet.key_flag, packet.sequence_number)
        if payload is None:
            return
        missing = self._buffer.add(packet.sequence_number, payload, now)
        if missing:
            self._request(missing, now)
        elif packet.sequence_number == self._buffer.next_number:
            self._deliver(now)

    def _receive_control(self, packet: ControlPacket, now: float) -> None:
        if packet.kind == ControlType.SHUTDOWN:
            self.is_closed = True
        elif packet.kind == ControlType.ACKACK:
            self._measure_round_trip(packet.information, now)
        elif packet.kind == ControlType.DROP_REQUEST and len(packet.body) >= 8:
            first, last = (int.from_bytes(packet.body[offset : offset + 4], "big") for offset in (0, 4))
            self._buffer.drop(first, last, now)
        elif packet.kind == ControlType.USER and packet.subtype == ExtensionType.KEY_MATERIAL_REQUEST:
            with suppress(WrongPassphraseError):
                self._decryption.load(packet.body)
                self._send(ControlType.USER, packet.body, subtype=ExtensionType.KEY_MATERIAL_RESPONSE.value)

    def _deliver(self, now: float) -> None:
        for payload in self._buffer.pop_ready(now):
            self._unread += payload
        if self._unread:
            try:
                del self._unread[: self._remote.send(self._unread)]
            except BlockingIOError:
                pass
            except OSError:
                self.close()
        if len(self._unread) > _MAX_UNREAD_BYTES:
            self.close()

    def _has_proxy_left(self) -> bool:
        try:
            return not self._remote.recv(1)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _acknowledge(self, now: float) -> None:
        """Send a full acknowledgement if packets arrived, or if the last one was not confirmed (3.2.4)."""
        is_unconfirmed = self._ack_number in self._ack_times and now - self._acked_at > _ACK_REPEAT_SECONDS
        if self._buffer.next_number == self._acked_until and not is_unconfirmed:
            return
        self._acked_until, self._acked_at = self._buffer.next_number, now
        self._ack_number += 1
        self._ack_times[self._ack_number] = now
        self._ack_times.pop(self._ack_number - _MAX_OPEN_ACKS, None)
        fields = (
            self._acked_until,
            round(self._round_trip * 1e6),
            round(self._round_trip_variance * 1e6),
            max(2, self._buffer.free_packets - len(self._unread) // _PAYLOAD_SIZE),
            *(0, 0, 0),
        )
        body = b"".join(field.to_bytes(4, "big") for field in fields)
        self._send(ControlType.ACK, body, information=self._ack_number)

    def _measure_round_trip(self, ack_number: int, now: float) -> None:
        sent_at = self._ack_times.get(ack_number)
        if sent_at is None:
            return
        self._ack_times = {number: at for number, at in self._ack_times.items() if number > ack_number}
        sample = now - sent_at
        self._round_trip_variance += (abs(sample - self._round_trip) - self._round_trip_variance) / 4
        self._round_trip += (sample - self._round_trip) / 8

    def _request(self, missing: list[tuple[int, int]], now: float) -> None:
        self._nak_at = now
        self._send(ControlType.NAK, write_loss_list(missing[:_MAX_LOSS_RANGES]))

    def _send_response(self) -> None:
        self._send(ControlType.HANDSHAKE, write_handshake(self._response))

    def _send(self, kind: ControlType, body: bytes = b"", *, information: int = 0, subtype: int = 0) -> None:
        now = time.monotonic()
        self._sent_at = now
        timestamp = round((now - self._started_at) * 1e6)
        with suppress(OSError):
            self._send_datagram(
                write_control(
                    kind, self._peer_id, body, timestamp=timestamp, information=information, subtype=subtype
                )
            )


def is_packet(datagram: bytes) -> bool:
    """Return whether a datagram is long enough for a packet."""
    return len(datagram) >= HEADER_SIZE
