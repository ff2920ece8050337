"""Files, and the parts of a transport stream between which its audio or video streams change.

An MPEG-TS reader looks for streams only at the beginning. If a later program map (ISO 13818-1, 2.4.4.8) lists
other streams, the rest is read as if it were another file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PACKET_SIZE = 188
_SYNC_BYTE = 0x47
_CHUNK_SIZE = PACKET_SIZE * 40_000
_PAT_PID, _PMT_TABLE_ID = 0, 2
_CRC_SIZE = 4
_MAX_PARTS = 500


@dataclass(frozen=True)
class FilePart:
    """A file, or the bytes of a transport stream from `start` up to `end`.

    `is_new_file` means that the previous part is another file, with an unrelated clock.
    """

    path: Path
    start: int = 0
    end: int = 0
    is_new_file: bool = True

    @property
    def url(self) -> str:
        """Return the URL that PyAV opens."""
        path = str(self.path.resolve())
        return f"subfile,,start,{self.start},end,{self.end},,:{path}" if self.end else path


def split_parts(path: Path) -> list[FilePart]:
    """Return the parts of a file. Most files have one part."""
    size = path.stat().st_size
    starts = [0, *_find_stream_changes(path)][:_MAX_PARTS]
    if len(starts) == 1:
        return [FilePart(path)]
    ends = [*starts[1:], size]
    return [
        FilePart(path, start, end, is_new_file=start == 0) for start, end in zip(starts, ends, strict=True)
    ]


def _find_stream_changes(path: Path) -> Iterator[int]:
    """Yield the offsets at which the program map lists other streams than before."""
    known_streams: frozenset[tuple[int, int]] = frozenset()
    pmt_pid, pat_offset = -1, 0
    for offset, packet in _iter_table_packets(path):
        if _read_pid(packet) == _PAT_PID:
            pat_offset, pmt_pid = offset, _read_pmt_pid(packet, pmt_pid)
        elif _read_pid(packet) == pmt_pid:
            streams = _read_streams(packet) or known_streams
            if known_streams and streams != known_streams:
                yield pat_offset
            known_streams = streams


def _iter_table_packets(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the packets that start a program association or map table, with their offsets in the file."""
    with path.open("rb") as file:
        is_readable = _is_transport_stream(file.read(PACKET_SIZE * 4))
        file.seek(0)
        offset = 0
        while is_readable and (chunk := file.read(_CHUNK_SIZE)):
            rows = np.frombuffer(chunk[: len(chunk) // PACKET_SIZE * PACKET_SIZE], np.uint8).reshape(
                -1, PACKET_SIZE
            )
            is_readable = bool(rows.size) and int(rows[0, 0]) == _SYNC_BYTE
            for row in _find_table_rows(rows) if is_readable else ():
                yield offset + row * PACKET_SIZE, rows[row].tobytes()
            offset += len(rows) * PACKET_SIZE


def _find_table_rows(rows: NDArray[np.uint8]) -> list[int]:
    payload_starts = (rows[:, 1] & 0x40) != 0
    is_pat = (rows[:, 1] & 0x1F == 0) & (rows[:, 2] == _PAT_PID)
    is_pmt = (rows[:, 3] & 0x20 == 0) & (rows[:, 4] == 0) & (rows[:, 5] == _PMT_TABLE_ID)
    return [int(row) for row in np.flatnonzero(payload_starts & (is_pat | is_pmt))]


def _is_transport_stream(header: bytes) -> bool:
    return len(header) == PACKET_SIZE * 4 and all(
        header[offset] == _SYNC_BYTE for offset in range(0, len(header), PACKET_SIZE)
    )


def _read_pid(packet: bytes) -> int:
    return (packet[1] & 0x1F) << 8 | packet[2]


def _read_section(packet: bytes) -> bytes:
    """Return the table that starts in a packet, without its checksum."""
    offset = 4 + (1 + packet[4] if packet[3] & 0x20 else 0)
    offset += 1 + packet[offset] if offset < PACKET_SIZE else 0
    section = packet[offset:]
    if len(section) < 12:
        return b""
    length = (section[1] & 0x0F) << 8 | section[2]
    return section[: 3 + length - _CRC_SIZE] if 3 + length <= len(section) else b""


def _read_pmt_pid(packet: bytes, previous_pid: int) -> int:
    """Return the PID of the first program's map."""
    section = _read_section(packet)
    for offset in range(8, len(section) - 3, 4):
        if section[offset] << 8 | section[offset + 1]:
            return (section[offset + 2] & 0x1F) << 8 | section[offset + 3]
    return previous_pid


def _read_streams(packet: bytes) -> frozenset[tuple[int, int]]:
    """Return the type and PID of each stream in a map, or an empty set if the map is incomplete in this
    packet.
    """
    section = _read_section(packet)
    if len(section) < 12 or section[0] != _PMT_TABLE_ID:
        return frozenset()
    offset = 12 + ((section[10] & 0x0F) << 8 | section[11])
    result = set()
    while offset + 5 <= len(section):
        result.add((section[offset], (section[offset + 1] & 0x1F) << 8 | section[offset + 2]))
        offset += 5 + ((section[offset + 3] & 0x0F) << 8 | section[offset + 4])
    return frozenset(result)
