"""Standings of a category.

Teams are sorted by their points or, in a sport without points, by their share of wins. Teams that are equal
are sorted by:

1. their games against each other, by the same measure, if each of them has played one;
2. the difference of their scores (goals, points or sets);
3. their own score.

Teams that are equal in all of these share a rank. Teams without a result have no rank and come last.

Each game counts once, for the teams that have played it. A team that only stands for others, such as the team
of a school whose players are in a co-op, is not listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.scoring.season import (
    EventsBySide,
    Record,
    Streak,
    TeamResult,
    count_results,
    find_streak,
    list_games,
    list_results,
    without_children,
)
from touchline.catalog.domain.scoring.sport import Sport

SortKey = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings. `rank` counts from 1; None before the team's first result."""

    team: Participant
    rank: int | None
    record: Record
    streak: Streak | None


@dataclass(frozen=True, slots=True)
class _Candidate:
    team: Participant
    results: Sequence[TeamResult]
    record: Record


def rank_teams(
    teams: Iterable[Participant], events: Sequence[Event], sport: Sport | None, now: datetime
) -> list[Standing]:
    """Return the standings of the teams of a category. `events` are its events, oldest first."""
    by_side = EventsBySide(events)
    candidates = [_build_candidate(team, by_side, sport, now) for team in teams]
    played = [candidate for candidate in candidates if candidate.results]
    waiting = [one for one in candidates if not one.results and not one.team.children]
    return [
        *_assign_ranks(_sort_candidates(played, sport)),
        *(Standing(candidate.team, None, candidate.record, None) for candidate in waiting),
    ]


def _build_candidate(
    team: Participant, events: EventsBySide, sport: Sport | None, now: datetime
) -> _Candidate:
    own = without_children(team)
    results = list_results(list_games(own, events.list_for(own)), sport, now)
    return _Candidate(team, results, count_results(results, sport))


def _sort_candidates(
    candidates: Sequence[_Candidate], sport: Sport | None
) -> Iterator[tuple[SortKey, _Candidate]]:
    """Yield the candidates, best first, with what they were sorted by."""

    def get_measure(candidate: _Candidate) -> float:
        return _measure(candidate.record)

    ordered = sorted(candidates, key=get_measure, reverse=True)
    for measure, equals in groupby(ordered, key=get_measure):
        yield from _break_ties(measure, [*equals], sport)


def _break_ties(
    measure: float, equals: Sequence[_Candidate], sport: Sport | None
) -> Iterator[tuple[SortKey, _Candidate]]:
    get_meeting_measure = _compare_meetings(equals, sport)
    keyed = [
        (
            (measure, get_meeting_measure(one), float(one.record.difference), float(one.record.scored)),
            one,
        )
        for one in equals
    ]
    yield from sorted(keyed, key=lambda pair: pair[0], reverse=True)


def _compare_meetings(equals: Sequence[_Candidate], sport: Sport | None) -> Callable[[_Candidate], float]:
    """Return the measure of the games between equal teams: 0 for all unless each has played one."""
    ids = {candidate.team.id for candidate in equals}
    measures: dict[int, float] = {}
    for candidate in equals:
        meetings = [result for result in candidate.results if result.game.opponent.id in ids]
        if not meetings:
            return lambda _: 0.0
        measures[candidate.team.id] = _measure(count_results(meetings, sport))
    return lambda candidate: measures[candidate.team.id]


def _measure(record: Record) -> float:
    return record.win_share if record.points is None else float(record.points)


def _assign_ranks(ordered: Iterable[tuple[SortKey, _Candidate]]) -> Iterator[Standing]:
    rank, previous = 0, None
    for position, (key, candidate) in enumerate(ordered, start=1):
        if key != previous:
            rank, previous = position, key
        yield Standing(candidate.team, rank, candidate.record, find_streak(candidate.results))
