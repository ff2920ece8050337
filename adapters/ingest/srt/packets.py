"""SRT packets: reading and writing them (draft-sharabayko-srt-01, section 3)."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from ipaddress import ip_address

SEQUENCE_MODULUS = 1 << 31
MESSAGE_MODULUS = 1 << 26
HEADER_SIZE = 16
INDUCTION_MAGIC = 0x4A17
"""The extension field of a listener that speaks version 5 (4.3.1.1)."""
VERSION = 0x010500
OPTIONS = 0x3F
"""Our side of the extension (3.2.1.1): TSBPD, encryption, late packets are dropped, NAK reports, and the
retransmission flag.
"""
_WHOLE_MESSAGE = 3 << 30
_CONTROL_FLAG = 1 << 31
_HEADER = struct.Struct(">IIII")
_HANDSHAKE = struct.Struct(">IHHIIIIII16s")
_EXTENSION = struct.Struct(">HH")
_TIMESTAMP_MODULUS = 1 << 32


class ControlType(IntEnum):
    """Types of control packets (3.2)."""

    HANDSHAKE = 0
    KEEP_ALIVE = 1
    ACK = 2
    NAK = 3
    SHUTDOWN = 5
    ACKACK = 6
    DROP_REQUEST = 7
    USER = 0x7FFF


class ExtensionType(IntEnum):
    """Types of handshake extensions (3.2.1). The key material types are also subtypes of `USER` packets."""

    HANDSHAKE_REQUEST = 1
    HANDSHAKE_RESPONSE = 2
    KEY_MATERIAL_REQUEST = 3
    KEY_MATERIAL_RESPONSE = 4
    STREAM_ID = 5


class HandshakeType(IntEnum):
    """Types of handshakes (3.2.1). Larger numbers are rejections."""

    INDUCTION = 1
    CONCLUSION = 0xFFFFFFFF


class Rejection(IntEnum):
    """Reasons for a rejection, in the place of the handshake type (`srt.h` and `access_control.h` of
    libsrt).
    """

    PEER = 1002
    BAD_SECRET = 1010
    UNENCRYPTED = 1011
    BAD_REQUEST = 2400
    UNAUTHORIZED = 2401
    BAD_MODE = 2405
    CONFLICT = 2409


@dataclass(frozen=True, slots=True)
class DataPacket:
    """A data packet. `key_flag` is 0 without encryption, 1 for the even and 2 for the odd key."""

    sequence_number: int
    key_flag: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class ControlPacket:
    """A control packet. `information` is the field that depends on the type."""

    kind: int
    subtype: int
    information: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Handshake:
    """The body of a handshake packet (3.2.1). `kind` is a `HandshakeType` or a `Rejection`."""

    kind: int
    socket_id: int
    cookie: int = 0
    version: int = 5
    encryption: int = 0
    extension_flags: int = 0
    initial_sequence_number: int = 0
    mtu: int = 1500
    flow_window: int = 8192
    peer_address: bytes = bytes(16)
    extensions: Sequence[tuple[int, bytes]] = field(default_factory=tuple)

    def find_extension(self, kind: ExtensionType) -> bytes | None:
        """Return the content of an extension, or None."""
        return next((content for number, content in self.extensions if number == kind), None)


def read_socket_id(datagram: bytes) -> int:
    """Return the socket that a packet is for, 0 for a new connection."""
    return int.from_bytes(datagram[12:16], "big")


def read_packet(datagram: bytes) -> DataPacket | ControlPacket:
    """Return the packet of a datagram of at least `HEADER_SIZE` bytes."""
    first, second, _, _ = _HEADER.unpack_from(datagram)
    if first & _CONTROL_FLAG:
        return ControlPacket((first >> 16) & 0x7FFF, first & 0xFFFF, second, datagram[HEADER_SIZE:])
    return DataPacket(first, (second >> 27) & 3, datagram[HEADER_SIZE:])


def write_control(
    kind: ControlType,
    socket_id: int,
    body: bytes = b"",
    *,
    timestamp: int,
    information: int = 0,
    subtype: int = 0,
) -> bytes:
    """Return a control packet for a peer's socket. `timestamp` is in microseconds."""
    first = _CONTROL_FLAG | kind << 16 | subtype
    # libsrt drops control packets without a body
    return _HEADER.pack(first, information, timestamp % _TIMESTAMP_MODULUS, socket_id) + (body or bytes(4))


