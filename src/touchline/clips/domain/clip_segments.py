"""What a clip's file is cut from, read from the clip's own playlists (RFC 8216)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

_VARIANT = "#EXT-X-STREAM-INF:"


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment below the play folder; between two of another `discontinuity` lies a discontinuity."""

    name: str
    duration_ms: int
    discontinuity: int


def find_largest_rendition(master: str) -> str:
    """The media playlist of the largest rendition, which a clip's multivariant playlist names first; empty
    where it names none."""
    lines = master.splitlines()
    return next((uri for line, uri in pairwise(lines) if line.startswith(_VARIANT)), "")


def parse_segments(uri: str, playlist: str) -> tuple[Segment, ...]:
    """The segments that a media playlist names."""
    segments_found, discontinuity, duration_ms = [], 0, 0
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            duration_ms = round(float(line.removeprefix("#EXTINF:").split(",")[0]) * 1000)
        elif line == "#EXT-X-DISCONTINUITY":
            discontinuity += 1
        elif line and not line.startswith("#"):
            segments_found.append(
                Segment(str(PurePosixPath(uri).with_name(line)), duration_ms, discontinuity)
            )
    return tuple(segments_found)


def locate_segment(segments: Sequence[Segment], offset_ms: int) -> tuple[int, int]:
    """Which segment holds an instant, and how far into it that lies; instants count from the first one."""
    for number, segment in enumerate(segments[:-1]):
        if offset_ms < segment.duration_ms:
            return number, offset_ms
        offset_ms -= segment.duration_ms
    return len(segments) - 1, offset_ms
