"""The scoreboard: what a timeline says about the state of a game at a time.

It is a fold of the timeline. Nothing else stores a score that can differ from it, so a correction fixes
everything that follows from it. The scorer page folds the same way while it is offline
(`web/src/catalog/scoring/fold.ts`); `contracts/timeline` has the examples that both must agree on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from touchline.catalog.domain.events.score import Ending, Winner
from touchline.catalog.domain.scoring.sport import ClockDirection, ScoringMethod, Sport
from touchline.catalog.domain.scoring.timeline import EntryKind, Half, Pair, Side, TimelineEntry, resolve


class Phase(StrEnum):
    """Where a game is."""

    BEFORE = "before"
    PERIOD = "period"
    BREAK = "break"
    SHOOTOUT = "shootout"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of a game. It showed `shown_ms` at `since_ms`, and runs from then or is stopped."""

    shown_ms: int
    since_ms: int
    is_running: bool = False

    def get_ms(self, at_ms: int, direction: ClockDirection) -> int:
        """Return what the clock shows at a time. A clock that counts down stops at zero."""
        elapsed = max(0, at_ms - self.since_ms) if self.is_running else 0
        if direction is ClockDirection.DOWN:
            return max(0, self.shown_ms - elapsed)
        return self.shown_ms + elapsed


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The state of a game.

    `points` are those of the current set in a sport of sets. `sets` are the sets won. `by_period` has the
    points of each period or set. `ending` is set once the game has ended.
    """

    phase: Phase = Phase.BEFORE
    period: int = 0
    half: Half | None = None
    clock: GameClock | None = None
    points: Pair = (0, 0)
    sets: Pair = (0, 0)
    by_period: tuple[Pair, ...] = ()
    shootout: Pair | None = None
    ending: Ending | None = None
    winner: Winner | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The scoreboard after an entry. It is valid until the next snapshot."""

    entry: TimelineEntry
    scoreboard: Scoreboard

    @property
    def at_ms(self) -> int:
        """The time from which the scoreboard is valid, in milliseconds since 1970."""
        return self.entry.at_ms


def fold(sport: Sport, entries: Iterable[TimelineEntry]) -> list[Snapshot]:
    """Return the scoreboard after each entry that counts, in order."""
    return fold_from(sport, Scoreboard(), entries)


def fold_from(sport: Sport, scoreboard: Scoreboard, entries: Iterable[TimelineEntry]) -> list[Snapshot]:
    """Return the scoreboard after each of more entries. All of them are later, and none is an undo or a
    correction of an earlier one.
    """
    snapshots = []
    for entry in resolve(entries):
        scoreboard = apply_entry(sport, scoreboard, entry)
        snapshots.append(Snapshot(entry, scoreboard))
    return snapshots