def write_data(
    packet: DataPacket, socket_id: int, *, timestamp: int, message_number: int, is_repeated: bool = False
) -> bytes:
    """Return a data packet that is a whole message (3.1). `timestamp` is in microseconds."""
    flags = _WHOLE_MESSAGE | packet.key_flag << 27 | is_repeated << 26
    second = flags | message_number % MESSAGE_MODULUS
    header = _HEADER.pack(packet.sequence_number, second, timestamp % _TIMESTAMP_MODULUS, socket_id)
    return header + packet.payload


def read_handshake(body: bytes) -> Handshake | None:
    """Return the handshake of a packet's body, or None if it is not complete."""
    if len(body) < _HANDSHAKE.size:
        return None
    version, encryption, flags, sequence_number, mtu, window, kind, socket_id, cookie, address = (
        _HANDSHAKE.unpack_from(body)
    )
    extensions = tuple(_read_extensions(body[_HANDSHAKE.size :])) if version >= 5 else ()
    return Handshake(
        *(kind, socket_id, cookie, version, encryption, flags, sequence_number, mtu, window, address),
        extensions,
    )


def write_handshake(handshake: Handshake) -> bytes:
    """Return the body of a handshake packet."""
    body = _HANDSHAKE.pack(
        handshake.version,
        handshake.encryption,
        handshake.extension_flags,
        handshake.initial_sequence_number,
        handshake.mtu,
        handshake.flow_window,
        handshake.kind,
        handshake.socket_id,
        handshake.cookie,
        handshake.peer_address,
    )
    for kind, content in handshake.extensions:
        body += _EXTENSION.pack(kind, len(content) // 4) + content
    return body


def _read_extensions(data: bytes) -> Iterator[tuple[int, bytes]]:
    offset = 0
    while offset + _EXTENSION.size <= len(data):
        kind, words = _EXTENSION.unpack_from(data, offset)
        offset += _EXTENSION.size
        if offset + words * 4 > len(data):
            return
        yield kind, data[offset : offset + words * 4]
        offset += words * 4


def read_stream_id(content: bytes) -> str:
    """Return the text of a stream ID extension, whose bytes are reversed in each word (3.2.1.3)."""
    words = (content[offset : offset + 4][::-1] for offset in range(0, len(content), 4))
    return b"".join(words).rstrip(b"\0").decode(errors="replace")


def write_stream_id(stream_id: str) -> bytes:
    """Return the content of a stream ID extension."""
    content = stream_id.encode()
    content += bytes(-len(content) % 4)
    return b"".join(content[offset : offset + 4][::-1] for offset in range(0, len(content), 4))


def read_loss_list(body: bytes) -> Iterator[tuple[int, int]]:
    """Yield the first and last sequence number of each range in the body of a NAK (appendix A)."""
    words = [int.from_bytes(body[offset : offset + 4], "big") for offset in range(0, len(body) - 3, 4)]
    numbers = iter(words)
    for number in numbers:
        first = number % SEQUENCE_MODULUS
        yield first, next(numbers, first) % SEQUENCE_MODULUS if number & _CONTROL_FLAG else first


def write_loss_list(ranges: Sequence[tuple[int, int]]) -> bytes:
    """Return the body of a NAK for the first and last sequence number of each range (appendix A)."""
    body = b""
    for first, last in ranges:
        if first == last:
            body += first.to_bytes(4, "big")
        else:
            body += (first | _CONTROL_FLAG).to_bytes(4, "big") + last.to_bytes(4, "big")
    return body


def encode_address(host: str) -> bytes:
    """Return an IP address as handshakes contain it: little-endian, IPv4 in the first four bytes."""
    return ip_address(host).packed[::-1].ljust(16, b"\0")


def read_delays(content: bytes) -> tuple[float, float]:
    """Return a peer's receive delay and send delay in seconds from its handshake extension (3.2.1.1)."""
    receive_delay, send_delay = (int.from_bytes(content[offset : offset + 2], "big") for offset in (8, 10))
    return receive_delay / 1000, send_delay / 1000


def write_delays(receive_delay: float, send_delay: float) -> bytes:
    """Return the content of a handshake extension (3.2.1.1), with both delays in seconds."""
    delays = (round(delay * 1000).to_bytes(2, "big") for delay in (receive_delay, send_delay))
    return VERSION.to_bytes(4, "big") + OPTIONS.to_bytes(4, "big") + b"".join(delays)


def distance(later: int, earlier: int) -> int:
    """Return how many packets `later` comes after `earlier`, negative if it comes before."""
    difference = (later - earlier) % SEQUENCE_MODULUS
    return difference if difference < SEQUENCE_MODULUS // 2 else difference - SEQUENCE_MODULUS
