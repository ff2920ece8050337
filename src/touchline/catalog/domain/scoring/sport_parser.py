"""Builds sports from plain values: an entry of `sports.yaml` in a pack, or of the sports that ship."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.catalog.domain.scoring.sport import (
    ClockDirection,
    MomentType,
    OvertimeRules,
    PeriodNames,
    PeriodRules,
    ScoreType,
    ScoringMethod,
    SetRules,
    ShootoutRules,
    Sport,
    StandingsPoints,
)

Entry = Mapping[str, Any]


class SportError(ValueError):
    """A sport that contradicts itself. `field` is the field that the message is about."""

    def __init__(self, field_name: str, message: str) -> None:
        super().__init__(message)
        self.field = field_name


def parse_sport(entry: Entry) -> Sport:
    """Return the sport of an entry whose fields have the right types. Lengths are in minutes.

    Raises `SportError` if its fields contradict each other.
    """
    sport = Sport(
        key=entry["key"],
        name=entry["name"],
        method=ScoringMethod(entry.get("scoring") or ScoringMethod.POINTS),
        clock=ClockDirection(entry.get("clock") or ClockDirection.NONE),
        periods=_parse_periods(entry),
        overtime=_parse_overtime(entry.get("overtime")),
        shootout=_parse_shootout(entry.get("shootout")),
        sets=SetRules(**entry["sets"]) if entry.get("sets") else None,
        can_tie=bool(entry.get("can_tie")),
        scores=tuple(_parse_score_type(value) for value in entry.get("scores") or ()),
        moments=tuple(_parse_moment_type(value) for value in entry.get("moments") or ()),
        standings=StandingsPoints(**entry["standings"]) if entry.get("standings") else None,
    )
    _check(sport)
    return sport


def _check(sport: Sport) -> None:
    if sport.has_score and not sport.periods.count:
        raise SportError("periods", "is empty; list the periods of a game, or write `scoring: none`")
    if sport.has_score and not sport.scores:
        raise SportError("scores", "is empty; list the ways to score, such as a goal of 1 point")
    if sport.scores and not sport.has_score:
        raise SportError("scores", "needs a score; remove it, or remove `scoring: none`")
    if sport.clock is ClockDirection.DOWN and not sport.periods.seconds:
        raise SportError("period_minutes", "is missing; a clock that counts down needs it")
    if (sport.method is ScoringMethod.SETS) is not (sport.sets is not None):
        raise SportError("sets", "and `scoring: sets` belong together; write both or neither")
    if sport.sets and sport.periods.count != sport.sets.to_win * 2 - 1:
        most = sport.sets.to_win * 2 - 1
        raise SportError("periods", f"must list {most} sets, the most that a game with `to_win` can have")
    if sport.sets and (sport.overtime or sport.shootout):
        name = "overtime" if sport.overtime else "shootout"
        raise SportError(name, "is not for a sport of sets; remove it, the last set decides the game")
    keys = [*(kind.key for kind in sport.scores), *(kind.key for kind in sport.moments)]
    if repeated := sorted({key for key in keys if keys.count(key) > 1}):
        raise SportError("moments", f"uses the key `{repeated[0]}` twice; give each score and moment its own")


def _parse_periods(entry: Entry) -> PeriodRules:
    names = tuple(
        PeriodNames(value["name"], value.get("short_name") or value["name"], value.get("break_name") or {})
        for value in entry.get("periods") or ()
    )
    return PeriodRules(names, _to_seconds(entry.get("period_minutes")), bool(entry.get("has_halves")))


def _parse_overtime(entry: Entry | None) -> OvertimeRules | None:
    if entry is None:
        return None
    short_name = entry.get("short_name") or entry["name"]
    return OvertimeRules(
        entry["name"],
        short_name,
        entry.get("result") or short_name,
        _to_seconds(entry.get("minutes")),
        entry.get("max_count"),
    )


def _parse_shootout(entry: Entry | None) -> ShootoutRules | None:
    if entry is None:
        return None
    short_name = entry.get("short_name") or entry["name"]
    result = entry.get("result") or short_name
    return ShootoutRules(entry["name"], short_name, result, bool(entry.get("counts_as_tie")))


def _parse_score_type(entry: Entry) -> ScoreType:
    return ScoreType(entry["key"], entry["name"], entry["points"], bool(entry.get("is_moment")))


def _parse_moment_type(entry: Entry) -> MomentType:
    return MomentType(entry["key"], entry["name"], bool(entry.get("is_big")))


def _to_seconds(minutes: float | None) -> int | None:
    return None if minutes is None else round(minutes * 60)
