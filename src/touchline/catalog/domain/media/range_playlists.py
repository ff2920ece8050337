"""Playlists of ranges over existing segments (RFC 8216): a cut is always between two segments.

A segment begins with a keyframe and plays to its last frame. So every player shows exactly the chosen frames
on both sides of a cut, without a seek and without decoding what it does not show.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil

from touchline.catalog.domain.media.playlist_tags import VARIANT_TAG

_HEADER = ("#EXTM3U", "#EXT-X-VERSION:6")


@dataclass(frozen=True, slots=True)
class TimedSegment:
    """A segment: its URI, when its first frame was live in milliseconds since 1970, and its duration.

    `discontinuity` differs between two segments if there is a discontinuity between them.
    """

    uri: str
    at_ms: int
    duration_ms: int
    discontinuity: int = 0

    @property
    def until_ms(self) -> int:
        """The end of the last frame, in milliseconds since 1970."""
        return self.at_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class PlayedRange:
    """A range without a cut. It plays from `start_ms` to `end_ms` of the playlist, and was live from `at_ms`
    to `until_ms`, in milliseconds since 1970.
    """

    start_ms: int
    end_ms: int
    at_ms: int
    until_ms: int


class SegmentTimes:
    """Finds segments by time. They are in order, and none overlaps the next one."""

    def __init__(self, segments: Sequence[TimedSegment]) -> None:
        self.segments = segments
        self._starts = [segment.at_ms for segment in segments]

    def find(self, at_ms: int) -> int | None:
        """Return the index of the segment that shows a time; None if there is none."""
        index = bisect_right(self._starts, at_ms) - 1
        return index if index >= 0 and at_ms < self.segments[index].until_ms else None

    def find_overlapping(self, start_ms: int, end_ms: int) -> range:
        """Return the indexes of the segments that show any part of a range."""
        first = max(0, bisect_right(self._starts, start_ms) - 1)
        if first < len(self.segments) and self.segments[first].until_ms <= start_ms:
            first += 1
        last = bisect_right(self._starts, end_ms - 1)
        return range(first, max(first, last))

    def find_nearest(self, start_ms: int, end_ms: int) -> list[int]:
        """Return the indexes of the segments that are in a range by half or more: those between the
        boundaries that are nearest to it.
        """
        middles = ((index, self.segments[index]) for index in self.find_overlapping(start_ms, end_ms))
        return [index for index, it in middles if start_ms <= it.at_ms + it.duration_ms / 2 <= end_ms]

    def get_duration_ms(self, indexes: Iterable[int]) -> int:
        """Return the total duration of segments."""
        return sum(self.segments[index].duration_ms for index in indexes)


def list_ranges(segments: Sequence[TimedSegment], indexes: Sequence[int]) -> list[PlayedRange]:
    """Return the ranges that a playlist of some segments plays. The indexes are in order."""
    ranges: list[PlayedRange] = []
    position_ms, previous = 0, None
    for index in indexes:
        segment = segments[index]
        end_ms = position_ms + segment.duration_ms
        if previous == index - 1 and ranges:
            last = ranges[-1]
            ranges[-1] = PlayedRange(last.start_ms, end_ms, last.at_ms, segment.until_ms)
        else:
            ranges.append(PlayedRange(position_ms, end_ms, segment.at_ms, segment.until_ms))
        position_ms, previous = end_ms, index
    return ranges


def render_range_playlist(segments: Sequence[TimedSegment], indexes: Sequence[int]) -> str:
    """Return the media playlist of some segments, with a discontinuity at each cut. The indexes are in order.

    Each segment has its date, so that a player knows what the clock of the game shows.
    """
    longest_ms = max((segments[index].duration_ms for index in indexes), default=0)
    lines = [*_HEADER, f"#EXT-X-TARGETDURATION:{ceil(longest_ms / 1000)}", "#EXT-X-MEDIA-SEQUENCE:0"]
    lines += ["#EXT-X-PLAYLIST-TYPE:VOD"]
    previous = None
    for index in indexes:
        segment = segments[index]
        is_cut = previous is not None and (
            previous != index - 1 or segments[previous].discontinuity != segment.discontinuity
        )
        lines += ["#EXT-X-DISCONTINUITY"] if is_cut else []
        lines += [
            f"#EXT-X-PROGRAM-DATE-TIME:{_format_instant(segment.at_ms)}",
            f"#EXTINF:{segment.duration_ms / 1000:.3f},",
            segment.uri,
        ]
        previous = index
    return "\n".join([*lines, "#EXT-X-ENDLIST"]) + "\n"


def render_range_master(variants: Sequence[tuple[str, str]]) -> str:
    """Return the master playlist. A variant is the attributes of its EXT-X-STREAM-INF tag, and its URI."""
    lines = [line for attributes, uri in variants for line in (VARIANT_TAG + attributes, uri)]
    return "\n".join([*_HEADER, *lines]) + "\n"


def _format_instant(at_ms: int) -> str:
    seconds, milliseconds = divmod(at_ms, 1000)
    instant = datetime.fromtimestamp(seconds, UTC).replace(microsecond=milliseconds * 1000)
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
