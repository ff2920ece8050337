"""I-frame playlists (RFC 8216, 4.3.3.6): the key pictures of a rendition, as byte ranges of its segments.

Players show them while somebody seeks. A range holds one key picture; the tables in front of the first one
(PAT and PMT, ISO 13818-1) are named once, by EXT-X-MAP.
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

from adapters.video.clock import CLOCK
from adapters.video.playlists import Rendition

NAME = "iframes.m3u8"
_PACKET = 188
_WRAP = 1 << 33
_LEAST_SECONDS = 0.001


@dataclass(frozen=True)
class KeyPicture:
    """A key picture in a segment: its bytes, and when it is shown (ticks on the segment's own clock)."""

    offset: int
    size: int
    pts: int


@dataclass(frozen=True)
class IFramePlaylist:
    """What the multivariant playlist says of one: its address, size, and bits a second."""

    uri: str
    width: int
    height: int
    peak: int
    average: int


@dataclass(frozen=True)
class _Entry:
    name: str
    picture: KeyPicture
    start: float


def write_iframes(rendition: Rendition, alive: Callable[[], None] = lambda: None) -> IFramePlaylist | None:
    """Write `iframes.m3u8` beside the segments; None where a segment has no key picture of its own."""
    entries: list[_Entry] = []
    tables, at = 0, 0.0
    for segment in rendition.segments:
        alive()
        pictures = key_pictures(segment.path)
        if not pictures:
            return None
        tables = tables or pictures[0].offset
        first = pictures[0].pts
        entries += [
            _Entry(segment.path.name, one, at + (one.pts - first) % _WRAP / CLOCK) for one in pictures
        ]
        at += segment.seconds
    if not entries:
        return None
    ends = [*(later.start for _, later in pairwise(entries)), at]
    lengths = [max(_LEAST_SECONDS, end - one.start) for one, end in zip(entries, ends, strict=True)]
    folder = rendition.segments[0].path.parent
    text = "\n".join(_lines(entries, lengths, tables)) + "\n"
    (folder / NAME).write_text(text, encoding="utf-8")
    bits = [one.picture.size * 8 for one in entries]
    peak = max(size / length for size, length in zip(bits, lengths, strict=True))
    average = sum(bits) / max(_LEAST_SECONDS, at)
    uri = f"{rendition.name}/{NAME}"
    return IFramePlaylist(uri, rendition.width, rendition.height, ceil(peak), ceil(average))


def key_pictures(segment: Path) -> list[KeyPicture]:
    """Return the key pictures of a segment, in order; `size` reaches to the end of the picture's packets."""
    raw = np.fromfile(segment, np.uint8)
    packets = raw[: raw.size // _PACKET * _PACKET].reshape(-1, _PACKET)
    pids = (packets[:, 1] & 0x1F).astype(np.int64) << 8 | packets[:, 2]
    pid = _video_pid(packets, pids)
    if pid is None:
        return []
    ours = np.flatnonzero(pids == pid)
    begins = ours[(packets[ours, 1] & 0x40) != 0]
    found = []
    for number, begin in enumerate(begins):
        if not _is_random_access(packets[begin]):
            continue
        pts = _pts(packets[begin])
        if pts is None:
            continue
        until = begins[number + 1] if number + 1 < begins.size else ours[-1] + 1
        last = ours[(ours >= begin) & (ours < until)][-1]
        found.append(KeyPicture(int(begin) * _PACKET, int(last - begin + 1) * _PACKET, pts))
    return found


def _lines(entries: list[_Entry], lengths: list[float], tables: int) -> Iterator[str]:
    yield from ("#EXTM3U", "#EXT-X-VERSION:6", "#EXT-X-I-FRAMES-ONLY")
    yield f"#EXT-X-TARGETDURATION:{max(1, ceil(max(lengths)))}"
    yield from ("#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD")
    yield f'#EXT-X-MAP:URI="{entries[0].name}",BYTERANGE="{tables}@0"'
    for one, length in zip(entries, lengths, strict=True):
        yield f"#EXTINF:{length:.6f},"
        yield f"#EXT-X-BYTERANGE:{one.picture.size}@{one.picture.offset}"
        yield one.name
    yield "#EXT-X-ENDLIST"


def _video_pid(packets: NDArray[np.uint8], pids: NDArray[np.int64]) -> int | None:
    """The stream whose payload begins with a PES header of a video (stream ids 0xE0 to 0xEF)."""
    for begin in np.flatnonzero(packets[:, 1] & 0x40):
        payload = _payload(packets[begin])
        if bytes(payload[:3]) == b"\0\0\1" and 0xE0 <= payload[3] <= 0xEF:
            return int(pids[begin])
    return None


def _payload(packet: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What follows header and adaptation field (ISO 13818-1, 2.4.3.2)."""
    return packet[4 + (1 + int(packet[4]) if packet[3] & 0x20 else 0) :]


def _is_random_access(packet: Any) -> bool:
    return bool(packet[3] & 0x20 and packet[4] and packet[5] & 0x40)


def _pts(packet: NDArray[np.uint8]) -> int | None:
    pes = [int(byte) for byte in _payload(packet)[:14]]
    if len(pes) < 14 or not pes[7] & 0x80:
        return None
    high, middle, low = pes[9] >> 1 & 7, (pes[10] << 8 | pes[11]) >> 1, (pes[12] << 8 | pes[13]) >> 1
    return high << 30 | middle << 15 | low
