"""RTMP messages: reading them from chunks, and writing them (Adobe's RTMP 1.0, §5.3 and §7; AMF 0).

Supports only what two users need. The proxy answers an encoder up to `publish`. The receiver reads video and
audio, or requests them from another server.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

SET_CHUNK_SIZE, ABORT, ACKNOWLEDGEMENT, USER_CONTROL = 1, 2, 3, 4
WINDOW_SIZE, PEER_BANDWIDTH, AUDIO, VIDEO, COMMAND = 5, 6, 8, 9, 20
_AMF3_COMMAND, _AGGREGATE = 17, 22
CHUNK_SIZE = 60_000
"""Size of the chunks that we write: every command fits into one."""
CLIENT_HELLO_SIZE = 1 + 1536
"""Size of C0 and C1, which a client sends first."""
HANDSHAKE_REPLY_SIZE = 1536
"""Size of C2 and of S2: each side echoes what it received."""
_DEFAULT_CHUNK_SIZE = 128
_EXTENDED_TIMESTAMP = 0xFFFFFF
_HEADER_SIZES = (11, 7, 3, 0)
_TIMESTAMP_MODULUS = 1 << 32
_MAX_CHUNK_STREAMS = 64
"""More than any program uses. Each may hold a message that is not complete."""
_MAX_AMF_DEPTH = 8
_AGGREGATED_HEADER_SIZE, _BACK_POINTER_SIZE = 11, 4


class InvalidRtmpError(Exception):
    """The bytes are not RTMP, or require too much memory."""


@dataclass(frozen=True, slots=True)
class Message:
    """A complete message. `timestamp` is in milliseconds and wraps after 49.7 days."""

    kind: int
    timestamp: int
    stream: int
    body: bytes


@dataclass(slots=True)
class _ChunkStream:
    """The state of a chunk stream, for fields that the next chunk may leave out."""

    kind: int = 0
    size: int = 0
    stream: int = 0
    timestamp: int = 0
    delta: int = 0
    extended: bool = False
    body: bytearray = field(default_factory=bytearray)


class ChunkReader:
    """Assembles messages from chunks. `max_message_bytes` is the maximum size of a message in bytes."""

    def __init__(self, max_message_bytes: int) -> None:
        self._max_message_bytes = max_message_bytes
        self._buffer = bytearray()
        self._chunk_size = _DEFAULT_CHUNK_SIZE
        self._chunk_streams: dict[int, _ChunkStream] = {}
        self._unfinished_bytes = 0

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages that are complete now.

        Raises `InvalidRtmpError` if a message, or all messages that have begun, are too long, if one starts
        inside another one, or if there are too many at a time.
        """
        self._buffer += data
        offset = 0
        try:
            while (result := self._read_chunk(offset)) is not None:
                offset, message = result
                if message is not None:
                    self._apply_control(message)
                    yield from _read_contained_messages(message)
        finally:
            del self._buffer[:offset]

    def _apply_control(self, message: Message) -> None:
        number = int.from_bytes(message.body[:4], "big")
        if message.kind == SET_CHUNK_SIZE and len(message.body) >= 4:
            self._chunk_size = max(1, number & 0x7FFFFFFF)
        elif message.kind == ABORT and number in self._chunk_streams:
            self._unfinished_bytes -= len(self._chunk_streams[number].body)
            self._chunk_streams[number].body.clear()

    def _read_chunk(self, offset: int) -> tuple[int, Message | None] | None:
        """Read the chunk at `offset`. Returns the offset of the next chunk, and the message completed by this
        one.
        """
        data = self._buffer
        if offset >= len(data):
            return None
        chunk_format, number = data[offset] >> 6, data[offset] & 63
        extra_bytes = {0: 1, 1: 2}.get(number, 0)
        header = offset + 1 + extra_bytes
        body_start = header + _HEADER_SIZES[chunk_format]
        if len(data) < body_start:
            return None
        if extra_bytes:
            number = 64 + int.from_bytes(data[offset + 1 : header], "little")
        if number not in self._chunk_streams and len(self._chunk_streams) >= _MAX_CHUNK_STREAMS:
            raise InvalidRtmpError
        stream = self._chunk_streams.get(number) or _ChunkStream()
        parsed = _read_header(stream, chunk_format, data, header, body_start)
        if parsed.extended and len(data) < body_start + 4:
            return None
        body_start += _read_extended_timestamp(parsed, chunk_format, data, body_start)
        if parsed.size > self._max_message_bytes or (chunk_format < 3 and stream.body):
            raise InvalidRtmpError
        end = body_start + min(self._chunk_size, parsed.size - len(stream.body))
        if len(data) < end:
            return None
        self._chunk_streams[number] = stream
        is_first = not stream.body
        stream.kind, stream.size, stream.stream = parsed.kind, parsed.size, parsed.stream
        stream.delta, stream.extended = parsed.delta, parsed.extended
        if is_first:
            is_absolute = chunk_format == 0
            stream.timestamp = (
                parsed.delta if is_absolute else stream.timestamp + parsed.delta
            ) % _TIMESTAMP_MODULUS
        stream.body += data[body_start:end]
        if len(stream.body) < stream.size:
            self._unfinished_bytes += end - body_start
            if self._unfinished_bytes > self._max_message_bytes:
                raise InvalidRtmpError
            return end, None
        self._unfinished_bytes -= len(stream.body) - (end - body_start)
        message = Message(stream.kind, stream.timestamp, stream.stream, bytes(stream.body))
        stream.body.clear()
        return end, message


