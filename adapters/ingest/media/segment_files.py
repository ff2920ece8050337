"""Writes MPEG-TS segments (ISO 13818-1) whose continuity counters continue from file to file."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

from adapters.ingest.media.packet_buffers import MediaPacket
from adapters.ingest.stream_log import PARTS_FOLDER
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_PACKET_SIZE = 188
_TIME_BASE = Fraction(1, TICKS_PER_SECOND)
_OPTIONS = {"mpegts_copyts": "1"}
_STREAM_PARAMETERS: dict[str, dict[str, Any]] = {"h264": {"width": 2, "height": 2}, "aac": {"rate": 48_000}}
"""Parameters that the muxer requires. None of them is written."""


_MAX_PARTS_ON_DISK = 100
"""Parts that stay on disk if nobody removes them: about a minute."""


class SegmentFiles:
    """The segments of one rendition in a folder. `00000.ts` is the first.

    A segment is the concatenation of its parts. `parts/00000.0.ts` is the first part of the first segment.
    """

    def __init__(self, folder: Path, rendition: str) -> None:
        self._folder = folder / rendition
        self._parts_folder = folder / PARTS_FOLDER / rendition
        for needed_folder in (self._folder, self._parts_folder):
            needed_folder.mkdir(parents=True, exist_ok=True)
        self._continuity_counters: dict[int, int] = {}
        self._written_parts: list[bytes] = []
        self._parts_on_disk: deque[Path] = deque()

    def path(self, number: int) -> Path:
        """Return the path of a segment."""
        return self._folder / f"{number:05}.ts"

    def add_part(
        self, number: int, video: Sequence[MediaPacket], audio: Sequence[MediaPacket], *, as_file: bool
    ) -> None:
        """Add the next part of a segment. Without video it is audio only. `as_file`: write it to a file,
        too."""
        data = self._set_continuity_counters(_mux(video, audio))
        if as_file:
            path = self._parts_folder / f"{number:05}.{len(self._written_parts)}.ts"
            path.write_bytes(data)
            self._parts_on_disk.append(path)
            while len(self._parts_on_disk) > _MAX_PARTS_ON_DISK:
                self._parts_on_disk.popleft().unlink(missing_ok=True)
        self._written_parts.append(data)

    def write(self, number: int) -> int:
        """Write the segment that consists of the added parts, and return its size in bytes."""
        data = b"".join(self._written_parts)
        self._written_parts = []
        self.path(number).write_bytes(data)
        return len(data)

    def _set_continuity_counters(self, data: bytes) -> bytes:
        """Return the TS packets with counters that continue from the previous segment (2.4.3.3)."""
        ts_packets = np.frombuffer(data, np.uint8).reshape(-1, _PACKET_SIZE).copy()
        pids = (ts_packets[:, 1].astype(np.int32) & 0x1F) << 8 | ts_packets[:, 2]
        for pid in np.unique(pids):
            is_of_pid = pids == pid
            flags = ts_packets[is_of_pid, 3]
            counters = (flags & 15) + self._continuity_counters.get(int(pid), 0)
            ts_packets[is_of_pid, 3] = flags & 0xF0 | counters & 15
            self._continuity_counters[int(pid)] = int(counters[-1] & 15) + 1
        return ts_packets.tobytes()


def _mux(video: Sequence[MediaPacket], audio: Sequence[MediaPacket]) -> bytes:
    file = io.BytesIO()
    with av.open(file, "w", format="mpegts", options=_OPTIONS) as output:
        muxed: list[tuple[Any, MediaPacket]] = []
        for codec, packets in (("h264", video), ("aac", audio)):
            if packets:
                stream = output.add_mux_stream(codec, time_base=_TIME_BASE, **_STREAM_PARAMETERS[codec])
                muxed += [(stream, packet) for packet in packets]
        muxed.sort(key=lambda item: item[1].dts)
        for stream, packet in muxed:
            output.mux_one(_to_av_packet(stream, packet))
    return file.getvalue()


def _to_av_packet(stream: Any, packet: MediaPacket) -> Any:
    av_packet: Any = av.Packet(packet.data)
    av_packet.stream, av_packet.time_base = stream, _TIME_BASE
    av_packet.pts, av_packet.dts, av_packet.is_keyframe = packet.pts, packet.dts, packet.is_keyframe
    return av_packet
