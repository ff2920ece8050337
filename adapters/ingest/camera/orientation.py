"""How the picture of a recording must be turned: the matrix of its track (ISO/IEC 14496-12, 8.3.2).

Safari records what the sensor of the phone sees, and writes into the matrix how the phone was held.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

_HEADER_SIZE, _LARGE_HEADER_SIZE = 8, 16
_ONE = 1 << 16
_MATRIX_OFFSETS = {0: 40, 1: 52}
"""Where the matrix begins in a track header, by the version of the box."""
_FILTERS = {
    (1, 0, 0, 1): "",
    (0, 1, -1, 0): "transpose=clock",
    (-1, 0, 0, -1): "hflip,vflip",
    (0, -1, 1, 0): "transpose=cclock",
    (-1, 0, 0, 1): "hflip",
    (1, 0, 0, -1): "vflip",
    (0, 1, 1, 0): "transpose=cclock_flip",
    (0, -1, -1, 0): "transpose=clock_flip",
}


def find_turn(initialization: bytes) -> str:
    """Return the filters (as ffmpeg writes them) that turn the picture upright. Empty if it is upright."""
    for movie in _find_boxes(initialization, b"moov"):
        for track in _find_boxes(movie, b"trak"):
            handlers = [
                handler[8:12]
                for media in _find_boxes(track, b"mdia")
                for handler in _find_boxes(media, b"hdlr")
            ]
            if b"vide" in handlers:
                return next(map(_read_turn, _find_boxes(track, b"tkhd")), "")
    return ""


def _read_turn(track_header: bytes) -> str:
    offset = _MATRIX_OFFSETS.get(track_header[0]) if track_header else None
    if offset is None or len(track_header) < offset + 20:
        return ""
    a, b, _, c, d = struct.unpack(">5i", track_header[offset : offset + 20])
    values = [round(value / _ONE) for value in (a, b, c, d)]
    return _FILTERS.get((values[0], values[1], values[2], values[3]), "")


def _find_boxes(data: bytes, kind: bytes) -> Iterator[bytes]:
    """Yield the contents of the boxes of a kind."""
    position = 0
    while position + _HEADER_SIZE <= len(data):
        size, header = int.from_bytes(data[position : position + 4], "big"), _HEADER_SIZE
        if size == 1:
            size = int.from_bytes(data[position + 8 : position + 16], "big")
            header = _LARGE_HEADER_SIZE
        if size < header:
            return
        if data[position + 4 : position + 8] == kind:
            yield data[position + header : position + size]
        position += size
