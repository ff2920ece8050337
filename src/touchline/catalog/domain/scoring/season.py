"""The season of a team: its results, record and streak, and its games against another team.

- A season starts on August 1 in the channel's time zone.
- Only games of the team's competition count: those of its category. A team without a category has one
  competition.
- Games of the teams that a team stands for are its own. A game between two of them does not count. Lists of
  teams, such as standings, count each game once, for the team that has played it (`without_children`).
- A canceled or postponed game has no result. A forfeit has one, even before its start.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.participation import expand_participants
from touchline.catalog.domain.events.score import Ending, Score, Winner
from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import Period
from touchline.catalog.domain.scoring.results import get_leader, is_decided_by_shootout
from touchline.catalog.domain.scoring.sport import Sport
from touchline.shared.days import start_of_day
from touchline.shared.ids import ParticipantId
from touchline.shared.strings.localized import LocalText, localize

FIRST_MONTH = 8


class Outcome(StrEnum):
    """How a game ended for a team."""

    WON = "won"
    LOST = "lost"
    TIED = "tied"


_STREAK_LETTERS: dict[Outcome, LocalText] = {
    Outcome.WON: {"en": "W", "fr": "V"},
    Outcome.LOST: {"en": "L", "fr": "D"},
    Outcome.TIED: {"en": "T", "fr": "N"},
}


@dataclass(frozen=True, slots=True)
class SideGame:
    """A game from the view of one of its teams. `opponent` is the other side."""

    event: Event
    opponent: Participant
    is_home: bool


@dataclass(frozen=True, slots=True)
class TeamResult:
    """The result of a game for a team. `is_overtime`: decided after regulation, also by a shootout."""

    game: SideGame
    score: Score
    outcome: Outcome
    is_overtime: bool

    @property
    def is_forfeit(self) -> bool:
        """Whether one side forfeited. The numbers of such a score do not count."""
        return self.score.ending is Ending.FORFEIT

    @property
    def scored(self) -> int:
        """The team's own points, goals or sets."""
        return self.score.home if self.game.is_home else self.score.away

    @property
    def allowed(self) -> int:
        """The opponent's points, goals or sets."""
        return self.score.away if self.game.is_home else self.score.home


@dataclass(frozen=True, slots=True)
class Record:
    """Results of a team, counted. `lost` has no overtime losses if the sport counts these apart.

    `points` is None for a sport without points in its standings.
    """

    won: int = 0
    lost: int = 0
    tied: int = 0
    overtime_losses: int = 0
    points: int | None = None
    scored: int = 0
    allowed: int = 0

    @property
    def played(self) -> int:
        """The number of results."""
        return self.won + self.lost + self.tied + self.overtime_losses

    @property
    def win_share(self) -> float:
        """The share of wins, from 0 to 1. A tie is half a win. 0 before the first result."""
        return (self.won + self.tied / 2) / self.played if self.played else 0.0

    @property
    def difference(self) -> int:
        """The score for less the score against."""
        return self.scored - self.allowed


@dataclass(frozen=True, slots=True)
class Streak:
    """The same outcome in the last `count` games."""

    outcome: Outcome
    count: int

    def format(self, language: str, fallback: str) -> str:
        """Return the streak as text, such as `W3`."""
        return f"{localize(_STREAK_LETTERS[self.outcome], language, fallback)}{self.count}"


def get_season_start(today: date) -> date:
    """Return the first day of the season: the last August 1."""
    return date(today.year if today.month >= FIRST_MONTH else today.year - 1, FIRST_MONTH, 1)


def get_season(now: datetime, zone: ZoneInfo) -> Period:
    """Return the current season of a channel in this time zone."""
    first = get_season_start(now.astimezone(zone).date())
    return Period(start_of_day(first, zone), start_of_day(first.replace(year=first.year + 1), zone))


def find_side(event: Event, team_ids: frozenset[ParticipantId]) -> SideGame | None:
    """Return a game from the view of one of these teams; None if none or both of them play in it."""
    if not event.is_matchup:
        return None
    away, home = event.ordered_sides
    is_home = home.participant.id in team_ids
    if is_home is (away.participant.id in team_ids):
        return None
    return SideGame(event, (away if is_home else home).participant, is_home)


def without_children(team: Participant) -> Participant:
    """Return a team that has only the games that it has played itself."""
    return replace(team, children=())


