"""Writing segments of MPEG-TS (ISO 13818-1), whose counters go on from file to file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

from adapters.ingest.buffers import Packet
from adapters.video.clock import CLOCK

_PACKET = 188
_BASE = Fraction(1, CLOCK)
_OPTIONS = {"mpegts_copyts": "1"}
_PARAMETERS: dict[str, dict[str, Any]] = {"h264": {"width": 2, "height": 2}, "aac": {"rate": 48_000}}
"""What the muxer wants to be told; none of it is written."""


class SegmentFiles:
    """The segments of one rendition in a folder; `00000.ts` is the first."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._counters: dict[int, int] = {}

    def path(self, number: int) -> Path:
        """Where a segment is."""
        return self._folder / f"{number:05}.ts"

    def write(self, number: int, pictures: Sequence[Packet], sound: Sequence[Packet]) -> int:
        """Write a segment, of sound alone where there are no pictures; its size in bytes."""
        data = self._counted(_muxed(pictures, sound))
        self.path(number).write_bytes(data)
        return len(data)

    def _counted(self, data: bytes) -> bytes:
        """The packets with continuity counters that go on from the segment before (2.4.3.3)."""
        rows = np.frombuffer(data, np.uint8).reshape(-1, _PACKET).copy()
        names = (rows[:, 1].astype(np.int32) & 0x1F) << 8 | rows[:, 2]
        for name in np.unique(names):
            of_it = names == name
            heads = rows[of_it, 3]
            moved = (heads & 15) + self._counters.get(int(name), 0)
            rows[of_it, 3] = heads & 0xF0 | moved & 15
            self._counters[int(name)] = int(moved[-1] & 15) + 1
        return rows.tobytes()


def _muxed(pictures: Sequence[Packet], sound: Sequence[Packet]) -> bytes:
    file = io.BytesIO()
    with av.open(file, "w", format="mpegts", options=_OPTIONS) as output:
        made: list[tuple[Any, Packet]] = []
        for codec, packets in (("h264", pictures), ("aac", sound)):
            if packets:
                stream = output.add_mux_stream(codec, time_base=_BASE, **_PARAMETERS[codec])
                made += [(stream, packet) for packet in packets]
        made.sort(key=lambda one: one[1].dts)
        for stream, packet in made:
            output.mux_one(_packet(stream, packet))
    return file.getvalue()


def _packet(stream: Any, packet: Packet) -> Any:
    made: Any = av.Packet(packet.data)
    made.stream, made.time_base = stream, _BASE
    made.pts, made.dts, made.is_keyframe = packet.at, packet.dts, packet.is_key
    return made
