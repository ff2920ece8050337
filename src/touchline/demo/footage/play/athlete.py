"""Somebody who runs to a target with weight: speed and turning have limits, motions follow from speed."""

from __future__ import annotations

import math
from dataclasses import dataclass

from touchline.demo.footage.encoder import FRAME_RATE
from touchline.demo.footage.play.record import Stance

STEP = 1 / FRAME_RATE
_TURN = 7.0 * STEP


@dataclass(frozen=True)
class Gait:
    """How a sport moves: names of motions, metres a stride, top speed and acceleration (m/s, m/s²)."""

    move: str
    wait: str
    cheer: str
    stride: float
    top_speed: float
    push: float


@dataclass
class TimedMotion:
    """A motion that runs once, from `start` for `length` seconds."""

    motion: str
    start: float
    length: float
    facing: float | None = None


@dataclass
class Athlete:
    """Where somebody is and what they are doing. `side` 0 is away, 1 home, 2 a referee."""

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
        """Metres a second."""
        return math.hypot(self.vx, self.vy)

    def distance(self, x: float, y: float) -> float:
        """Metres to a place."""
        return math.hypot(self.x - x, self.y - y)

    def ahead(self, forward: float, right: float = 0.0) -> tuple[float, float]:
        """A place in front (and to the right) of the athlete."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return (self.x + c * forward + s * right, self.y + s * forward - c * right)

    def go(self, x: float, y: float, effort: float = 1.0) -> None:
        """One step toward a place: slower when near, never faster than the legs allow."""
        dx, dy = x - self.x, y - self.y
        gap = math.hypot(dx, dy)
        wanted = min(self.gait.top_speed * effort, gap * 2.2)
        k = wanted / gap if gap > 1e-6 else 0.0
        ax, ay = dx * k - self.vx, dy * k - self.vy
        pull, most = math.hypot(ax, ay), self.gait.push * STEP
        if pull > most:
            ax, ay = ax * most / pull, ay * most / pull
        self.vx += ax
        self.vy += ay
        self.x += self.vx * STEP
        self.y += self.vy * STEP

    def turn_toward(self, x: float, y: float, now: float) -> None:
        """Turn toward where the legs go, or toward a place when standing or busy."""
        if self.act and self.act.facing is not None:
            wanted = self.act.facing
        elif self.speed > 1.3 and not self.act:
            wanted = math.atan2(self.vy, self.vx)
        else:
            wanted = math.atan2(y - self.y, x - self.x)
        turn = (wanted - self.heading + math.pi) % math.tau - math.pi
        self.heading += max(-_TURN, min(_TURN, turn))
        if self.act and now >= self.act.start + self.act.length:
            self.act = None

    def stance(self, now: float) -> Stance:
        """What to draw in this frame."""
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


def part(athletes: list[Athlete], room: float) -> None:
    """Push apart those who stand closer than `room` metres."""
    for i, a in enumerate(athletes):
        for b in athletes[i + 1 :]:
            dx, dy = b.x - a.x, b.y - a.y
            gap = math.hypot(dx, dy)
            if 1e-6 < gap < room:
                k = (room - gap) / gap * 0.12
                a.x, a.y, b.x, b.y = a.x - dx * k, a.y - dy * k, b.x + dx * k, b.y + dy * k
