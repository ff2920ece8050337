"""The flight of a ball or puck to a position or to an athlete."""

from __future__ import annotations

import math
from dataclasses import dataclass

from touchline.demo.footage.camera import Place
from touchline.demo.footage.play.athlete import Athlete


@dataclass
class Flight:
    """A flight from `start` that begins at `since` and takes `length` seconds.

    `loft` is the height of its curve above the straight line, in meters.
    """

    kind: str
    start: Place
    end: Place
    since: float
    length: float
    loft: float = 0.0
    to: Athlete | None = None

    def share(self, now: float) -> float:
        """Return the share of the flight that is complete."""
        return min(1.0, max(0.0, (now - self.since) / self.length))

    def at(self, now: float, hands: Place | None = None) -> Place:
        """Return the position of the ball. `hands` is the current position of the receiver's hands."""
        t, end = self.share(now), hands or self.end
        x, y, z = (a + (b - a) * t for a, b in zip(self.start, end, strict=True))
        return (x, y, max(0.0, z + self.loft * 4 * t * (1 - t)))


def fly(
    kind: str, start: Place, end: Place, now: float, speed: float, loft: float, to: Athlete | None = None
) -> Flight:
    """Return a flight at a speed. `loft` is a share of its length."""
    length = math.dist(start, end)
    return Flight(kind, start, end, now, max(0.12, length / speed), length * loft, to)
