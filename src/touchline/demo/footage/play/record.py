"""A game as it went: where everybody and the ball were in each frame, and what happened."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.demo.footage.camera import Place

REFEREE = 2
GOALKEEPER = 9
"""The side of referees; the kit number of goalkeepers."""


@dataclass(frozen=True)
class Stance:
    """One athlete in one frame: place in metres, heading and phase of the motion (0 to 1)."""

    x: float
    y: float
    heading: float
    motion: str
    phase: float


@dataclass(frozen=True)
class Moment:
    """Something to hear or to show: a `goal` (of a side, worth points), a `shot`, a `save` or a `whistle`."""

    frame: int
    kind: str
    side: int = 0
    points: int = 0


@dataclass
class Recording:
    """Everybody's side and kit number within it, then their stances and the ball's place frame by frame."""

    sides: list[int]
    kits: list[int]
    stances: list[list[Stance]] = field(default_factory=list)
    ball: list[Place | None] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def goals(self) -> list[Moment]:
        """What changed the score, in order."""
        return [moment for moment in self.moments if moment.kind == "goal"]
