"""A recorded game: positions of athletes and ball in each frame, and the moments of the game."""

from __future__ import annotations

from dataclasses import dataclass, field

from touchline.demo.footage.camera import Place

REFEREE = 2
GOALKEEPER = 9
"""`REFEREE` is the side of referees, `GOALKEEPER` the kit number of goalkeepers."""


@dataclass(frozen=True)
class Stance:
    """One athlete in one frame: position in meters, heading, and phase of the motion (0 to 1)."""

    x: float
    y: float
    heading: float
    motion: str
    phase: float


@dataclass(frozen=True)
class Moment:
    """A moment with a sound or overlay: a `goal` (with side and points), `shot`, `save` or `whistle`."""

    frame: int
    kind: str
    side: int = 0
    points: int = 0


@dataclass
class Recording:
    """Side and kit number of each athlete, then their stances and the ball's position in each frame."""

    sides: list[int]
    kits: list[int]
    stances: list[list[Stance]] = field(default_factory=list)
    ball: list[Place | None] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)

    def goals(self) -> list[Moment]:
        """Return the goals in order."""
        return [moment for moment in self.moments if moment.kind == "goal"]
