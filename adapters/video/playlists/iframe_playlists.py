"""I-frame playlists (RFC 8216, 4.3.3.6): the keyframes of a rendition as byte ranges of its segments.

Players show them while the viewer seeks. Each range holds one keyframe. The tables before the first keyframe
(PAT and PMT, ISO 13818-1) are declared once, by EXT-X-MAP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adapters.video.playlists.media_playlists import Rendition
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

IFRAME_PLAYLIST = "iframes.m3u8"
_PACKET_SIZE = 188
_PTS_MODULUS = 1 << 33
_MIN_SECONDS = 0.001


@dataclass(frozen=True)
class Keyframe:
    """A keyframe in a segment: its byte range and its PTS in ticks on the segment's own clock."""

    offset: int
    size: int
    pts: int


@dataclass(frozen=True)
class IFramePlaylist:
    """Attributes of an I-frame playlist in the master playlist: its URI, size, and bitrates in bits per
    second.
    """

    uri: str
    width: int
    height: int
    peak_bandwidth: int
    average_bandwidth: int


@dataclass(frozen=True)
class _PlaylistEntry:
    segment_name: str
    keyframe: Keyframe
    start: float


def write_iframe_playlist(
    rendition: Rendition, heartbeat: Callable[[], None] = lambda: None
) -> IFramePlaylist | None:
    """Write `iframes.m3u8` beside the segments. Returns None if a segment has no keyframe of its own."""
    entries: list[_PlaylistEntry] = []
    tables_size, start = 0, 0.0
    for segment in rendition.segments:
        heartbeat()
        keyframes = find_keyframes(segment.path)
        if not keyframes:
            return None
        tables_size = tables_size or keyframes[0].offset
        first = keyframes[0].pts
        entries += [
            _PlaylistEntry(
                segment.path.name, entry, start + (entry.pts - first) % _PTS_MODULUS / TICKS_PER_SECOND
            )
            for entry in keyframes
        ]
        start += segment.seconds
    if not entries:
        return None
    ends = [*(next_entry.start for _, next_entry in pairwise(entries)), start]
    lengths = [max(_MIN_SECONDS, end - entry.start) for entry, end in zip(entries, ends, strict=True)]
    folder = rendition.segments[0].path.parent
    text = "\n".join(_render_lines(entries, lengths, tables_size)) + "\n"
    (folder / IFRAME_PLAYLIST).write_text(text, encoding="utf-8")
    entry_bits = [entry.keyframe.size * 8 for entry in entries]
    peak_bandwidth = max(size / length for size, length in zip(entry_bits, lengths, strict=True))
    average_bandwidth = sum(entry_bits) / max(_MIN_SECONDS, start)
    uri = f"{rendition.name}/{IFRAME_PLAYLIST}"
    return IFramePlaylist(
        uri, rendition.width, rendition.height, ceil(peak_bandwidth), ceil(average_bandwidth)
    )


def find_keyframes(segment: Path) -> list[Keyframe]:
    """Return the keyframes of a segment, in order. `size` extends to the end of the frame's packets."""
    raw = np.fromfile(segment, np.uint8)
    packets = raw[: raw.size // _PACKET_SIZE * _PACKET_SIZE].reshape(-1, _PACKET_SIZE)
    pids = (packets[:, 1] & 0x1F).astype(np.int64) << 8 | packets[:, 2]
    pid = _video_pid(packets, pids)
    if pid is None:
        return []
    video_packets = np.flatnonzero(pids == pid)
    payload_starts = video_packets[(packets[video_packets, 1] & 0x40) != 0]
    result = []
    for number, start_packet in enumerate(payload_starts):
        if not _is_random_access(packets[start_packet]):
            continue
        pts = _read_pts(packets[start_packet])
        if pts is None:
            continue
        stop_packet = (
            payload_starts[number + 1] if number + 1 < payload_starts.size else video_packets[-1] + 1
        )
        last = video_packets[(video_packets >= start_packet) & (video_packets < stop_packet)][-1]
        result.append(
            Keyframe(int(start_packet) * _PACKET_SIZE, int(last - start_packet + 1) * _PACKET_SIZE, pts)
        )
    return result


def _render_lines(entries: list[_PlaylistEntry], lengths: list[float], tables_size: int) -> Iterator[str]:
    yield from ("#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-I-FRAMES-ONLY")
    yield f"#EXT-X-TARGETDURATION:{max(1, ceil(max(lengths)))}"
    yield from ("#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD")
    yield f'#EXT-X-MAP:URI="{entries[0].segment_name}",BYTERANGE="{tables_size}@0"'
    for entry, length in zip(entries, lengths, strict=True):
        yield f"#EXTINF:{length:.6f},"
        yield f"#EXT-X-BYTERANGE:{entry.keyframe.size}@{entry.keyframe.offset}"
        yield entry.segment_name
    yield "#EXT-X-ENDLIST"


def _video_pid(packets: NDArray[np.uint8], pids: NDArray[np.int64]) -> int | None:
    """Return the PID of the stream whose payload starts with the PES header of a video (stream ids 0xE0 to
    0xEF).
    """
    for start_packet in np.flatnonzero(packets[:, 1] & 0x40):
        payload = _payload(packets[start_packet])
        if bytes(payload[:3]) == b"\0\0\1" and 0xE0 <= payload[3] <= 0xEF:
            return int(pids[start_packet])
    return None


def _payload(packet: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the bytes after the header and the adaptation field (ISO 13818-1, 2.4.3.2)."""
    return packet[4 + (1 + int(packet[4]) if packet[3] & 0x20 else 0) :]


def _is_random_access(packet: Any) -> bool:
    return bool(packet[3] & 0x20 and packet[4] and packet[5] & 0x40)


def _read_pts(packet: NDArray[np.uint8]) -> int | None:
    pes = [int(byte) for byte in _payload(packet)[:14]]
    if len(pes) < 14 or not pes[7] & 0x80:
        return None
    high, middle, low = pes[9] >> 1 & 7, (pes[10] << 8 | pes[11]) >> 1, (pes[12] << 8 | pes[13]) >> 1
    return high << 30 | middle << 15 | low
