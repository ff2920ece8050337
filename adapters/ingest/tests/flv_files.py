"""The messages that an encoder would send of an FLV file (Adobe's FLV 10.1, annex E.3)."""

from collections.abc import Iterator
from pathlib import Path

from adapters.ingest.rtmp import Message

_HEADER, _TAG_HEADER, _BETWEEN = 9, 11, 4


def messages(file: Path, *, later: int = 0) -> Iterator[Message]:
    """Every tag of a file as a message; `later` milliseconds are added to its timestamps."""
    data = file.read_bytes()
    at = _HEADER + _BETWEEN
    while at + _TAG_HEADER <= len(data):
        size = int.from_bytes(data[at + 1 : at + 4], "big")
        timestamp = int.from_bytes(data[at + 7 : at + 8] + data[at + 4 : at + 7], "big")
        begin = at + _TAG_HEADER
        yield Message(data[at] & 31, (timestamp + later) % (1 << 32), 1, data[begin : begin + size])
        at = begin + size + _BETWEEN
