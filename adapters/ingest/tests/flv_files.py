"""Reads an FLV file as the messages that an encoder would send (Adobe's FLV 10.1, annex E.3)."""

from collections.abc import Iterator
from pathlib import Path

from adapters.ingest.rtmp.messages import Message

_HEADER, _TAG_HEADER, _TAG_SIZE_FIELD = 9, 11, 4


def read_messages(file: Path, *, timestamp_offset: int = 0) -> Iterator[Message]:
    """Yield every tag of a file as a message. Adds `timestamp_offset` milliseconds to its timestamps."""
    data = file.read_bytes()
    offset = _HEADER + _TAG_SIZE_FIELD
    while offset + _TAG_HEADER <= len(data):
        size = int.from_bytes(data[offset + 1 : offset + 4], "big")
        timestamp = int.from_bytes(data[offset + 7 : offset + 8] + data[offset + 4 : offset + 7], "big")
        body_start = offset + _TAG_HEADER
        yield Message(
            data[offset] & 31,
            (timestamp + timestamp_offset) % (1 << 32),
            1,
            data[body_start : body_start + size],
        )
        offset = body_start + size + _TAG_SIZE_FIELD
