"""Summaries of a game: its moments in 60 to 90 s, or only the time in which the clock ran."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from touchline.catalog.domain.media.range_playlists import SegmentTimes
from touchline.catalog.domain.scoring.moments import KeyMoment, MomentKind
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, Snapshot
from touchline.catalog.domain.scoring.sport import ClockDirection, Sport

MIN_SUMMARY_MS = 60_000
MAX_SUMMARY_MS = 90_000
_WINDOWS = ((8_000, 6_000), (8_000, 4_000), (6_000, 3_000), (4_000, 2_000), (2_000, 1_000))
"""Milliseconds before and after a moment, the longest first. Scorers press after the moment."""
_SHOWN_KINDS = (MomentKind.SCORE, MomentKind.MOMENT, MomentKind.PERIOD_END)


HIGHLIGHT_LEAD_MS = 8_000
HIGHLIGHT_TAIL_MS = 4_000
"""Milliseconds that a highlight shows before and after its moment. A longer tail would delay it on live."""


class SummaryKind(StrEnum):
    """What a summary shows: the key moments, or the time in which the clock ran."""

    MOMENTS = "moments"
    CONDENSED = "condensed"


@dataclass(frozen=True, slots=True)
class TimeRange:
    """A range of time, in milliseconds since 1970. It excludes `end_ms`."""

    start_ms: int
    end_ms: int


def choose_moments(moments: Iterable[KeyMoment], times: SegmentTimes) -> list[int]:
    """Return the indexes of the segments that show the key moments in at most 90 s, in order.

    Big moments come first, and among equals the later ones. Each is shown as long as all big ones fit. If
    these need less than 60 s, other moments are added. A game with few moments has less than 60 s.
    """
    shown = [moment for moment in moments if moment.kind in _SHOWN_KINDS]
    shown = [moment for moment in shown if times.find(moment.at_ms) is not None]
    latest_first = sorted(shown, key=lambda moment: -moment.at_ms)
    big = [moment for moment in latest_first if moment.is_big]
    small = [moment for moment in latest_first if not moment.is_big]
    chosen: frozenset[int] = frozenset()
    for window in _WINDOWS:
        chosen, is_complete = _add_fitting(chosen=frozenset(), moments=big, times=times, window=window)
        if is_complete:
            break
    for moment in small:
        if times.get_duration_ms(chosen) >= MIN_SUMMARY_MS:
            break
        chosen, _ = _add_fitting(chosen=chosen, moments=[moment], times=times, window=_WINDOWS[0])
    return sorted(chosen)


def _add_fitting(
    chosen: frozenset[int], moments: Sequence[KeyMoment], times: SegmentTimes, window: tuple[int, int]
) -> tuple[frozenset[int], bool]:
    """Return the segments with those of the moments that fit, and whether all moments fit."""
    lead_ms, tail_ms = window
    is_complete = True
    for moment in moments:
        around = times.find_nearest(moment.at_ms - lead_ms, moment.at_ms + tail_ms)
        at = times.find(moment.at_ms)
        more = chosen | {*around, *(() if at is None else (at,))}
        if times.get_duration_ms(more) <= MAX_SUMMARY_MS:
            chosen = more
        else:
            is_complete = False
    return chosen, is_complete


def choose_highlight(at_ms: int, times: SegmentTimes, *, is_growing: bool) -> list[int]:
    """Return the indexes of the segments that show a moment; none if a segment that it needs is missing.

    `is_growing`: more segments follow, as in a live stream. A highlight then waits for its last one.
    """
    at = times.find(at_ms)
    if at is None:
        return []
    last, tail_ms = times.segments[-1], at_ms + HIGHLIGHT_TAIL_MS
    if is_growing and last.until_ms + last.duration_ms / 2 <= tail_ms:
        return []
    return sorted({*times.find_nearest(at_ms - HIGHLIGHT_LEAD_MS, tail_ms), at})


def choose_running_time(sport: Sport, snapshots: Sequence[Snapshot], times: SegmentTimes) -> list[int]:
    """Return the indexes of the segments that show any time in which the clock ran, in order."""
    if not times.segments:
        return []
    ranges = list_running_time(sport, snapshots, times.segments[-1].until_ms)
    return sorted({index for it in ranges for index in times.find_overlapping(it.start_ms, it.end_ms)})


def list_running_time(sport: Sport, snapshots: Sequence[Snapshot], until_ms: int) -> list[TimeRange]:
    """Return when the clock of a game ran, up to a time: ordered ranges that do not touch.

    A sport without a clock has its periods instead, and a shootout always counts.
    """
    ranges: list[TimeRange] = []
    ends = [*(later.at_ms for later in snapshots[1:]), until_ms]
    for snapshot, next_ms in zip(snapshots, ends, strict=False):
        end_ms = min(_find_end(sport, snapshot.scoreboard, next_ms), until_ms)
        start_ms = snapshot.at_ms
        if end_ms <= start_ms:
            continue
        if ranges and start_ms <= ranges[-1].end_ms:
            ranges[-1] = TimeRange(ranges[-1].start_ms, max(end_ms, ranges[-1].end_ms))
        else:
            ranges.append(TimeRange(start_ms, end_ms))
    return ranges


def _find_end(sport: Sport, board: Scoreboard, next_ms: int) -> int:
    """Return until when the game runs before the next snapshot; 0 if it does not run."""
    if board.phase is Phase.SHOOTOUT:
        return next_ms
    if board.phase is not Phase.PERIOD:
        return 0
    if sport.clock is ClockDirection.NONE:
        return next_ms
    clock = board.clock
    if clock is None or not clock.is_running:
        return 0
    return min(next_ms, clock.since_ms + clock.shown_ms) if sport.clock is ClockDirection.DOWN else next_ms
