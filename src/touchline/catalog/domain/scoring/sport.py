"""Sports as data: periods, clock, points and moments of a game, and how its result is written.

Touchline ships definitions of common sports. A channel's pack can add one or replace one. `sport_parser`
reads both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from touchline.shared.strings.localized import LocalText, localize


class ScoringMethod(StrEnum):
    """What decides a game: points, sets won, or nothing that a scoreboard shows."""

    POINTS = "points"
    SETS = "sets"
    NONE = "none"


class ClockDirection(StrEnum):
    """Whether the clock of a period counts down to zero, up from zero, or does not exist."""

    DOWN = "down"
    UP = "up"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class PeriodNames:
    """The names of a period, and of the break after it."""

    name: LocalText
    short_name: LocalText
    break_name: LocalText


@dataclass(frozen=True, slots=True)
class PeriodRules:
    """The periods of regulation. `seconds` is the length of each; None if the clock does not limit them.

    `has_halves`: each period has a top and a bottom half, as in baseball.
    """

    names: tuple[PeriodNames, ...]
    seconds: int | None = None
    has_halves: bool = False

    @property
    def count(self) -> int:
        """The number of periods of regulation."""
        return len(self.names)


@dataclass(frozen=True, slots=True)
class OvertimeRules:
    """What follows a tie after regulation. `{number}` in a name is the number of the overtime, and `{period}`
    that of the period.

    `result` is the note of a result, such as `OT`. `max_count` is None if overtime continues until one side
    leads.
    """

    name: LocalText
    short_name: LocalText
    result: LocalText
    seconds: int | None = None
    max_count: int | None = None


@dataclass(frozen=True, slots=True)
class ShootoutRules:
    """A shootout: its name, and the note of a result, such as `SO`.

    `counts_as_tie`: in the standings, a game that it decides is a tie.
    """

    name: LocalText
    short_name: LocalText
    result: LocalText
    counts_as_tie: bool = False


@dataclass(frozen=True, slots=True)
class SetRules:
    """When a set ends: at `points`, or at `last_points` in the deciding set, with a lead of `margin`."""

    to_win: int
    points: int
    last_points: int
    margin: int = 2


@dataclass(frozen=True, slots=True)
class ScoreType:
    """A way to score, and a button of the scorer. A `is_moment` score is a key moment, such as a goal."""

    key: str
    name: LocalText
    points: int
    is_moment: bool = False


@dataclass(frozen=True, slots=True)
class MomentType:
    """A moment without points, such as a save. Summaries show `is_big` moments first."""

    key: str
    name: LocalText
    is_big: bool = False


@dataclass(frozen=True, slots=True)
class StandingsPoints:
    """The points of a result in the standings. None of them means that the share of wins decides.

    `overtime_win` and `overtime_loss` also stand for a shootout. `forfeit_loss` is negative if a team that
    forfeits loses points.
    """

    win: int
    tie: int
    loss: int
    overtime_win: int
    overtime_loss: int
    forfeit_loss: int = 0


@dataclass(frozen=True, slots=True)
class Sport:
    """A sport. `key` is the `sport` of categories and teams. `can_tie`: a game may end with equal scores."""

    key: str
    name: LocalText
    method: ScoringMethod = ScoringMethod.POINTS
    clock: ClockDirection = ClockDirection.NONE
    periods: PeriodRules = field(default_factory=lambda: PeriodRules(()))
    overtime: OvertimeRules | None = None
    shootout: ShootoutRules | None = None
    sets: SetRules | None = None
    can_tie: bool = False
    scores: tuple[ScoreType, ...] = ()
    moments: tuple[MomentType, ...] = ()
    standings: StandingsPoints | None = None

    @property
    def has_score(self) -> bool:
        """Whether games of the sport have a score."""
        return self.method is not ScoringMethod.NONE

    def find_score_type(self, key: str) -> ScoreType | None:
        """Return the way to score with this key; None if there is none."""
        return next((kind for kind in self.scores if kind.key == key), None)

    def find_moment_type(self, key: str) -> MomentType | None:
        """Return the moment with this key; None if there is none."""
        return next((kind for kind in self.moments if kind.key == key), None)

    def is_overtime(self, period: int) -> bool:
        """Return whether a period, counted from 1, is an overtime."""
        return period > self.periods.count

    def get_period_seconds(self, period: int) -> int | None:
        """Return the length of a period in seconds; None if the clock does not limit it."""
        if not self.is_overtime(period):
            return self.periods.seconds
        return self.overtime.seconds if self.overtime else None

    def get_start_seconds(self, period: int) -> int:
        """Return what the clock shows at the start of a period.

        A clock that counts up goes on from the periods of regulation before: the second half of a soccer game
        starts at 45:00.
        """
        if self.clock is ClockDirection.DOWN:
            return self.get_period_seconds(period) or 0
        if self.clock is ClockDirection.UP:
            return sum(self.get_period_seconds(number) or 0 for number in range(1, period))
        return 0

    def get_period_name(self, period: int, language: str, fallback: str, *, is_short: bool = False) -> str:
        """Return the name of a period, counted from 1. Empty before the first one."""
        if period < 1:
            return ""
        if not self.is_overtime(period):
            names = self.periods.names[period - 1]
            return localize(names.short_name if is_short else names.name, language, fallback)
        if self.overtime is None:
            return str(period)
        text = self.overtime.short_name if is_short else self.overtime.name
        return self._fill(localize(text, language, fallback), period)

    def get_break_name(self, period: int, language: str, fallback: str) -> str:
        """Return the name of the break after a period. Empty if the sport has none for it."""
        if not 1 <= period <= self.periods.count:
            return ""
        return localize(self.periods.names[period - 1].break_name, language, fallback)

    def get_overtime_note(self, period: int | None, language: str, fallback: str) -> str:
        """Return the note of a result after overtime, such as `OT` or `2OT`.

        `period` is the last one, None if not known.
        """
        if self.overtime is None:
            return ""
        text = localize(self.overtime.result, language, fallback)
        if period is None or not self.is_overtime(period):
            return text.replace("{number}", "").replace("{period}", "").strip()
        return self._fill(text, period)

    @property
    def counts_overtime_losses(self) -> bool:
        """Whether a loss after overtime is worth other points than one in regulation."""
        return self.standings is not None and self.standings.overtime_loss != self.standings.loss

    def _fill(self, text: str, period: int) -> str:
        """Fill in the numbers of an overtime. The number of the first one is left out."""
        number = period - self.periods.count
        return (
            text.replace("{number}", str(number) if number > 1 else "").replace("{period}", str(period))
        ).strip()
