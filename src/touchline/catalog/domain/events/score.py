"""Scores, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from touchline.shared.strings.localized import LocalText


class Ending(StrEnum):
    """How a game ended. `regulation` also stands for a game that has not ended."""

    REGULATION = "regulation"
    OVERTIME = "overtime"
    SHOOTOUT = "shootout"
    FORFEIT = "forfeit"


class Winner(StrEnum):
    """The side that a forfeit makes the winner."""

    AWAY = "away"
    HOME = "home"


class ScoreError(ValueError):
    """A score that contradicts itself. `field` is the field that the message is about."""

    def __init__(self, field_name: str, message: str) -> None:
        super().__init__(message)
        self.field = field_name


@dataclass(frozen=True, slots=True)
class Shootout:
    """The score of a shootout."""

    away: int
    home: int


@dataclass(frozen=True, slots=True)
class Score:
    """The current or final score. `note` is a short text next to it, such as "3rd period".

    A game that a shootout decides keeps the equal score before it, and `shootout` has the shootout's own.
    `winner` is only set for a forfeit, where the score does not decide. `period` is the period in which the
    game ended, counted from 1; None if not known. Raises `ScoreError`.
    """

    away: int
    home: int
    note: LocalText = field(default_factory=dict)
    ending: Ending = Ending.REGULATION
    shootout: Shootout | None = None
    winner: Winner | None = None
    period: int | None = None

    def __post_init__(self) -> None:
        if self.shootout and self.ending is not Ending.SHOOTOUT:
            raise ScoreError("shootout", "needs `ending: shootout`; add it, or remove this line")
        if self.winner and self.ending is not Ending.FORFEIT:
            raise ScoreError("winner", "is only for a forfeit; remove it, or write `ending: forfeit`")
        if self.ending is Ending.FORFEIT and not self.winner:
            raise ScoreError("winner", "is missing; write which side won by forfeit, `away` or `home`")
        if self.ending is Ending.SHOOTOUT:
            self._check_shootout()

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Score:
        """Return the score of an entry of a pack, or of a row. Everything but the numbers is optional."""
        shootout, winner = value.get("shootout"), value.get("winner")
        return cls(
            value["away"],
            value["home"],
            value.get("note") or {},
            Ending(value.get("ending") or Ending.REGULATION),
            Shootout(**shootout) if shootout else None,
            Winner(winner) if winner else None,
            value.get("period"),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the score as plain values."""
        return {
            "away": self.away,
            "home": self.home,
            "note": self.note,
            "ending": self.ending.value,
            "shootout": asdict(self.shootout) if self.shootout else None,
            "winner": self.winner.value if self.winner else None,
            "period": self.period,
        }

    def _check_shootout(self) -> None:
        if self.away != self.home:
            raise ScoreError("ending", "`shootout` needs equal scores; write the score before the shootout")
        if not self.shootout:
            raise ScoreError("shootout", "is missing; write its score, such as `{away: 3, home: 2}`")
        if self.shootout.away == self.shootout.home:
            raise ScoreError("shootout", "is a tie; write the score that decided it")
