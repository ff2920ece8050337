"""The content of a segment: tables and counters of its transport stream, and the packets of its tracks."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import av
import numpy as np
from numpy.typing import NDArray

PACKET, SYNC = 188, 0x47
PAT_PID, NULL_PID = 0, 0x1FFF


@dataclass(frozen=True)
class Track:
    """One track: its kind, codec and parameters. Times and lengths are in seconds."""

    kind: str
    codec: str
    pid: int
    packet_count: int
    start: float
    end: float
    starts_with_keyframe: bool
    keyframe_times: tuple[float, ...] = ()
    width: int = 0
    height: int = 0
    frame_rate: float = 0.0
    profile: str = ""


@dataclass(frozen=True)
class SegmentDetails:
    """The details of a segment. `counters` are the first and last continuity counters of each PID."""

    size: int
    is_ts: bool
    starts_with_tables: bool
    counter_errors: int
    counters: dict[int, tuple[int, int]]
    tracks: tuple[Track, ...]

    def find_track(self, kind: str) -> Track | None:
        """Return the first track of a kind."""
        return next((track for track in self.tracks if track.kind == kind), None)


@lru_cache(maxsize=4096)
def read_segment(path: Path) -> SegmentDetails:
    """Read a segment's details without decoding."""
    return parse_segment(path.read_bytes())


def parse_segment(data: bytes) -> SegmentDetails:
    """Return the details of a segment's bytes."""
    is_ts = len(data) % PACKET == 0 and data[::PACKET].count(SYNC) == len(data) // PACKET and bool(data)
    if not is_ts:
        return SegmentDetails(len(data), False, False, 0, {}, ())
    packets = np.frombuffer(data, np.uint8).reshape(-1, PACKET)
    pids = (packets[:, 1].astype(int) & 0x1F) << 8 | packets[:, 2]
    errors, counters = _read_counters(packets, pids)
    return SegmentDetails(
        len(data), True, _starts_with_tables(packets, pids), errors, counters, _read_tracks(data)
    )


def _starts_with_tables(packets: NDArray[Any], pids: NDArray[Any]) -> bool:
    """Return whether PAT and PMT come before any other packet (an SDT may precede them)."""
    order = [int(pid) for pid in pids[:4] if pid != 0x11]
    if len(order) < 2 or order[0] != PAT_PID:
        return False
    table = bytes(packets[int(np.flatnonzero(pids == PAT_PID)[0])])
    return order[1] in _pmt_pids(table)


def _pmt_pids(packet: bytes) -> set[int]:
    start = 4 + (packet[4] + 1 if packet[3] & 0x20 else 0)
    section = packet[start + 1 + packet[start] :]
    length = (section[1] & 0x0F) << 8 | section[2]
    entries = section[8 : 3 + length - 4]
    return {
        (entries[offset + 2] & 0x1F) << 8 | entries[offset + 3]
        for offset in range(0, len(entries) - 3, 4)
        if entries[offset] or entries[offset + 1]
    }


def _read_counters(packets: NDArray[Any], pids: NDArray[Any]) -> tuple[int, dict[int, tuple[int, int]]]:
    """Count the breaks of a continuity counter, and return the first and last of each PID."""
    errors, ends = 0, {}
    has_payload = (packets[:, 3] & 0x10) != 0
    for pid in np.unique(pids).tolist():
        selected = packets[(pids == pid) & has_payload]
        if pid == NULL_PID or not len(selected):
            continue
        counters = selected[:, 3].astype(int) & 0x0F
        errors += int(((counters[1:] - counters[:-1]) % 16 != 1).sum())
        ends[pid] = (int(counters[0]), int(counters[-1]))
    return errors, ends


def _read_tracks(data: bytes) -> tuple[Track, ...]:
    tracks = []
    container: Any = av.open(io.BytesIO(data), format="mpegts")
    with container:
        packet_rows: dict[int, list[tuple[float, float, bool]]] = {
            stream.index: [] for stream in container.streams
        }
        for packet in container.demux():
            if packet.pts is not None and packet.size:
                time_base = float(packet.time_base)
                packet_rows[packet.stream.index].append(
                    (packet.pts * time_base, (packet.duration or 0) * time_base, packet.is_keyframe)
                )
        for stream in container.streams:
            if packet_rows[stream.index] and stream.codec_context is not None:
                tracks.append(_build_track(stream, packet_rows[stream.index]))
    return tuple(tracks)


def _build_track(stream: Any, packet_rows: list[tuple[float, float, bool]]) -> Track:
    codec = stream.codec_context
    times = sorted(time for time, _, _ in packet_rows)
    steps = np.diff(times)
    step = float(np.median(steps)) if len(steps) else max(packet_rows[-1][1], 0.0)
    is_video = stream.type == "video"
    return Track(
        kind=stream.type,
        codec=codec.name,
        pid=stream.id,
        packet_count=len(packet_rows),
        start=times[0],
        end=times[-1] + (step if is_video or not packet_rows[-1][1] else packet_rows[-1][1]),
        starts_with_keyframe=packet_rows[0][2],
        keyframe_times=tuple(time for time, _, is_keyframe in packet_rows if is_keyframe) if is_video else (),
        width=codec.width if is_video else 0,
        height=codec.height if is_video else 0,
        frame_rate=1 / step if is_video and step else 0.0,
        profile=_h264_profile(bytes(codec.extradata or b"")) if is_video else "",
    )


def _h264_profile(extradata: bytes) -> str:
    """Return `avc1.PPCCLL` (RFC 6381) for a sequence parameter set in Annex B."""
    for marker in (b"\x00\x00\x01\x67", b"\x00\x00\x01\x27", b"\x00\x00\x01\x47"):
        position = extradata.find(marker)
        if position >= 0:
            return "avc1." + extradata[position + 4 : position + 7].hex().upper()
    return ""
