"""A ball or puck between two hands: a flight from a place to somebody, or to a place."""

from __future__ import annotations

import math
from dataclasses import dataclass

from touchline.demo.footage.camera import Place
from touchline.demo.footage.play.athlete import Athlete


@dataclass
class Flight:
    """From `start`, leaving at `since`, for `length` seconds; `loft` is how far it curves above the line."""

    kind: str
    start: Place
    end: Place
    since: float
    length: float
    loft: float = 0.0
    to: Athlete | None = None

    def share(self, now: float) -> float:
        """How much of the way is behind it."""
        return min(1.0, max(0.0, (now - self.since) / self.length))

    def at(self, now: float, hands: Place | None = None) -> Place:
        """Where it is; `hands` is where the receiver's are by now."""
        t, end = self.share(now), hands or self.end
        x, y, z = (a + (b - a) * t for a, b in zip(self.start, end, strict=True))
        return (x, y, max(0.0, z + self.loft * 4 * t * (1 - t)))


def fly(
    kind: str, start: Place, end: Place, now: float, speed: float, loft: float, to: Athlete | None = None
) -> Flight:
    """A flight at a speed; `loft` is a share of its length."""
    length = math.dist(start, end)
    return Flight(kind, start, end, now, max(0.12, length / speed), length * loft, to)
