"""Writes MPEG-TS segments (ISO 13818-1) whose continuity counters continue from file to file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np

from adapters.ingest.media.packet_buffers import MediaPacket
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

_PACKET_SIZE = 188
_TIME_BASE = Fraction(1, TICKS_PER_SECOND)
_OPTIONS = {"mpegts_copyts": "1"}
_STREAM_PARAMETERS: dict[str, dict[str, Any]] = {"h264": {"width": 2, "height": 2}, "aac": {"rate": 48_000}}
"""Parameters that the muxer requires. None of them is written."""


class SegmentFiles:
    """The segments of one rendition in a folder. `00000.ts` is the first."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._continuity_counters: dict[int, int] = {}

    def path(self, number: int) -> Path:
        """Return the path of a segment."""
        return self._folder / f"{number:05}.ts"

    def write(self, number: int, video: Sequence[MediaPacket], audio: Sequence[MediaPacket]) -> int:
        """Write a segment and return its size in bytes. Without video it is an audio-only segment."""
        data = self._set_continuity_counters(_mux(video, audio))
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
