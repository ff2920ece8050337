"""Athletes who run to targets with limited speed, acceleration and turning. Motions follow from the speed."""

from __future__ import annotations

import math
from dataclasses import dataclass

from touchline.demo.footage.encoder import FRAME_RATE
from touchline.demo.footage.play.record import Stance

STEP = 1 / FRAME_RATE
_TURN = 7.0 * STEP


@dataclass(frozen=True)
class Gait:
    """Movement in a sport: names of motions, meters per stride, top speed (m/s) and acceleration (m/s²)."""

    move: str
    wait: str
    cheer: str
    stride: float
    top_speed: float
    acceleration: float


@dataclass
class TimedMotion:
    """A motion that runs once, from `start` for `length` seconds."""

    motion: str
    start: float
    length: float
    facing: float | None = None


@dataclass
class Athlete:
    """Position, speed and motion of an athlete. `side` is 0 for away, 1 for home and 2 for a referee."""

    side: int
    kit: int
    gait: Gait
    x: float
    y: float
    heading: float = 0.0
    vx: float = 0.0
    vy: float = 0.0
    phase: float = 0.0
    act: TimedMotion | None = None
    cheering: bool = False

    @property
    def speed(self) -> float:
        """Return the speed in meters per second."""
        return math.hypot(self.vx, self.vy)

    def distance(self, x: float, y: float) -> float:
        """Return the distance to a position in meters."""
        return math.hypot(self.x - x, self.y - y)

    def ahead(self, forward: float, right: float = 0.0) -> tuple[float, float]:
        """Return the position in front of (and to the right of) the athlete."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return (self.x + c * forward + s * right, self.y + s * forward - c * right)

    def go(self, x: float, y: float, effort: float = 1.0) -> None:
        """Take one step toward a position, slower near it and within the limits of the gait."""
        dx, dy = x - self.x, y - self.y
        gap = math.hypot(dx, dy)
        desired_speed = min(self.gait.top_speed * effort, gap * 2.2)
        k = desired_speed / gap if gap > 1e-6 else 0.0
        ax, ay = dx * k - self.vx, dy * k - self.vy
        change, max_change = math.hypot(ax, ay), self.gait.acceleration * STEP
        if change > max_change:
            ax, ay = ax * max_change / change, ay * max_change / change
        self.vx += ax
        self.vy += ay
        self.x += self.vx * STEP
        self.y += self.vy * STEP

    def turn_toward(self, x: float, y: float, now: float) -> None:
        """Turn in the direction of movement. While standing or busy, turn toward a position."""
        if self.act and self.act.facing is not None:
            target_heading = self.act.facing
        elif self.speed > 1.3 and not self.act:
            target_heading = math.atan2(self.vy, self.vx)
        else:
            target_heading = math.atan2(y - self.y, x - self.x)
        turn = (target_heading - self.heading + math.pi) % math.tau - math.pi
        self.heading += max(-_TURN, min(_TURN, turn))
        if self.act and now >= self.act.start + self.act.length:
            self.act = None

    def stance(self, now: float) -> Stance:
        """Return the stance to draw in this frame."""
        if self.act and now >= self.act.start:
            phase = min(0.999, (now - self.act.start) / self.act.length)
            return Stance(self.x, self.y, self.heading, self.act.motion, phase)
        if self.cheering:
            self.phase += STEP / 0.8
            return Stance(self.x, self.y, self.heading, self.gait.cheer, self.phase % 1)
        moving = self.speed > 0.9
        self.phase += max(self.speed, 0.0) * STEP / self.gait.stride if moving else STEP / 1.6
        return Stance(
            self.x, self.y, self.heading, self.gait.move if moving else self.gait.wait, self.phase % 1
        )


def push_apart(athletes: list[Athlete], room: float) -> None:
    """Push apart athletes who are closer than `room` meters."""
    for i, a in enumerate(athletes):
        for b in athletes[i + 1 :]:
            dx, dy = b.x - a.x, b.y - a.y
            gap = math.hypot(dx, dy)
            if 1e-6 < gap < room:
                k = (room - gap) / gap * 0.12
                a.x, a.y, b.x, b.y = a.x - dx * k, a.y - dy * k, b.x + dx * k, b.y + dy * k
