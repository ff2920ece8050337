"""Volleyball: serve, pass, set and spike until the ball hits the floor. Side 0 plays where x is negative."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from touchline.demo.footage.camera import Place
from touchline.demo.footage.play.athlete import STEP, Athlete, Gait, TimedMotion, push_apart
from touchline.demo.footage.play.record import REFEREE, Moment, Recording

_GRAVITY = 9.8
_GAIT = Gait("run", "stand", "cheer", 2.4, 5.6, 13.0)
_BASE = ((2.2, -2.8), (1.6, 0.3), (2.2, 3.0), (6.2, -2.7), (7.0, 0.2), (6.2, 2.9))
_SERVER, _SETTER, _LEFT, _RIGHT = 5, 1, 0, 2
_LENGTHS = {"bump": 0.7, "set_up": 0.6, "spike": 0.95, "block": 0.9}
_REST = 2.6


@dataclass(frozen=True)
class Touch:
    """A contact with the ball: time, player, motion, and position of the ball."""

    at: float
    side: int
    player: int
    motion: str
    ball: Place


class Rally:
    """Simulates the rallies of one video. `winners` has the winning side of each rally.

    After the last rally, the winners cheer until the end.
    """

    def __init__(self, seed: int, winners: Sequence[int]) -> None:
        self._rng = np.random.default_rng(seed)
        self._winners = list(winners)
        self._teams = [[self._athlete(side, i) for i in range(6)] for side in (0, 1)]
        referee = Athlete(REFEREE, 0, _GAIT, 0.0, 5.9)
        self._all = [*self._teams[0], *self._teams[1], referee]
        self._record = Recording([a.side for a in self._all], [a.kit for a in self._all])
        self._touches: list[Touch] = []
        self._floor: tuple[float, Place, int] | None = None
        self._serving = int(self._rng.integers(2))
        self._ball: Place = (0.0, 0.0, 0.0)
        self._cheer: tuple[float, int] | None = None
        self._next_rally_at = 0.6
        self._now = 0.0

    def play(self, frames: int) -> Recording:
        """Simulate the game frame by frame and return its recording."""
        for frame in range(frames):
            self._now = frame * STEP
            if self._winners and self._now >= self._next_rally_at and self._floor is None:
                self._plan()
            self._move_athletes()
            self._move_ball()
            self._record.stances.append([athlete.stance(self._now) for athlete in self._all])
            lost = self._floor is None and self._now > self._next_rally_at - 1.2
            self._record.ball.append(None if lost else self._ball)
        return self._record

    @staticmethod
    def _athlete(side: int, i: int) -> Athlete:
        way = -1 if side == 0 else 1
        return Athlete(
            side, i % 4, _GAIT, way * _BASE[i][0], way * _BASE[i][1], heading=0.0 if side == 0 else math.pi
        )

    # -- plan of a rally, made before its serve

    def _plan(self) -> None:
        winner = self._winners.pop(0)
        side, at = self._serving, self._now + 1.5
        way = -1 if side == 0 else 1
        self._touches = [Touch(at, side, _SERVER, "spike", (way * 9.0, way * 2.6, 2.85))]
        at, side = at + 1.05, 1 - side
        for attack in range(7):
            at = self._attack(at, side)
            if attack >= 1 and side == winner:
                break
            side = 1 - side
        way = -1 if side == 0 else 1
        spot = (-way * float(self._rng.uniform(4.5, 8)), float(self._rng.uniform(-3.8, 3.8)), 0.1)
        self._floor = (self._touches[-1].at + 0.42, spot, side)
        self._serving = side

    def _attack(self, at: float, side: int) -> float:
        """Plan the pass, set and spike of one side. Returns the time of the other side's first contact."""
        way = -1 if side == 0 else 1
        back, front = int(self._rng.integers(3, 6)), int(self._rng.choice((_LEFT, _RIGHT)))
        y = float(self._rng.uniform(-2.6, 2.6))
        dig = (way * float(self._rng.uniform(5.2, 6.8)), y, 0.75)
        lift = (way * 1.3, float(self._rng.uniform(-0.6, 0.9)), 2.25)
        hit = (way * 0.75, way * _BASE[front][1] * 0.95, 2.95)
        self._touches += [
            Touch(at, side, back, "bump", dig),
            Touch(at + 1.05, side, _SETTER, "set_up", lift),
            Touch(at + 2.15, side, front, "spike", hit),
        ]
        return at + 2.15 + 0.5

    # -- movement of the athletes

    def _move_athletes(self) -> None:
        for side, team in enumerate(self._teams):
            for i, athlete in enumerate(team):
                x, y = self._spot(side, i)
                athlete.go(x, y)
        self._block()
        push_apart(self._all, 0.9)
        for athlete in self._all:
            athlete.turn_toward(self._ball[0], self._ball[1], self._now)

    def _spot(self, side: int, i: int) -> tuple[float, float]:
        way = -1 if side == 0 else 1
        touch = self._upcoming_touch(side, i)
        if touch:
            behind = {"bump": 0.5, "spike": 0.35, "set_up": 0.15}[touch.motion]
            athlete = self._teams[side][i]
            if touch.at - self._now < _LENGTHS[touch.motion] / 2 and not athlete.act:
                athlete.act = TimedMotion(
                    touch.motion, self._now, _LENGTHS[touch.motion], math.pi if side else 0.0
                )
            return touch.ball[0] + way * behind, touch.ball[1]
        if self._cheer and self._now < self._cheer[0]:
            angle = math.tau * i / 6
            return way * (4.0 + 1.0 * math.cos(angle)), 1.0 * math.sin(angle)
        x, y = _BASE[i]
        drift = self._ball[1] * 0.12
        return way * x + 0.25 * math.sin(self._now * 1.3 + i), way * y + drift + 0.2 * math.sin(
            self._now * 1.7 + 2 * i
        )

    def _upcoming_touch(self, side: int, i: int) -> Touch | None:
        for touch in self._touches:
            if touch.side == side and touch.player == i and self._now < touch.at + 0.1:
                return touch if touch.at - self._now < 1.7 else None
        return None

    def _block(self) -> None:
        """Let the opposing front row jump with a spike."""
        for touch in self._touches[1:]:
            if touch.motion == "spike" and 0 < touch.at - self._now < 0.42:
                row = self._teams[1 - touch.side][:3]
                for athlete in sorted(row, key=lambda a: abs(a.y - touch.ball[1]))[:2]:
                    if not athlete.act and abs(athlete.x) < 3:
                        athlete.act = TimedMotion(
                            "block", self._now, _LENGTHS["block"], math.pi if athlete.side else 0.0
                        )

    # -- movement of the ball

    def _move_ball(self) -> None:
        while len(self._touches) > 1 and self._now >= self._touches[1].at:
            if self._touches[1].motion == "spike":
                self._add_moment("shot", self._touches[1].side)
            self._touches.pop(0)
        if not self._touches or self._floor is None:
            return
        last = self._touches[0]
        if self._now < last.at:
            self._ball = self._serve_position(last)
            return
        end, until = (
            (self._touches[1].ball, self._touches[1].at) if len(self._touches) > 1 else self._floor[1::-1]
        )
        self._ball = _arc(last.ball, end, (self._now - last.at) / (until - last.at), until - last.at)
        if len(self._touches) == 1 and self._now >= until:
            self._score_point(self._floor[2])

    def _serve_position(self, serve: Touch) -> Place:
        """Return the position of the ball before the serve: in the server's hand, then tossed up."""
        server, left = self._teams[serve.side][serve.player], serve.at - self._now
        hand = (*server.ahead(0.3), 1.15)
        return hand if left > 0.55 else _arc(hand, serve.ball, 1 - left / 0.55, 0.55)

    def _score_point(self, side: int) -> None:
        self._add_moment("goal", side, 1)
        self._touches, self._floor = [], None
        self._cheer, self._next_rally_at = (self._now + 1.7, side), self._now + _REST
        for athlete in self._teams[side]:
            athlete.act = TimedMotion("cheer", self._now + 0.5 + 0.1 * float(self._rng.random()), 1.1)
            athlete.cheering = not self._winners
        if not self._winners:
            self._cheer = (math.inf, side)

    def _add_moment(self, kind: str, side: int, points: int = 0) -> None:
        self._record.moments.append(Moment(round(self._now / STEP), kind, side, points))


def _arc(start: Place, end: Place, share: float, length: float) -> Place:
    """Return the position of the ball in a throw under gravity that takes `length` seconds."""
    t = min(1.0, max(0.0, share))
    x, y, z = (a + (b - a) * t for a, b in zip(start, end, strict=True))
    return (x, y, max(0.1, z + _GRAVITY / 2 * length * length * t * (1 - t)))
