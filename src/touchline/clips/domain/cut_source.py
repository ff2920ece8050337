"""What a clip's file is cut from, read from the clip's own playlists (RFC 8216)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

_VARIANT = "#EXT-X-STREAM-INF:"


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment below the play folder; between two of another `take` lies a discontinuity."""

    name: str
    duration_ms: int
    take: int


def largest_of(master: str) -> str:
    """The media playlist of the largest rendition, which a clip's multivariant playlist names first; empty
    where it names none."""
    lines = master.splitlines()
    return next((uri for line, uri in pairwise(lines) if line.startswith(_VARIANT)), "")


def segments_of(uri: str, playlist: str) -> tuple[Segment, ...]:
    """The segments that a media playlist names."""
    found, take, duration_ms = [], 0, 0
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            duration_ms = round(float(line.removeprefix("#EXTINF:").split(",")[0]) * 1000)
        elif line == "#EXT-X-DISCONTINUITY":
            take += 1
        elif line and not line.startswith("#"):
            found.append(Segment(str(PurePosixPath(uri).with_name(line)), duration_ms, take))
    return tuple(found)


def at(segments: Sequence[Segment], offset_ms: int) -> tuple[int, int]:
    """Which segment holds an instant, and how far into it that lies; instants count from the first one."""
    for number, segment in enumerate(segments[:-1]):
        if offset_ms < segment.duration_ms:
            return number, offset_ms
        offset_ms -= segment.duration_ms
    return len(segments) - 1, offset_ms
