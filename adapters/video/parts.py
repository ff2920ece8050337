"""Files and the parts of a transport stream between which its sounds or pictures come and go.

A reader of MPEG-TS looks for streams at the beginning alone. Where the program map (ISO 13818-1, 2.4.4.8)
lists others later on, the file is read as if that were the beginning of another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PACKET = 188
_SYNC = 0x47
_CHUNK = PACKET * 40_000
_PAT, _MAP = 0, 2
_CRC = 4
_MOST_PARTS = 500


@dataclass(frozen=True)
class Part:
    """A file, or the bytes of a transport stream from `start` up to `end`. `follows` says that it is another
    file than the part before it, whose clock has nothing to do with it."""

    path: Path
    start: int = 0
    end: int = 0
    follows: bool = True

    @property
    def address(self) -> str:
        """What PyAV opens."""
        path = str(self.path.resolve())
        return f"subfile,,start,{self.start},end,{self.end},,:{path}" if self.end else path


def parts_of(path: Path) -> list[Part]:
    """Return the parts of a file: most files are one."""
    size = path.stat().st_size
    starts = [0, *_changes(path)][:_MOST_PARTS]
    if len(starts) == 1:
        return [Part(path)]
    ends = [*starts[1:], size]
    return [Part(path, start, end, follows=start == 0) for start, end in zip(starts, ends, strict=True)]


def _changes(path: Path) -> Iterator[int]:
    """Where the streams of the program map are others than before."""
    known: frozenset[tuple[int, int]] = frozenset()
    table, begin = -1, 0
    for at, packet in _tables(path):
        if _pid(packet) == _PAT:
            begin, table = at, _first_map(packet, table)
        elif _pid(packet) == table:
            streams = _streams(packet) or known
            if known and streams != known:
                yield begin
            known = streams


def _tables(path: Path) -> Iterator[tuple[int, bytes]]:
    """The packets that begin a program association or map table, with their places in the file."""
    with path.open("rb") as file:
        is_read = _is_transport_stream(file.read(PACKET * 4))
        file.seek(0)
        at = 0
        while is_read and (chunk := file.read(_CHUNK)):
            rows = np.frombuffer(chunk[: len(chunk) // PACKET * PACKET], np.uint8).reshape(-1, PACKET)
            is_read = bool(rows.size) and int(rows[0, 0]) == _SYNC
            for row in _candidates(rows) if is_read else ():
                yield at + row * PACKET, rows[row].tobytes()
            at += len(rows) * PACKET


def _candidates(rows: NDArray[np.uint8]) -> list[int]:
    begins = (rows[:, 1] & 0x40) != 0
    is_association = (rows[:, 1] & 0x1F == 0) & (rows[:, 2] == _PAT)
    is_map = (rows[:, 3] & 0x20 == 0) & (rows[:, 4] == 0) & (rows[:, 5] == _MAP)
    return [int(row) for row in np.flatnonzero(begins & (is_association | is_map))]


def _is_transport_stream(head: bytes) -> bool:
    return len(head) == PACKET * 4 and all(head[at] == _SYNC for at in range(0, len(head), PACKET))


def _pid(packet: bytes) -> int:
    return (packet[1] & 0x1F) << 8 | packet[2]


def _section(packet: bytes) -> bytes:
    """The table that begins in a packet, without its checksum."""
    at = 4 + (1 + packet[4] if packet[3] & 0x20 else 0)
    at += 1 + packet[at] if at < PACKET else 0
    section = packet[at:]
    if len(section) < 12:
        return b""
    length = (section[1] & 0x0F) << 8 | section[2]
    return section[: 3 + length - _CRC] if 3 + length <= len(section) else b""


def _first_map(packet: bytes, before: int) -> int:
    """The number under which the first program's map is sent."""
    section = _section(packet)
    for at in range(8, len(section) - 3, 4):
        if section[at] << 8 | section[at + 1]:
            return (section[at + 2] & 0x1F) << 8 | section[at + 3]
    return before


def _streams(packet: bytes) -> frozenset[tuple[int, int]]:
    """Type and number of each stream in a map; empty where it is not whole in this packet."""
    section = _section(packet)
    if len(section) < 12 or section[0] != _MAP:
        return frozenset()
    at = 12 + ((section[10] & 0x0F) << 8 | section[11])
    found = set()
    while at + 5 <= len(section):
        found.add((section[at], (section[at + 1] & 0x1F) << 8 | section[at + 2]))
        at += 5 + ((section[at + 3] & 0x0F) << 8 | section[at + 4])
    return frozenset(found)
