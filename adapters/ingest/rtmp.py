"""RTMP messages: reading them from chunks, and writing them (Adobe's RTMP 1.0, §5.3 and §7; AMF 0).

Both sides need no more than this: the gate, which answers an encoder up to `publish`, and the receiver,
which reads the picture and the sound or asks another server for them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

SET_CHUNK_SIZE, ABORT, ACKNOWLEDGEMENT, USER_CONTROL = 1, 2, 3, 4
WINDOW_SIZE, PEER_BANDWIDTH, AUDIO, VIDEO, COMMAND = 5, 6, 8, 9, 20
CHUNK_SIZE = 60_000
"""The size of the chunks that we write: every command fits into one."""
HANDSHAKE = 1 + 1536
"""C0 and C1: with these a client begins."""
REPLY = 1536
"""C2, and S2: each side sends back what it got."""
_FIRST_CHUNK_SIZE = 128
_LATER = 0xFFFFFF
_HEADER_SIZES = (11, 7, 3, 0)
_CLOCK = 1 << 32


class NotRtmp(Exception):
    """The bytes are no RTMP, or ask for more memory than anybody needs."""


@dataclass(frozen=True, slots=True)
class Message:
    """A whole message; `timestamp` in milliseconds, which wraps after 49.7 days."""

    kind: int
    timestamp: int
    stream: int
    body: bytes


@dataclass(slots=True)
class _ChunkStream:
    """What the next chunk of a chunk stream may leave out."""

    kind: int = 0
    size: int = 0
    stream: int = 0
    timestamp: int = 0
    delta: int = 0
    extended: bool = False
    body: bytearray = field(default_factory=bytearray)


class ChunkReader:
    """Puts messages together. `longest` is the size in bytes that no message may exceed."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._data = bytearray()
        self._chunk_size = _FIRST_CHUNK_SIZE
        self._streams: dict[int, _ChunkStream] = {}

    def feed(self, data: bytes) -> Iterator[Message]:
        """Give out the messages that are whole now; `NotRtmp` where one is too long or begins in another."""
        self._data += data
        at = 0
        try:
            while (found := self._chunk(at)) is not None:
                at, message = found
                if message is not None:
                    self._obey(message)
                    yield message
        finally:
            del self._data[:at]

    def _obey(self, message: Message) -> None:
        number = int.from_bytes(message.body[:4], "big")
        if message.kind == SET_CHUNK_SIZE and len(message.body) >= 4:
            self._chunk_size = max(1, number & 0x7FFFFFFF)
        elif message.kind == ABORT and number in self._streams:
            self._streams[number].body.clear()

    def _chunk(self, at: int) -> tuple[int, Message | None] | None:
        """Read the chunk at a place: where the next one begins, and the message that this one completed."""
        data = self._data
        if at >= len(data):
            return None
        form, number = data[at] >> 6, data[at] & 63
        extra = {0: 1, 1: 2}.get(number, 0)
        header = at + 1 + extra
        begin = header + _HEADER_SIZES[form]
        if len(data) < begin:
            return None
        if extra:
            number = 64 + int.from_bytes(data[at + 1 : header], "little")
        stream = self._streams.get(number) or _ChunkStream()
        head = _read_header(stream, form, data, header, begin)
        if head.extended and len(data) < begin + 4:
            return None
        begin += _read_long_timestamp(head, form, data, begin)
        if head.size > self._longest or (form < 3 and stream.body):
            raise NotRtmp
        end = begin + min(self._chunk_size, head.size - len(stream.body))
        if len(data) < end:
            return None
        self._streams[number] = stream
        is_first = not stream.body
        stream.kind, stream.size, stream.stream = head.kind, head.size, head.stream
        stream.delta, stream.extended = head.delta, head.extended
        if is_first:
            whole = form == 0
            stream.timestamp = (head.delta if whole else stream.timestamp + head.delta) % _CLOCK
        stream.body += data[begin:end]
        if len(stream.body) < stream.size:
            return end, None
        message = Message(stream.kind, stream.timestamp, stream.stream, bytes(stream.body))
        stream.body.clear()
        return end, message


@dataclass(slots=True)
class _Head:
    """What a chunk's header says, or leaves as it was."""

    kind: int
    size: int
    stream: int
    delta: int
    extended: bool


