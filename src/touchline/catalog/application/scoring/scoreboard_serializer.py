"""Serializes scoreboards and key moments in one language."""

from __future__ import annotations

from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.scoring.moments import KeyMoment
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, Snapshot
from touchline.catalog.domain.scoring.scores import name_phase
from touchline.catalog.domain.scoring.sport import ScoringMethod, Sport
from touchline.shared.strings.localized import localize


class ScoreboardSerializer:
    """Serializes the scoreboards of one sport. Times are in milliseconds since 1970."""

    def __init__(self, sport: Sport, language: str, fallback: str) -> None:
        self._sport = sport
        self._language = language
        self._fallback = fallback

    def serialize_sport(self) -> JsonObject:
        """Return what a score bug needs to know of the sport."""
        return {
            "sport": self._sport.key,
            "scoring": self._sport.method.value,
            "clock_direction": self._sport.clock.value,
        }

    def serialize_snapshot(self, snapshot: Snapshot) -> JsonObject:
        """Return the scoreboard, and the time from which it is valid."""
        return {"at_ms": snapshot.at_ms, **self.serialize_scoreboard(snapshot.scoreboard)}

    def serialize_scoreboard(self, board: Scoreboard) -> JsonObject:
        """Return the state of the game. `label` is the short name of its period or break."""
        clock = board.clock
        return {
            "phase": board.phase.value,
            "period": board.period,
            "half": board.half.value if board.half else None,
            "label": self._name(board),
            "clock": {
                "shown_ms": clock.shown_ms,
                "since_ms": clock.since_ms,
                "is_running": clock.is_running,
            }
            if clock and board.phase is Phase.PERIOD
            else None,
            "points": list(board.points),
            "sets": list(board.sets) if self._sport.method is ScoringMethod.SETS else None,
            "shootout": list(board.shootout) if board.shootout else None,
            "ending": board.ending.value if board.ending else None,
        }

    def serialize_moment(self, moment: KeyMoment) -> JsonObject:
        """Return a key moment, and the score after it."""
        board = moment.scoreboard
        return {
            "id": moment.id,
            "at_ms": moment.at_ms,
            "kind": moment.kind.value,
            "name": localize(moment.name, self._language, self._fallback),
            "text": moment.text,
            "side": moment.side.value if moment.side else None,
            "label": self._name(board),
            "points": list(board.points),
            "sets": list(board.sets) if self._sport.method is ScoringMethod.SETS else None,
            "is_big": moment.is_big,
        }

    def _name(self, board: Scoreboard) -> str:
        if board.phase is Phase.ENDED:
            if self._sport.method is ScoringMethod.POINTS and self._sport.is_overtime(board.period):
                return self._sport.get_overtime_note(board.period, self._language, self._fallback)
            return ""
        return localize(name_phase(self._sport, board, is_short=True), self._language, self._fallback)
