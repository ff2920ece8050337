"""Key moments of an event: the entries of its timeline that viewers look for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from touchline.catalog.domain.scoring.scoreboard import Scoreboard, Snapshot
from touchline.catalog.domain.scoring.scores import name_phase
from touchline.catalog.domain.scoring.sport import ScoringMethod, Sport
from touchline.catalog.domain.scoring.timeline import EntryKind, Side
from touchline.shared.strings.localized import LocalText


class MomentKind(StrEnum):
    """What a key moment is: a score, another moment, the start or the end of a period, or the final."""

    SCORE = "score"
    MOMENT = "moment"
    PERIOD_START = "period_start"
    PERIOD_END = "period_end"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A key moment. `name` is what happened, such as "Goal", and `text` what the scorer added.

    `scoreboard` is the state of the game after it. Summaries show `is_big` moments first.
    """

    id: str
    at_ms: int
    kind: MomentKind
    name: LocalText
    scoreboard: Scoreboard
    side: Side | None = None
    text: str = ""
    is_big: bool = False


_HAPPENED = (MomentKind.SCORE, MomentKind.MOMENT)
_PERIOD_STARTS = (EntryKind.PERIOD_STARTED, EntryKind.CLOCK_STARTED, EntryKind.SHOOTOUT_STARTED)


def list_key_moments(sport: Sport, snapshots: Iterable[Snapshot]) -> list[KeyMoment]:
    """Return the key moments of a timeline, in order."""
    moments, previous = [], Scoreboard()
    for snapshot in snapshots:
        moment = _to_moment(sport, snapshot, previous)
        if moment is not None:
            moments.append(moment)
        previous = snapshot.scoreboard
    return moments


def list_big_moments(moments: Iterable[KeyMoment]) -> list[KeyMoment]:
    """Return the big moments in which something happened, in order: no starts, no ends of periods."""
    return [moment for moment in moments if moment.is_big and moment.kind in _HAPPENED]


def list_news(sport: Sport, snapshots: Iterable[Snapshot]) -> list[KeyMoment]:
    """Return the big moments of a timeline and the final, in order."""
    moments = list_key_moments(sport, snapshots)
    return [moment for moment in moments if moment.is_big or moment.kind is MomentKind.FINAL]


def _to_moment(sport: Sport, snapshot: Snapshot, previous: Scoreboard) -> KeyMoment | None:
    entry, board = snapshot.entry, snapshot.scoreboard
    has_changed = board.phase is not previous.phase or board.period != previous.period
    if entry.kind is EntryKind.SCORED:
        return _score_moment(sport, snapshot)
    if entry.kind is EntryKind.MOMENT:
        moment = sport.find_moment_type(entry.type)
        name, is_big = (moment.name, moment.is_big) if moment else ({}, False)
        return _create(MomentKind.MOMENT, snapshot, name, is_big=is_big) if moment or entry.text else None
    if entry.kind in _PERIOD_STARTS and has_changed:
        return _create(MomentKind.PERIOD_START, snapshot, name_phase(sport, board))
    if entry.kind is EntryKind.PERIOD_ENDED and sport.method is ScoringMethod.SETS and has_changed:
        return _create(MomentKind.PERIOD_END, snapshot, name_phase(sport, previous), is_big=True)
    if entry.kind is EntryKind.GAME_ENDED:
        return _create(MomentKind.FINAL, snapshot, {})
    return None


def _score_moment(sport: Sport, snapshot: Snapshot) -> KeyMoment | None:
    score = sport.find_score_type(snapshot.entry.type)
    if score is None or not score.is_moment or (snapshot.entry.points or 0) <= 0:
        return None
    return _create(MomentKind.SCORE, snapshot, score.name, is_big=True)


def _create(kind: MomentKind, snapshot: Snapshot, name: LocalText, *, is_big: bool = False) -> KeyMoment:
    entry = snapshot.entry
    return KeyMoment(
        entry.id, entry.at_ms, kind, name, snapshot.scoreboard, entry.side, entry.text, is_big=is_big
    )
