"""Reading a clip's segments from its own playlists (RFC 8216)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import PurePosixPath

_VARIANT = "#EXT-X-STREAM-INF:"
DATE_TAG = "#EXT-X-PROGRAM-DATE-TIME:"


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment in the play folder.

    A discontinuity separates segments with different `discontinuity` numbers. `starts_at` is when the first
    frame was live, if the playlist has it.
    """

    name: str
    duration_ms: int
    discontinuity: int
    starts_at: datetime | None = None


def find_largest_rendition(master: str) -> str:
    """Return the URI of the largest rendition's media playlist; "" if there is none.

    A clip's master playlist lists the largest rendition first.
    """
    lines = master.splitlines()
    return next((uri for line, uri in pairwise(lines) if line.startswith(_VARIANT)), "")


def parse_segments(uri: str, playlist: str) -> tuple[Segment, ...]:
    """Return the segments of a media playlist."""
    segments_found, discontinuity, duration_ms = [], 0, 0
    starts_at: datetime | None = None
    for line in playlist.splitlines():
        if line.startswith("#EXTINF:"):
            duration_ms = round(float(line.removeprefix("#EXTINF:").split(",")[0]) * 1000)
        elif line == "#EXT-X-DISCONTINUITY":
            discontinuity += 1
        elif line.startswith(DATE_TAG):
            starts_at = datetime.fromisoformat(line.removeprefix(DATE_TAG))
        elif line and not line.startswith("#"):
            segments_found.append(
                Segment(str(PurePosixPath(uri).with_name(line)), duration_ms, discontinuity, starts_at)
            )
            starts_at = None
    return tuple(segments_found)


def locate_segment(segments: Sequence[Segment], offset_ms: int) -> tuple[int, int]:
    """Return the index of the segment that contains an offset, and the offset within that segment.

    Both offsets are in milliseconds; `offset_ms` counts from the start of the first segment.
    """
    for number, segment in enumerate(segments[:-1]):
        if offset_ms < segment.duration_ms:
            return number, offset_ms
        offset_ms -= segment.duration_ms
    return len(segments) - 1, offset_ms
