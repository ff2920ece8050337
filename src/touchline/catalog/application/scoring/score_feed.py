"""Score feeds: systems that send the state of a scoreboard, and how the state becomes entries."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from touchline.catalog.application.scoring.append_entries import AppendEntries
from touchline.catalog.domain.scoring.scoreboard import GameClock, Phase, Scoreboard, apply_entry
from touchline.catalog.domain.scoring.sport import ClockDirection, Sport
from touchline.catalog.domain.scoring.timeline import EntryKind, Half, Pair, Side, TimelineEntry
from touchline.catalog.ports.scoring.timelines import ScoreSource, Timelines
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId

CLOCK_TOLERANCE_MS = 1500
"""Difference in milliseconds up to which two clocks are equal. Many scoreboards send whole seconds."""
_NAMESPACE = uuid.UUID("5b0c8c1e-2d0f-4f57-9a55-5f3d3a1f0a63")


PartialPair = tuple[int | None, int | None]
"""A value of the away side and one of the home side. None is a value that is not known."""


@dataclass(frozen=True, slots=True)
class FeedState:
    """The state of a scoreboard at a time. What the system does not know is None.

    `points` are those of the current set in a sport of sets. `clock_seconds` is what the clock shows.
    `overtime` is the number of the overtime, for systems that do not count its period. `half` is that of an
    inning.
    """

    at_ms: int
    points: PartialPair | None = None
    sets: PartialPair | None = None
    period: int | None = None
    clock_seconds: int | None = None
    is_clock_running: bool | None = None
    is_final: bool = False
    overtime: int | None = None
    half: Half | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the system knows nothing, such as a camera whose view is blocked."""
        return self == FeedState(self.at_ms)

    def get_period(self, sport: Sport) -> int | None:
        """Return the period, counted from 1 and on in overtime; None if it is not known."""
        if self.overtime is None:
            return self.period
        return max(self.period or 0, sport.periods.count + self.overtime)


@dataclass(frozen=True)
class PostScoreboard:
    """Use case: take the state of a scoreboard from a system, and add the entries that lead to it."""

    append_entries: AppendEntries
    timelines: Timelines
    clock: Clock

    def __call__(self, event_id: EventId, source: str, state: FeedState) -> int:
        """Return the revision of the timeline. A state sent twice adds nothing. Raises `NotFoundError`.

        A system whose state is empty does not keep the score, as if it were silent.
        """
        timeline = self.append_entries.load(event_id)
        if state.is_empty:
            return timeline.revision
        self.timelines.save_source(event_id, ScoreSource(source, self.clock.now()))
        board = timeline.get_scoreboard(state.at_ms)
        entries = find_changes(timeline.sport, board, state, f"{event_id}:{source}")
        if not entries:
            return timeline.revision
        return self.append_entries.add(timeline, f"system:{source}", entries).revision


def find_changes(sport: Sport, board: Scoreboard, state: FeedState, prefix: str) -> Sequence[TimelineEntry]:
    """Return the entries that lead from a scoreboard to a state. Their ids depend on the prefix and the state
    alone.
    """
    changes = _Changes(sport, board, state, prefix)
    return [*changes.find()]


class _Changes:
    """The entries that lead to a state. The scoreboard follows each of them."""

    def __init__(self, sport: Sport, board: Scoreboard, state: FeedState, prefix: str) -> None:
        self._sport = sport
        self._board = board
        self._state = state
        self._prefix = f"{prefix}:{state.at_ms}"

    def find(self) -> Iterator[TimelineEntry]:
        """Yield the entries in the order in which the timeline folds them."""
        yield from self._find_period()
        yield from self._find_clock()
        yield from self._find_points()
        if self._state.is_final and self._board.phase is not Phase.ENDED:
            yield self._create(EntryKind.GAME_ENDED)

    def _find_period(self) -> Iterator[TimelineEntry]:
        state, board = self._state, self._board
        period = state.get_period(self._sport)
        half = state.half if self._sport.periods.has_halves else None
        is_new = period is not None and period != board.period
        is_new_half = half is not None and half is not board.half and bool(period or board.period)
        has_begun = board.phase is Phase.BEFORE and any(state.points or ())
        is_running = state.is_clock_running and board.phase in (Phase.BEFORE, Phase.BREAK)
        if is_new or is_new_half or has_begun or is_running:
            number = period or (board.period if is_new_half else board.period + 1)
            yield self._create(EntryKind.PERIOD_STARTED, period=number, half=half)

    def _find_points(self) -> Iterator[TimelineEntry]:
        before = self._board.points
        points = _fill(self._state.points, before)
        sets = _fill(self._state.sets, self._board.sets) if self._state.sets else None
        has_sets_changed = sets is not None and sets != self._board.sets
        if self._state.points is None or (points == before and not has_sets_changed):
            return
        gains = (points[0] - before[0], points[1] - before[1])
        scored = [
            (side, kind)
            for side, gain, other in ((Side.AWAY, *gains), (Side.HOME, gains[1], gains[0]))
            for kind in self._sport.scores
            if kind.points == gain and other == 0
        ]
        if scored and not has_sets_changed:
            side, kind = scored[0]
            yield self._create(EntryKind.SCORED, side=side, points=kind.points, type=kind.key)
        else:
            yield self._create(EntryKind.SCORE_SET, score=points, sets=sets)

    def _find_clock(self) -> Iterator[TimelineEntry]:
        if self._sport.clock is ClockDirection.NONE:
            return
        seconds, is_running = self._state.clock_seconds, self._state.is_clock_running
        clock = self._board.clock
        shown_ms = clock.get_ms(self._state.at_ms, self._sport.clock) if clock else None
        if seconds is not None and (shown_ms is None or abs(shown_ms - seconds * 1000) > CLOCK_TOLERANCE_MS):
            if is_running is None and clock is not None:
                is_running = self._guess_running(clock, seconds * 1000)
            yield self._create(EntryKind.CLOCK_SET, seconds=seconds)
        clock = self._board.clock
        if is_running is not None and clock is not None and is_running is not clock.is_running:
            yield self._create(EntryKind.CLOCK_STARTED if is_running else EntryKind.CLOCK_STOPPED)

    def _guess_running(self, clock: GameClock, read_ms: int) -> bool:
        """Return whether a clock runs that shows something else than the timeline says.

        A running clock that has fallen behind was stopped. A stopped clock that has advanced runs, unless it
        has advanced more than the time that has passed: then somebody has set it.
        """
        sign = -1 if self._sport.clock is ClockDirection.DOWN else 1
        advanced_ms = sign * (read_ms - clock.shown_ms)
        passed_ms = self._state.at_ms - clock.since_ms
        if clock.is_running:
            return advanced_ms > passed_ms
        return 0 < advanced_ms <= passed_ms + CLOCK_TOLERANCE_MS

    def _create(self, kind: EntryKind, **fields: object) -> TimelineEntry:
        """Return an entry, and apply it to the scoreboard. The same state gets the same ids."""
        entry_id = str(uuid.uuid5(_NAMESPACE, f"{self._prefix}:{kind.value}"))
        entry = replace(TimelineEntry(entry_id, kind, self._state.at_ms), **fields)  # type: ignore[arg-type]
        self._board = apply_entry(self._sport, self._board, entry)
        return entry


def _fill(pair: PartialPair | None, known: Pair) -> Pair:
    """Return the pair, with the known value in place of each one that it lacks."""
    away, home = pair or (None, None)
    return known[0] if away is None else away, known[1] if home is None else home