def apply_entry(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """Return the scoreboard after an entry. Undos and corrections change nothing here (`resolve`)."""
    apply = _APPLY.get(entry.kind)
    if apply is None:
        return board
    board = apply(sport, board, entry)
    return replace(board, ending=_find_ending(sport, board)) if board.phase is Phase.ENDED else board


def _start_period(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """Start a period. Two scorers who both start it start it once. A set that is still on ends before."""
    period = entry.period or board.period + 1
    if board.phase is Phase.PERIOD and board.period == period and board.half == entry.half:
        return board
    if sport.method is ScoringMethod.SETS and period > board.period:
        board = _end_period(sport, board, replace(entry, period=None))
    is_next_half = board.period == period and board.half is not entry.half
    return replace(
        board,
        phase=Phase.PERIOD,
        period=period,
        half=entry.half or (Half.TOP if sport.periods.has_halves else None),
        clock=_new_clock(sport, period, entry.at_ms) if not is_next_half else board.clock,
        points=(0, 0) if sport.method is ScoringMethod.SETS and not is_next_half else board.points,
        shootout=None,
        ending=None,
        winner=None,
    )


def _end_period(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """End the period. In a sport of sets, the side that leads wins the set, unless it was counted before."""
    if board.phase is not Phase.PERIOD or (entry.period and entry.period != board.period):
        return board
    clock = board.clock
    if clock and sport.clock is ClockDirection.DOWN:
        clock = GameClock(0, entry.at_ms)
    elif clock:
        clock = GameClock(clock.get_ms(entry.at_ms, sport.clock), entry.at_ms)
    away, home = board.points
    sets = board.sets
    if sport.method is ScoringMethod.SETS and away != home and sum(sets) < board.period:
        sets = _add(sets, Side.AWAY if away > home else Side.HOME, 1)
    return replace(board, phase=Phase.BREAK, clock=clock, sets=sets)


def _start_clock(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """Start the clock, and the next period if none is on."""
    if board.phase in (Phase.BEFORE, Phase.BREAK):
        board = _start_period(sport, board, entry)
    clock = board.clock
    if clock is None or clock.is_running:
        return board
    return replace(board, clock=GameClock(clock.shown_ms, entry.at_ms, is_running=True))


def _stop_clock(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    clock = board.clock
    if clock is None or not clock.is_running:
        return board
    return replace(board, clock=GameClock(clock.get_ms(entry.at_ms, sport.clock), entry.at_ms))


def _set_clock(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """Set the clock. It goes on running if it ran."""
    if sport.clock is ClockDirection.NONE or entry.seconds is None:
        return board
    is_running = board.clock is not None and board.clock.is_running
    return replace(board, clock=GameClock(entry.seconds * 1000, entry.at_ms, is_running))


def _score(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """Add points to a side. In a shootout, each score counts as one. A score before the start starts the
    first period.
    """
    if entry.side is None or entry.points is None:
        return board
    if board.phase is Phase.SHOOTOUT:
        goals = (entry.points > 0) - (entry.points < 0)
        return replace(board, shootout=_add(board.shootout or (0, 0), entry.side, goals))
    if board.phase is Phase.BEFORE:
        board = _start_period(sport, board, replace(entry, period=1))
    points = _add(board.points, entry.side, entry.points)
    return _count(board, points)


def _set_score(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """Set the score. In a shootout, it is the score of the shootout."""
    if entry.score is None:
        return board
    if board.phase is Phase.SHOOTOUT:
        return replace(board, shootout=entry.score)
    if board.phase is Phase.BEFORE:
        board = _start_period(sport, board, replace(entry, period=1))
    sets = entry.sets if entry.sets and sport.method is ScoringMethod.SETS else board.sets
    return replace(_count(board, entry.score), sets=sets)


def _start_shootout(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    if sport.shootout is None or board.phase is Phase.SHOOTOUT:
        return board
    return replace(board, phase=Phase.SHOOTOUT, shootout=(0, 0), clock=None, ending=None, winner=None)


def _end_game(sport: Sport, board: Scoreboard, entry: TimelineEntry) -> Scoreboard:
    """End the game. An entry with a winner is a forfeit; otherwise the period and the shootout decide."""
    if board.phase is Phase.PERIOD:
        board = _end_period(sport, board, replace(entry, period=None))
    return replace(board, phase=Phase.ENDED, winner=entry.winner)


def _find_ending(sport: Sport, board: Scoreboard) -> Ending:
    """Return how a game ended. A score after the end may change it."""
    shootout = board.shootout
    if board.winner is not None:
        return Ending.FORFEIT
    if shootout and shootout[0] != shootout[1] and board.points[0] == board.points[1]:
        return Ending.SHOOTOUT
    if sport.method is ScoringMethod.POINTS and sport.is_overtime(board.period):
        return Ending.OVERTIME
    return Ending.REGULATION


def _new_clock(sport: Sport, period: int, at_ms: int) -> GameClock | None:
    if sport.clock is ClockDirection.NONE:
        return None
    return GameClock(sport.get_start_seconds(period) * 1000, at_ms)


def _count(board: Scoreboard, points: Pair) -> Scoreboard:
    """Return the scoreboard with new points. The difference counts for the current period."""
    index = max(board.period, 1) - 1
    by_period = [*board.by_period, *((0, 0) for _ in range(index + 1 - len(board.by_period)))]
    away, home = by_period[index]
    by_period[index] = (
        max(0, away + points[0] - board.points[0]),
        max(0, home + points[1] - board.points[1]),
    )
    return replace(board, points=points, by_period=tuple(by_period))


def _add(pair: Pair, side: Side, points: int) -> Pair:
    away, home = pair
    return (max(0, away + points), home) if side is Side.AWAY else (away, max(0, home + points))


_APPLY: dict[EntryKind, Callable[[Sport, Scoreboard, TimelineEntry], Scoreboard]] = {
    EntryKind.PERIOD_STARTED: _start_period,
    EntryKind.PERIOD_ENDED: _end_period,
    EntryKind.CLOCK_STARTED: _start_clock,
    EntryKind.CLOCK_STOPPED: _stop_clock,
    EntryKind.CLOCK_SET: _set_clock,
    EntryKind.SCORED: _score,
    EntryKind.SCORE_SET: _set_score,
    EntryKind.SHOOTOUT_STARTED: _start_shootout,
    EntryKind.GAME_ENDED: _end_game,
}