def _read_contained_messages(message: Message) -> Iterator[Message]:
    """Yield a message as it is meant: a command in AMF 0, or the messages of an aggregate message (7.1.6)."""
    if message.kind == _AMF3_COMMAND:
        yield Message(COMMAND, message.timestamp, message.stream, message.body[1:])
    elif message.kind == _AGGREGATE:
        yield from _read_aggregate(message)
    else:
        yield message


def _read_aggregate(message: Message) -> Iterator[Message]:
    """Yield the messages, whose timestamps are counted from the first one on."""
    body, offset, base = message.body, 0, None
    while offset + _AGGREGATED_HEADER_SIZE <= len(body):
        size = int.from_bytes(body[offset + 1 : offset + 4], "big")
        timestamp = int.from_bytes(body[offset + 7 : offset + 8] + body[offset + 4 : offset + 7], "big")
        base = timestamp if base is None else base
        start = offset + _AGGREGATED_HEADER_SIZE
        if start + size > len(body):
            return
        if body[offset] in (AUDIO, VIDEO):
            moved = (message.timestamp + timestamp - base) % _TIMESTAMP_MODULUS
            yield Message(body[offset], moved, message.stream, body[start : start + size])
        offset = start + size + _BACK_POINTER_SIZE


@dataclass(slots=True)
class _ChunkHeader:
    """The fields of a chunk header, with omitted fields from the previous chunk."""

    kind: int
    size: int
    stream: int
    delta: int
    extended: bool


def _read_header(
    stream: _ChunkStream, chunk_format: int, data: bytearray, offset: int, end: int
) -> _ChunkHeader:
    parsed = _ChunkHeader(stream.kind, stream.size, stream.stream, stream.delta, stream.extended)
    if chunk_format < 3:
        parsed.delta = int.from_bytes(data[offset : offset + 3], "big")
        parsed.extended = parsed.delta == _EXTENDED_TIMESTAMP
    if chunk_format < 2:
        parsed.size, parsed.kind = int.from_bytes(data[offset + 3 : offset + 6], "big"), data[offset + 6]
    if chunk_format == 0:
        parsed.stream = int.from_bytes(data[offset + 7 : end], "little")
    return parsed


