"""What is in a segment: tables and counters of its transport stream, and the packets of its tracks."""

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
    """One track: its kind, codec and parameters. Instants and lengths are in seconds."""

    kind: str
    codec: str
    pid: int
    packets: int
    first: float
    end: float
    begins_with_key: bool
    keys: tuple[float, ...] = ()
    width: int = 0
    height: int = 0
    rate: float = 0.0
    profile: str = ""


@dataclass(frozen=True)
class SegmentFacts:
    """A segment as it is. `counters` are the first and last continuity counters of each PID."""

    size: int
    is_ts: bool
    begins_with_tables: bool
    counter_errors: int
    counters: dict[int, tuple[int, int]]
    tracks: tuple[Track, ...]

    def track(self, kind: str) -> Track | None:
        """Return the first track of a kind."""
        return next((track for track in self.tracks if track.kind == kind), None)


@lru_cache(maxsize=4096)
def read_segment(path: Path) -> SegmentFacts:
    """Read a segment's facts; nothing is decoded."""
    return segment_facts(path.read_bytes())


def segment_facts(data: bytes) -> SegmentFacts:
    """Return the facts of the bytes of a segment."""
    is_ts = len(data) % PACKET == 0 and data[::PACKET].count(SYNC) == len(data) // PACKET and bool(data)
    if not is_ts:
        return SegmentFacts(len(data), False, False, 0, {}, ())
    packets = np.frombuffer(data, np.uint8).reshape(-1, PACKET)
    pids = (packets[:, 1].astype(int) & 0x1F) << 8 | packets[:, 2]
    errors, counters = _counters(packets, pids)
    return SegmentFacts(len(data), True, _begins_with_tables(packets, pids), errors, counters, _tracks(data))


def _begins_with_tables(packets: NDArray[Any], pids: NDArray[Any]) -> bool:
    """Whether PAT and PMT come before any other packet (an SDT may stand in front)."""
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
        (entries[at + 2] & 0x1F) << 8 | entries[at + 3]
        for at in range(0, len(entries) - 3, 4)
        if entries[at] or entries[at + 1]
    }


def _counters(packets: NDArray[Any], pids: NDArray[Any]) -> tuple[int, dict[int, tuple[int, int]]]:
    """Count where a continuity counter does not go on, and return the first and last of each PID."""
    errors, ends = 0, {}
    has_payload = (packets[:, 3] & 0x10) != 0
    for pid in np.unique(pids).tolist():
        chosen = packets[(pids == pid) & has_payload]
        if pid == NULL_PID or not len(chosen):
            continue
        counters = chosen[:, 3].astype(int) & 0x0F
        errors += int(((counters[1:] - counters[:-1]) % 16 != 1).sum())
        ends[pid] = (int(counters[0]), int(counters[-1]))
    return errors, ends


def _tracks(data: bytes) -> tuple[Track, ...]:
    found = []
    container: Any = av.open(io.BytesIO(data), format="mpegts")
    with container:
        rows: dict[int, list[tuple[float, float, bool]]] = {each.index: [] for each in container.streams}
        for packet in container.demux():
            if packet.pts is not None and packet.size:
                base = float(packet.time_base)
                rows[packet.stream.index].append(
                    (packet.pts * base, (packet.duration or 0) * base, packet.is_keyframe)
                )
        for stream in container.streams:
            if rows[stream.index] and stream.codec_context is not None:
                found.append(_track(stream, rows[stream.index]))
    return tuple(found)


def _track(stream: Any, rows: list[tuple[float, float, bool]]) -> Track:
    codec = stream.codec_context
    times = sorted(at for at, _, _ in rows)
    steps = np.diff(times)
    step = float(np.median(steps)) if len(steps) else max(rows[-1][1], 0.0)
    is_video = stream.type == "video"
    return Track(
        kind=stream.type,
        codec=codec.name,
        pid=stream.id,
        packets=len(rows),
        first=times[0],
        end=times[-1] + (step if is_video or not rows[-1][1] else rows[-1][1]),
        begins_with_key=rows[0][2],
        keys=tuple(at for at, _, key in rows if key) if is_video else (),
        width=codec.width if is_video else 0,
        height=codec.height if is_video else 0,
        rate=1 / step if is_video and step else 0.0,
        profile=_h264_profile(bytes(codec.extradata or b"")) if is_video else "",
    )


def _h264_profile(extradata: bytes) -> str:
    """Return `avc1.PPCCLL` (RFC 6381) of a sequence parameter set in Annex B."""
    for marker in (b"\x00\x00\x01\x67", b"\x00\x00\x01\x27", b"\x00\x00\x01\x47"):
        place = extradata.find(marker)
        if place >= 0:
            return "avc1." + extradata[place + 4 : place + 7].hex().upper()
    return ""