class EventsBySide:
    """Events by their participants, so that each of many teams looks at its own events only."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._positions: dict[ParticipantId, list[int]] = {}
        for position, event in enumerate(events):
            for side in event.sides:
                self._positions.setdefault(side.participant.id, []).append(position)

    def list_for(self, team: Participant) -> list[Event]:
        """Return the events of a team and of the teams that it stands for, in their order."""
        ids = expand_participants([team])
        positions = {position for one in ids for position in self._positions.get(one, ())}
        return [self._events[position] for position in sorted(positions)]


def list_games(team: Participant, events: Iterable[Event]) -> list[SideGame]:
    """Return the games of a team in its competition, in the order of the events."""
    ids = expand_participants([team])
    games = (find_side(event, ids) for event in events if _is_in_competition(team, event))
    return [game for game in games if game]


def find_result(game: SideGame, sport: Sport | None, now: datetime) -> TeamResult | None:
    """Return the result of a game; None if there is none."""
    score = game.event.current_score
    if score is None or not _is_decided(game.event, score, now):
        return None
    is_shootout = is_decided_by_shootout(score)
    rules = sport.shootout if sport else None
    counts_as_tie = is_shootout and rules is not None and rules.counts_as_tie
    leader = None if counts_as_tie else get_leader(score)
    own_side = Winner.HOME if game.is_home else Winner.AWAY
    outcome = Outcome.TIED if leader is None else Outcome.WON if leader is own_side else Outcome.LOST
    return TeamResult(game, score, outcome, is_shootout or score.ending is Ending.OVERTIME)


def list_results(games: Iterable[SideGame], sport: Sport | None, now: datetime) -> list[TeamResult]:
    """Return the results of games, in their order."""
    results = (find_result(game, sport, now) for game in games)
    return [result for result in results if result]


def count_results(results: Sequence[TeamResult], sport: Sport | None) -> Record:
    """Return the record that results make."""
    counted = [result for result in results if not result.is_forfeit]
    lost = [result for result in results if result.outcome is Outcome.LOST]
    overtime_losses = (
        sum(result.is_overtime for result in lost) if sport and sport.counts_overtime_losses else 0
    )
    return Record(
        won=sum(result.outcome is Outcome.WON for result in results),
        lost=len(lost) - overtime_losses,
        tied=sum(result.outcome is Outcome.TIED for result in results),
        overtime_losses=overtime_losses,
        points=_sum_points(results, sport),
        scored=sum(result.scored for result in counted),
        allowed=sum(result.allowed for result in counted),
    )


def find_streak(results: Sequence[TeamResult]) -> Streak | None:
    """Return the streak of a team from its results, oldest first; None without a result."""
    count = 0
    for result in reversed(results):
        if result.outcome is not results[-1].outcome:
            break
        count += 1
    return Streak(results[-1].outcome, count) if count else None


def select_meetings(games: Iterable[SideGame], opponent: Participant) -> list[SideGame]:
    """Return the games against a team, or against a team that it stands for."""
    ids = expand_participants([opponent])
    return [game for game in games if game.opponent.id in ids]


def format_record(record: Record, *, can_tie: bool) -> str:
    """Return a record as text: `4–1`, with ties `4–1–2`, and with overtime losses at the end `4–1–2–1`."""
    parts = [record.won, record.lost]
    if record.tied or (can_tie and record.overtime_losses):
        parts.append(record.tied)
    if record.overtime_losses:
        parts.append(record.overtime_losses)
    return "–".join(map(str, parts))


def _is_in_competition(team: Participant, event: Event) -> bool:
    category_id = event.category.id if event.category else None
    return team.category_id is None or category_id in (None, team.category_id)


def _is_decided(event: Event, score: Score, now: datetime) -> bool:
    status = event.get_status(now)
    is_forfeited = score.ending is Ending.FORFEIT and status is not StreamStatus.LIVE
    return event.takes_place and (status is StreamStatus.FINISHED or is_forfeited)


def _sum_points(results: Iterable[TeamResult], sport: Sport | None) -> int | None:
    if sport is None or sport.standings is None:
        return None
    rules = sport.standings
    points = {
        (Outcome.WON, False): rules.win,
        (Outcome.WON, True): rules.overtime_win,
        (Outcome.LOST, False): rules.loss,
        (Outcome.LOST, True): rules.overtime_loss,
    }
    return sum(
        rules.forfeit_loss
        if result.is_forfeit and result.outcome is Outcome.LOST
        else points.get((result.outcome, result.is_overtime), rules.tie)
        for result in results
    )