def _read_extended_timestamp(parsed: _ChunkHeader, chunk_format: int, data: bytearray, offset: int) -> int:
    """Read an extended timestamp of 32 bits and return its size in bytes. Some encoders do not repeat it."""
    if not parsed.extended:
        return 0
    value = int.from_bytes(data[offset : offset + 4], "big")
    if chunk_format == 3 and value != parsed.delta:
        return 0
    parsed.delta = value
    return 4


def write_message(
    kind: int, body: bytes, *, stream: int = 0, chunk_stream: int = 3, timestamp: int = 0
) -> bytes:
    """Return a message in chunks. A message longer than 128 bytes may only follow `write_chunk_size`.

    `timestamp` is in milliseconds, modulo 2^32. A timestamp of more than 24 bits is repeated in each chunk
    (5.3.1.3).
    """
    extended = timestamp.to_bytes(4, "big") if timestamp >= _EXTENDED_TIMESTAMP else b""
    header = (
        bytes([chunk_stream])
        + min(timestamp, _EXTENDED_TIMESTAMP).to_bytes(3, "big")
        + len(body).to_bytes(3, "big")
    )
    header += bytes([kind]) + stream.to_bytes(4, "little") + extended
    parts = [body[offset : offset + CHUNK_SIZE] for offset in range(0, len(body), CHUNK_SIZE)] or [b""]
    return header + (bytes([0xC0 | chunk_stream]) + extended).join(parts)


def write_chunk_size() -> bytes:
    """Return the message that sets our chunk size to `CHUNK_SIZE` from here on."""
    return write_message(SET_CHUNK_SIZE, CHUNK_SIZE.to_bytes(4, "big"), chunk_stream=2)


AmfValue = None | bool | float | str | dict[str, "AmfValue"]


def write_amf(*values: AmfValue) -> bytes:
    """Return the values in AMF 0."""
    return b"".join(_write_value(value) for value in values)


def read_amf(data: bytes, limit: int = 8) -> list[AmfValue]:
    """Return the first values of a command, up to one that cannot be read.

    Only numbers, booleans, strings, nulls, and objects of at most eight levels are read.
    """
    result: list[AmfValue] = []
    offset = 0
    while offset < len(data) and len(result) < limit:
        try:
            value, offset = _read_value(data, offset)
        except (IndexError, ValueError, struct.error):
            break
        result.append(value)
    return result


def _write_value(value: AmfValue) -> bytes:
    if value is None:
        return b"\x05"
    if isinstance(value, bool):
        return bytes([1, value])
    if isinstance(value, str):
        return b"\x02" + _write_string(value)
    if isinstance(value, dict):
        pairs = (_write_string(key) + _write_value(item) for key, item in value.items())
        return b"\x03" + b"".join(pairs) + b"\0\0\x09"
    return b"\0" + struct.pack(">d", value)


def _write_string(text: str) -> bytes:
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def _read_value(data: bytes, offset: int, depth: int = 0) -> tuple[AmfValue, int]:
    kind, offset = data[offset], offset + 1
    if kind == 0:
        return float(struct.unpack_from(">d", data, offset)[0]), offset + 8
    if kind == 1:
        return bool(data[offset]), offset + 1
    if kind == 2:
        return _read_string(data, offset)
    if kind in (3, 8) and depth < _MAX_AMF_DEPTH:
        return _read_object(data, offset + (4 if kind == 8 else 0), depth + 1)
    if kind in (5, 6):
        return None, offset
    raise ValueError(kind)


def _read_string(data: bytes, offset: int) -> tuple[str, int]:
    end = offset + 2 + int.from_bytes(data[offset : offset + 2], "big")
    if end > len(data):
        raise ValueError
    return data[offset + 2 : end].decode(errors="replace"), end


def _read_object(data: bytes, offset: int, depth: int) -> tuple[dict[str, AmfValue], int]:
    result: dict[str, AmfValue] = {}
    while True:
        key, offset = _read_string(data, offset)
        if not key and data[offset] == 9:
            return result, offset + 1
        result[key], offset = _read_value(data, offset, depth)
