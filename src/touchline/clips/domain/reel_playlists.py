"""The playlists of a reel: the segments of its highlights, one after the other, without a new encoding."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from touchline.clips.domain.captions import ClipCaptions, join_captions
from touchline.clips.domain.clip_segments import Segment, parse_segments
from touchline.clips.domain.footage import FootageSegment, Rendition

_VARIANT = "#EXT-X-STREAM-INF:"
_RESOLUTION = re.compile(r"RESOLUTION=(\d+)x(\d+)")
_GROUPS = re.compile(r',?(?:AUDIO|CLOSED-CAPTIONS|SUBTITLES)=(?:"[^"]*"|NONE)')


@dataclass(frozen=True, slots=True)
class Variant:
    """A rendition of a clip: its attributes in the master playlist, and its segments."""

    attributes: str
    segments: Sequence[Segment]


@dataclass(frozen=True, slots=True)
class ReelPart:
    """A highlight in a reel. `starts_at_ms` is when its first frame was live, `variants` begin with the
    largest one. `captions` count from the first frame of the highlight, which is at `offset_ms` of its
    playlist.
    """

    folder: str
    starts_at_ms: int
    variants: Sequence[Variant]
    captions: Sequence[ClipCaptions] = ()
    offset_ms: int = 0


def parse_variants(master: str, playlists: Mapping[str, str]) -> list[Variant]:
    """Return the renditions of a clip. `playlists` are its media playlists by URI."""
    lines = master.splitlines()
    return [
        Variant(_GROUPS.sub("", line.removeprefix(_VARIANT)), parse_segments(uri, playlists[uri]))
        for line, uri in pairwise(lines)
        if line.startswith(_VARIANT) and uri in playlists
    ]


def list_uris(master: str) -> list[str]:
    """Return the URIs of the media playlists of a master playlist."""
    return [uri for line, uri in pairwise(master.splitlines()) if line.startswith(_VARIANT)]


def join_parts(parts: Sequence[ReelPart]) -> list[Rendition]:
    """Return the renditions of a reel, the largest one first, with a discontinuity at each cut.

    What two highlights share is shown once. A reel has as many renditions as the highlight with the fewest.
    """
    chosen = _choose_segments(parts)
    count = min((len(part.variants) for part in parts), default=0)
    return [rendition for rank in range(count) if (rendition := _join(parts, chosen, rank)).segments]


def join_part_captions(parts: Sequence[ReelPart]) -> list[ClipCaptions]:
    """Return the captions of a reel, with the times at which it shows their segments."""
    joined: list[tuple[Sequence[ClipCaptions], int]] = []
    position_ms = 0
    for part, indexes in zip(parts, _choose_segments(parts), strict=True):
        segments = part.variants[0].segments if part.variants else ()
        starts_ms = [0, *accumulate(segment.duration_ms for segment in segments)]
        for index in indexes:
            start_ms = starts_ms[index] - part.offset_ms
            shown = [it.cut(start_ms, start_ms + segments[index].duration_ms) for it in part.captions]
            joined.append((shown, position_ms))
            position_ms += segments[index].duration_ms
    return join_captions(joined)


def _choose_segments(parts: Sequence[ReelPart]) -> list[list[int]]:
    """Return the indexes of the segments of each part that no earlier part has shown."""
    shown: list[tuple[int, int]] = []
    chosen: list[list[int]] = []
    for part in parts:
        at_ms, indexes, ranges = part.starts_at_ms, [], []
        for index, segment in enumerate(part.variants[0].segments if part.variants else ()):
            middle_ms = at_ms + segment.duration_ms / 2
            if not any(start_ms <= middle_ms < end_ms for start_ms, end_ms in shown):
                indexes.append(index)
                ranges.append((at_ms, at_ms + segment.duration_ms))
            at_ms += segment.duration_ms
        shown += ranges
        chosen.append(indexes)
    return chosen


def _join(parts: Sequence[ReelPart], chosen: Sequence[Sequence[int]], rank: int) -> Rendition:
    segments: list[FootageSegment] = []
    position_ms = run = 0
    previous: tuple[int, int, int] | None = None
    for number, (part, indexes) in enumerate(zip(parts, chosen, strict=True)):
        variant = part.variants[rank]
        for index in indexes:
            if index >= len(variant.segments):
                continue
            segment = variant.segments[index]
            run += previous is not None and previous != (number, index - 1, segment.discontinuity)
            segments.append(
                FootageSegment(f"{part.folder}/{segment.name}", position_ms, segment.duration_ms, run)
            )
            position_ms += segment.duration_ms
            previous = (number, index, segment.discontinuity)
    attributes = parts[0].variants[rank].attributes
    size = _RESOLUTION.search(attributes)
    width, height = (int(size[1]), int(size[2])) if size else (0, 0)
    return Rendition(f"v{rank}", width, height, attributes, tuple(segments))