def _read_header(stream: _ChunkStream, form: int, data: bytearray, at: int, end: int) -> _Head:
    head = _Head(stream.kind, stream.size, stream.stream, stream.delta, stream.extended)
    if form < 3:
        head.delta = int.from_bytes(data[at : at + 3], "big")
        head.extended = head.delta == _LATER
    if form < 2:
        head.size, head.kind = int.from_bytes(data[at + 3 : at + 6], "big"), data[at + 6]
    if form == 0:
        head.stream = int.from_bytes(data[at + 7 : end], "little")
    return head


def _read_long_timestamp(head: _Head, form: int, data: bytearray, at: int) -> int:
    """Take up a timestamp of 32 bits; the bytes that it takes. Some encoders do not repeat it."""
    if not head.extended:
        return 0
    value = int.from_bytes(data[at : at + 4], "big")
    if form == 3 and value != head.delta:
        return 0
    head.delta = value
    return 4


def write_message(kind: int, body: bytes, *, stream: int = 0, channel: int = 3, timestamp: int = 0) -> bytes:
    """Return a message in chunks; one longer than 128 bytes may only follow `write_chunk_size`.

    `timestamp` is in milliseconds, modulo 2^32. One that does not fit into 24 bits is repeated in each chunk
    (5.3.1.3).
    """
    extended = timestamp.to_bytes(4, "big") if timestamp >= _LATER else b""
    header = bytes([channel]) + min(timestamp, _LATER).to_bytes(3, "big") + len(body).to_bytes(3, "big")
    header += bytes([kind]) + stream.to_bytes(4, "little") + extended
    parts = [body[at : at + CHUNK_SIZE] for at in range(0, len(body), CHUNK_SIZE)] or [b""]
    return header + (bytes([0xC0 | channel]) + extended).join(parts)


def write_chunk_size() -> bytes:
    """Tell the other side that our chunks are as long as `CHUNK_SIZE` from here on."""
    return write_message(SET_CHUNK_SIZE, CHUNK_SIZE.to_bytes(4, "big"), channel=2)


Value = None | bool | float | str | dict[str, "Value"]


def write_amf(*values: Value) -> bytes:
    """Values in AMF 0."""
    return b"".join(_write_value(value) for value in values)


def read_amf(data: bytes, limit: int = 8) -> list[Value]:
    """The first values of a command, as far as they are numbers, booleans, strings, nulls and objects."""
    found: list[Value] = []
    at = 0
    while at < len(data) and len(found) < limit:
        try:
            value, at = _read_value(data, at)
        except (IndexError, ValueError, struct.error):
            break
        found.append(value)
    return found


def _write_value(value: Value) -> bytes:
    if value is None:
        return b"\x05"
    if isinstance(value, bool):
        return bytes([1, value])
    if isinstance(value, str):
        return b"\x02" + _write_text(value)
    if isinstance(value, dict):
        pairs = (_write_text(key) + _write_value(one) for key, one in value.items())
        return b"\x03" + b"".join(pairs) + b"\0\0\x09"
    return b"\0" + struct.pack(">d", value)


def _write_text(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def _read_value(data: bytes, at: int) -> tuple[Value, int]:
    kind, at = data[at], at + 1
    if kind == 0:
        return float(struct.unpack_from(">d", data, at)[0]), at + 8
    if kind == 1:
        return bool(data[at]), at + 1
    if kind == 2:
        return _read_text(data, at)
    if kind in (3, 8):
        return _read_object(data, at + (4 if kind == 8 else 0))
    if kind in (5, 6):
        return None, at
    raise ValueError(kind)


def _read_text(data: bytes, at: int) -> tuple[str, int]:
    end = at + 2 + int.from_bytes(data[at : at + 2], "big")
    if end > len(data):
        raise ValueError
    return data[at + 2 : end].decode(errors="replace"), end


def _read_object(data: bytes, at: int) -> tuple[dict[str, Value], int]:
    found: dict[str, Value] = {}
    while True:
        key, at = _read_text(data, at)
        if not key and data[at] == 9:
            return found, at + 1
        found[key], at = _read_value(data, at)
