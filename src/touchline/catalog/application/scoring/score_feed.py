"""Score feeds: systems that send the state of a scoreboard, and how the state becomes entries."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from touchline.catalog.application.scoring.append_entries import AppendEntries
from touchline.catalog.application.scoring.event_checks import require_event
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, apply_entry, fold
from touchline.catalog.domain.scoring.sport import ClockDirection, Sport
from touchline.catalog.domain.scoring.timeline import EntryKind, Pair, Side, TimelineEntry
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.scoring.timelines import ScoreSource, Timelines
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId

CLOCK_TOLERANCE_MS = 1500
"""Difference in milliseconds up to which two clocks are equal. Many scoreboards send whole seconds."""
_NAMESPACE = uuid.UUID("5b0c8c1e-2d0f-4f57-9a55-5f3d3a1f0a63")


@dataclass(frozen=True, slots=True)
class FeedState:
    """The state of a scoreboard at a time. What the system does not know is None.

    `points` are those of the current set in a sport of sets. `clock_seconds` is what the clock shows.
    """

    at_ms: int
    points: Pair | None = None
    sets: Pair | None = None
    period: int | None = None
    clock_seconds: int | None = None
    is_clock_running: bool | None = None
    is_final: bool = False


@dataclass(frozen=True)
class PostScoreboard:
    """Use case: take the state of a scoreboard from a system, and add the entries that lead to it."""

    append_entries: AppendEntries
    timelines: Timelines
    events: Events
    sports: EventSports
    clock: Clock

    def __call__(self, event_id: EventId, source: str, state: FeedState) -> int:
        """Return the revision of the timeline. A state sent twice adds nothing. Raises `NotFoundError`."""
        require_event(self.events, event_id)
        revision = self.timelines.lock(event_id)
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        sport = self.sports.get(event)
        stored = self.timelines.list_entries(event_id)
        board = Scoreboard()
        for snapshot in fold(sport, (item.entry for item in stored)):
            if snapshot.at_ms <= state.at_ms:
                board = snapshot.scoreboard
        self.timelines.save_source(event_id, ScoreSource(source, self.clock.now()))
        entries = find_changes(sport, board, state, f"{event_id}:{source}")
        return self.append_entries(event_id, f"system:{source}", entries).revision if entries else revision


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
        state, board = self._state, self._board
        is_new_period = state.period is not None and state.period != board.period
        if is_new_period or (state.is_clock_running and board.phase in (Phase.BEFORE, Phase.BREAK)):
            yield self._create(EntryKind.PERIOD_STARTED, period=state.period or board.period + 1)
        yield from self._find_points()
        yield from self._find_clock()
        if state.is_final and self._board.phase is not Phase.ENDED:
            yield self._create(EntryKind.GAME_ENDED)

    def _find_points(self) -> Iterator[TimelineEntry]:
        points, sets = self._state.points, self._state.sets
        before = self._board.points
        has_sets_changed = sets is not None and sets != self._board.sets
        if points is None or (points == before and not has_sets_changed):
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
            yield self._create(EntryKind.CLOCK_SET, seconds=seconds)
        clock = self._board.clock
        if is_running is not None and clock is not None and is_running is not clock.is_running:
            yield self._create(EntryKind.CLOCK_STARTED if is_running else EntryKind.CLOCK_STOPPED)

    def _create(self, kind: EntryKind, **fields: object) -> TimelineEntry:
        """Return an entry, and apply it to the scoreboard. The same state gets the same ids."""
        entry_id = str(uuid.uuid5(_NAMESPACE, f"{self._prefix}:{kind.value}"))
        entry = replace(TimelineEntry(entry_id, kind, self._state.at_ms), **fields)  # type: ignore[arg-type]
        self._board = apply_entry(self._sport, self._board, entry)
        return entry
