"""Rules for segments: RFC 8216, sections 3 and 4.3.2, and the points of Apple's specification on encoding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from contracts.media.hls_playlists import Finding, Segment
from contracts.media.hls_segments import SegmentFacts, Track

Row = Sequence[tuple[Segment, SegmentFacts]]
_CLOCK_SLACK = 0.002
_LENGTH_SLACK = 0.02
_SOUND_OVERHANG = 0.25
"""Seconds by which sound and pictures of a segment may begin or end apart."""
_PEAK_SETS = (0.5, 1.5)
_TRUE = 0.1
WITHIN = f"within {_TRUE:.0%}"


def check_run(where: str, row: Row, *, independent: bool) -> list[Finding]:
    """Return what is wrong in segments that follow each other without a discontinuity."""
    found = []
    for segment, facts in row:
        name = f"{where}/{segment.uri}"
        found += [Finding(rule, name, what) for rule, what in _segment(segment, facts, independent)]
    for (_, before), (segment, after) in pairwise(row):
        name = f"{where}/{segment.uri}"
        found += [Finding(rule, name, what) for rule, what in _following(before, after)]
    return found


def _segment(segment: Segment, facts: SegmentFacts, independent: bool) -> Iterator[tuple[str, str]]:
    if not facts.is_ts:
        yield "transport-stream", "is not made of transport stream packets"
        return
    if not facts.begins_with_tables:
        yield "tables-first", "does not begin with PAT and PMT"
    if facts.counter_errors:
        yield "continuity-counters", f"{facts.counter_errors} continuity counters do not go on"
    if not facts.tracks:
        yield "has-packets", "holds no packets"
    kinds = [track.kind for track in facts.tracks if track.kind in ("video", "audio")]
    if len(kinds) != len(set(kinds)):
        yield "one-track-of-a-kind", f"holds tracks {kinds}"
    video, audio = facts.track("video"), facts.track("audio")
    if video and independent and not video.begins_with_key:
        yield "begins-with-key-frame", "does not begin with a key frame"
    main = video or audio
    if main and segment.seconds and abs(main.end - main.first - segment.seconds) > _slack(main):
        yield "extinf-is-true", f"lasts {main.end - main.first:.3f} s, EXTINF says {segment.seconds:.3f} s"
    if video and audio:
        if abs(audio.first - video.first) > _SOUND_OVERHANG:
            yield "tracks-begin-together", f"sound begins {audio.first - video.first:+.3f} s from the picture"
        if abs(audio.end - video.end) > _SOUND_OVERHANG:
            yield "tracks-end-together", f"sound ends {audio.end - video.end:+.3f} s from the picture"


def _slack(track: Track) -> float:
    return max(_LENGTH_SLACK, 1.5 * (track.end - track.first) / track.packets)


def _following(before: SegmentFacts, after: SegmentFacts) -> Iterator[tuple[str, str]]:
    """What needs a discontinuity in front of the second segment (section 4.3.2.3), and has none."""
    shapes = [
        sorted((track.kind, track.codec, track.pid) for track in facts.tracks) for facts in (before, after)
    ]
    if shapes[0] != shapes[1]:
        yield "discontinuity-where-tracks-change", f"tracks go from {shapes[0]} to {shapes[1]}"
        return
    for old, new in zip(before.tracks, after.tracks, strict=True):
        yield from _track(old, new)
    for pid, (first, _) in after.counters.items():
        if pid in before.counters and (first - before.counters[pid][1]) % 16 != 1:
            yield "counters-go-on", f"continuity counter of PID {pid} does not go on from the segment before"


def _track(old: Track, new: Track) -> Iterator[tuple[str, str]]:
    # A segment between two key frames may come without parameter sets, and its size is not known then.
    if old.width != 0 != new.width and (old.width, old.height) != (new.width, new.height):
        what = f"size goes from {old.width}x{old.height} to {new.width}x{new.height}"
        yield "discontinuity-where-size-changes", what
    step = (old.end - old.first) / old.packets
    if old.kind == "video":
        if abs(new.first - old.end) > 0.6 * step + _CLOCK_SLACK:
            yield "timestamps-go-on", f"pictures go on {new.first - old.end:+.3f} s from the segment before"
    elif abs(new.first - old.end) > _CLOCK_SLACK:
        yield "timestamps-go-on", f"sound goes on {new.first - old.end:+.4f} s from the segment before"


def peak_bits(sizes: Sequence[tuple[int, float]], target: float) -> float:
    """Return the peak bit rate of segments (bytes, seconds), as section 4.3.4.2 defines it.

    It is the highest of any segments in a row that last between half and one and a half target durations.
    """
    rates = []
    for first in range(len(sizes)):
        size, seconds = 0, 0.0
        for more, lasts in sizes[first:]:
            size, seconds = size + more, seconds + lasts
            if seconds > _PEAK_SETS[1] * target:
                break
            if seconds >= _PEAK_SETS[0] * target:
                rates.append(size * 8 / seconds)
    return max(rates, default=average_bits(sizes))


def average_bits(sizes: Sequence[tuple[int, float]]) -> float:
    """Return the average bit rate of segments (bytes, seconds)."""
    return sum(size for size, _ in sizes) * 8 / max(0.001, sum(seconds for _, seconds in sizes))


def is_true(stated: float, least: float, most: float) -> bool:
    """Return whether a stated bit rate is within 10 % of what was measured."""
    return least * (1 - _TRUE) <= stated <= most * (1 + _TRUE)


def frame_rate(row: Row) -> float:
    """Return the pictures a second of most segments; 0 without any."""
    rates = [track.rate for _, facts in row if (track := facts.track("video")) and track.rate]
    return float(median(rates)) if rates else 0.0
