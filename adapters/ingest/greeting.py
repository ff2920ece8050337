"""What an RTMP encoder says before its first picture: the handshake, and the commands up to `publish`.

Specification: Adobe's RTMP 1.0, §5.2 (handshake), §5.3 (chunks), §7.2 (commands, in AMF 0). Only what a
publisher sends is read, and only until the stream key is known.
"""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from touchline.catalog.ports.ingest import WRONG_KEY

HANDSHAKE = 1 + 1536
"""C0 and C1: with these a client begins."""
_VERSION = 3
_C2 = 1536
_SET_CHUNK_SIZE, _COMMAND = 1, 20
_CONTROL = range(1, 7)
_FIRST_CHUNK_SIZE = 128
_MOST_BYTES = 1 << 16
_HEADER_SIZES = {0: 11, 1: 7, 2: 3, 3: 0}
_LATER = 0xFFFFFF
_ASKS = frozenset({b"connect", b"releaseStream", b"FCPublish", b"createStream", b"_checkbw", b"deleteStream"})


class NotAdmitted(Exception):
    """This client may not send pictures; a sentence for the operator, empty where it is no encoder."""


@dataclass
class _Message:
    """A message in parts: its size, its type, and the bytes that have come."""

    size: int = 0
    type: int = 0
    extended: bool = False
    body: bytes = b""


class Greeting:
    """Reads along until the client publishes under the right key. Feed it everything that comes."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._rest = b""
        self._skip = HANDSHAKE + _C2
        self._began = False
        self._chunk_size = _FIRST_CHUNK_SIZE
        self._streams: dict[int, _Message] = {}
        self.admitted = False

    def feed(self, data: bytes) -> None:
        """Take more bytes; `NotAdmitted` at a wrong key, and at whatever no publisher sends here."""
        if not self._began and data:
            self._began = True
            if data[0] != _VERSION:
                raise NotAdmitted
        skipped = data[self._skip :]
        self._skip -= len(data) - len(skipped)
        self._rest += skipped
        for kind, body in self._messages():
            if kind == _SET_CHUNK_SIZE and len(body) >= 4:
                self._chunk_size = max(1, int.from_bytes(body[:4], "big") & 0x7FFFFFFF)
            elif kind == _COMMAND:
                self._command(body)
            elif kind not in _CONTROL:
                raise NotAdmitted
            if self.admitted:
                return

    def _command(self, body: bytes) -> None:
        name, rest = _string(body)
        if name in _ASKS:
            return
        if name != b"publish":
            raise NotAdmitted
        stream, _ = _string(rest[10:])  # after a number (9 bytes) and a null (1 byte)
        if not hmac.compare_digest(stream, self._key):
            raise NotAdmitted(WRONG_KEY)
        self.admitted = True

    def _messages(self) -> Iterator[tuple[int, bytes]]:
        """The messages that are whole, each with its type."""
        while (part := self._chunk()) is not None:
            message, self._rest = part
            if len(message.body) == message.size:
                body, message.body = message.body, b""
                yield message.type, body

    def _chunk(self) -> tuple[_Message, bytes] | None:
        """The message that the next chunk belongs to, the chunk added, and what comes behind it."""
        basic = _basic_header(self._rest)
        if basic is None:
            return None
        form, number, at = basic
        header = self._rest[at : at + _HEADER_SIZES[form]]
        at += _HEADER_SIZES[form]
        if len(self._rest) < at:
            return None
        message = self._streams.get(number) or _Message()
        size, kind, extended = message.size, message.type, message.extended
        if form < 3:
            extended = int.from_bytes(header[:3], "big") == _LATER
        if form < 2:
            size, kind = int.from_bytes(header[3:6], "big"), header[6]
        if size > _MOST_BYTES or (form < 3 and message.body):
            raise NotAdmitted
        at += 4 if extended else 0
        end = at + min(self._chunk_size, size - len(message.body))
        if len(self._rest) < end:
            return None
        self._streams[number] = message
        message.size, message.type, message.extended = size, kind, extended
        message.body += self._rest[at:end]
        return message, self._rest[end:]


def _basic_header(data: bytes) -> tuple[int, int, int] | None:
    """The form of the header, the chunk stream's number, and the bytes used; `None` where more must come."""
    if not data:
        return None
    form, number = data[0] >> 6, data[0] & 63
    extra = {0: 1, 1: 2}.get(number, 0)
    if len(data) <= extra:
        return None
    return form, (64 + int.from_bytes(data[1 : 1 + extra], "little") if extra else number), 1 + extra


def _string(data: bytes) -> tuple[bytes, bytes]:
    """A string of AMF 0 and what follows it."""
    if len(data) < 3 or data[0] != 2:
        raise NotAdmitted
    end = 3 + int.from_bytes(data[1:3], "big")
    return data[3:end], data[end:]
