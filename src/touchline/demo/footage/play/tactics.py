"""Target positions of athletes: formations that follow the ball, marking, pressing, and goalkeeping."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from touchline.demo.footage.camera import Place
from touchline.demo.footage.play.athlete import Athlete
from touchline.demo.footage.play.record import GOALKEEPER
from touchline.demo.footage.play.rules import Rules

Spot = tuple[float, float]
Order = tuple[float, float, float]


class Tactics:
    """Tactics of one sport. Side 0 attacks toward +x."""

    reset = 2.4
    """Seconds from the end of a celebration to the restart."""

    def __init__(self, rules: Rules, rng: np.random.Generator) -> None:
        self._rules, self._rng = rules, rng
        self._wander = rng.uniform(0.25, 0.6, (2, len(rules.roles), 2))
        self._offset = rng.uniform(0, math.tau, (2, len(rules.roles), 2))
        self._roam = min(2.6, rules.half_width * 0.13)
        idle = rules.goalkeeper[0] if rules.goalkeeper else rules.gait.wait
        self.goalkeeper_gait = replace(rules.gait, move=idle, wait=idle, top_speed=3.6, stride=4.0)
        self.shot_loft = 0.0 if rules.goalkeeper else 0.24

    def goal(self, side: int) -> Spot:
        """Return the goal that a side attacks."""
        return (self._rules.goal_x if side == 0 else -self._rules.goal_x, 0.0)

    def kick_off(self, side: int) -> list[Spot]:
        """Return the positions of a side at the kick-off, in its own half."""
        way, last = (1 if side == 0 else -1), len(self._rules.roles) - 1
        spots = []
        for i, ((ax, ay), (dx, _)) in enumerate(self._rules.roles):
            x = -0.07 if i == last else min(-0.12, (ax + dx) / 2 - 0.18)
            spots.append((way * x * self._rules.goal_x, way * ay * self._rules.half_width))
        return spots

    def plan(
        self,
        team: list[Athlete],
        opponents: list[Athlete],
        ball: Place,
        holder: Athlete | None,
        runner: Athlete | None,
        now: float,
    ) -> list[Order]:
        """Return the target position and the effort of each field player of a side."""
        side = team[0].side
        owner = holder or runner
        attacking = owner is not None and owner.side == side
        presser = None if attacking else min(team, key=lambda a: a.distance(ball[0], ball[1]))
        orders = []
        for i, athlete in enumerate(team):
            if athlete is runner:
                orders.append((ball[0], ball[1], 1.0) if holder is None else (athlete.x, athlete.y, 1.0))
            elif athlete is holder:
                orders.append(self._drive(athlete, now))
            elif athlete is presser:
                orders.append(self._press(side, ball))
            else:
                orders.append(self._shape(i, side, ball, None if attacking else opponents[i], now))
        return orders

    def _shape(self, i: int, side: int, ball: Place, mark: Athlete | None, now: float) -> Order:
        way = 1 if side == 0 else -1
        (ax, ay), (dx, dy) = self._rules.roles[i]
        near = min(1.0, max(0.0, (way * ball[0] / self._rules.goal_x * 1.15 + 1) / 2))
        t = near + ((0.0 if mark else 1.0) - near) * self._rules.commit
        x = way * (dx + (ax - dx) * t) * self._rules.goal_x
        y = way * (dy + (ay - dy) * t) * self._rules.half_width + ball[1] * 0.22
        if mark:
            gx, gy = self.goal(1 - side)
            k = min(1.0, 1.6 / max(0.1, mark.distance(gx, gy)))
            mx, my = mark.x + (gx - mark.x) * k, mark.y + (gy - mark.y) * k
            x, y = x + (mx - x) * self._rules.marking, y + (my - y) * self._rules.marking
        else:
            x += self._roam * 1.5 * math.sin(self._wander[side, i, 0] * now * 2 + self._offset[side, i, 0])
            y += self._roam * 1.3 * math.sin(self._wander[side, i, 1] * now * 2 + self._offset[side, i, 1])
        return (*self._inside(x, y), 0.85)

    def _drive(self, athlete: Athlete, now: float) -> Order:
        gx, gy = self.goal(athlete.side)
        if athlete.kit == GOALKEEPER:
            return (athlete.x, athlete.y, 0.3)
        gap = max(0.1, athlete.distance(gx, gy))
        weave = math.sin(now * 1.9 + athlete.kit) * self._rules.half_width * 0.3
        stop = self._rules.shot_range * 0.42
        k = max(0.0, gap - stop) / gap
        return (
            *self._inside(athlete.x + (gx - athlete.x) * k, athlete.y + (gy - athlete.y) * k + weave),
            0.82,
        )

    def _press(self, side: int, ball: Place) -> Order:
        gx, gy = self.goal(1 - side)
        gap = max(0.1, math.hypot(gx - ball[0], gy - ball[1]))
        return (ball[0] + (gx - ball[0]) * 1.7 / gap, ball[1] + (gy - ball[1]) * 1.7 / gap, 0.95)

    def _inside(self, x: float, y: float) -> Spot:
        wide, long = self._rules.half_width, self._rules.goal_x * 1.02
        return (max(-long, min(long, x)), max(-wide, min(wide, y)))

    def goalkeeper(self, side: int, ball: Place) -> Order:
        """Return a position between the ball and the middle of the goal, slightly in front of the goal."""
        gx, _ = self.goal(1 - side)
        dx, dy = ball[0] - gx, ball[1]
        gap = max(0.5, math.hypot(dx, dy))
        out = min(1.0 + self._rules.goal_half * 0.35, gap * 0.5)
        y = max(-self._rules.goal_half, min(self._rules.goal_half, dy / gap * out * 1.3))
        inward = -1 if gx > 0 else 1
        return (gx + inward * max(0.7, abs(dx / gap * out)), y, 1.0)

    def receiver(self, holder: Athlete, team: list[Athlete], opponents: list[Athlete]) -> Athlete:
        """Return a free teammate at a medium distance, preferably ahead."""
        way, best = (1 if holder.side == 0 else -1), self._rules.half_width * 0.75
        mates = [a for a in team[: len(self._rules.roles)] if a is not holder]

        def rate(mate: Athlete) -> float:
            free = min(a.distance(mate.x, mate.y) for a in opponents)
            ahead = way * (mate.x - holder.x) / best
            far = abs(mate.distance(holder.x, holder.y) - best) / best
            return min(free, 5.0) * 0.35 + min(1.2, ahead) - far + float(self._rng.random()) * 1.3

        return max(mates, key=rate)

    def ball_position(self, athlete: Athlete, now: float, shot: tuple[float, bool] | None) -> Place:
        """Return the position of the ball at an athlete's stick, feet or hand."""
        if athlete.kit == GOALKEEPER:
            return (*athlete.ahead(0.45), 0.5)
        if self._rules.shoot == "slap":
            return (*athlete.ahead(1.42, 0.12), 0.0)
        if self._rules.shoot == "kick":
            return (*athlete.ahead(0.42 + 0.3 * abs(math.sin(now * 7.0))), 0.0)
        if shot:
            t = min(1.0, max(0.0, 1 - (shot[0] - now) / 0.35))
            return (*athlete.ahead(0.3), 1.15 + 1.55 * t * t)
        if athlete.speed < 0.9:
            return (*athlete.ahead(0.35), 1.15)
        return (*athlete.ahead(0.42, 0.3), 0.12 + 0.8 * abs(math.cos(now * 7.4)))

    def target(self, kind: str, side: int, goalkeeper: Athlete) -> Place:
        """Return the position where a shot of a kind ends."""
        gx, _ = self.goal(side)
        way = 1 if gx > 0 else -1
        if self._rules.goalkeeper is None:
            return (
                (gx, 0.0, 3.05)
                if kind == "goal"
                else (gx - way * 0.22, float(self._rng.choice((-0.2, 0.2))), 3.12)
            )
        if kind == "save":
            return (*goalkeeper.ahead(0.45), 0.5)
        corner = self._rules.goal_half * float(self._rng.choice((-1, 1)))
        if kind == "miss":
            return (gx + way * 1.6, corner * 2.1, 0.6)
        return (gx + way * 0.8, corner * 0.75, float(self._rng.uniform(*self._rules.goal_z)) * 0.6)

    def rebound(self, ball: Place) -> Place:
        """Return the position where a missed shot lands."""
        inward = -1 if ball[0] > 0 else 1
        if self._rules.goalkeeper is None:
            return (
                ball[0] + inward * float(self._rng.uniform(1.2, 3.2)),
                float(self._rng.uniform(-2.6, 2.6)),
                1.2,
            )
        out = float(self._rng.uniform(0.0, 0.06)) * self._rules.goal_x
        side = 1 if ball[1] > 0 else -1
        return (
            ball[0] + inward * (1.8 + out),
            side * self._rules.half_width * float(self._rng.uniform(0.4, 0.75)),
            0.0,
        )

    def referee_spot(self, ball: Place, now: float) -> Spot:
        """Return the referee's position: level with play, but not in its way."""
        far, near = (0.72, -0.55) if self._rules.goalkeeper else (1.12, -1.08)
        y = self._rules.half_width * (far if ball[1] < 1 else near)
        return (ball[0] * 0.72 + 1.5 * math.sin(now * 0.4), y)

    def celebration_spot(self, ball: Place) -> Spot:
        """Return the position where a goal is celebrated."""
        return (ball[0] * 0.8, 3.5 if ball[1] > 0 else -3.5)
