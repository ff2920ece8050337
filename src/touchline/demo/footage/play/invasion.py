"""Games with two goals. One side carries, passes and shoots, the other marks. Goals happen when due."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from touchline.demo.footage.camera import Place
from touchline.demo.footage.play.athlete import STEP, Athlete, TimedMotion, push_apart
from touchline.demo.footage.play.ball import Flight, fly
from touchline.demo.footage.play.record import GOALKEEPER, REFEREE, Moment, Recording
from touchline.demo.footage.play.rules import Rules
from touchline.demo.footage.play.tactics import Tactics

Goal = tuple[float, int, int]
"""A goal that is due: time in seconds, side and points."""

_LEAD = 6.0


class Invasion:
    """Simulates one game. Side 0 attacks toward +x."""

    def __init__(self, rules: Rules, seed: int, goals: Sequence[Goal]) -> None:
        self._rules, self._due = rules, list(goals)
        self._rng = np.random.default_rng(seed)
        self._tactics = Tactics(rules, self._rng)
        self._teams = [self._team(side) for side in (0, 1)]
        self._referee = Athlete(REFEREE, 0, rules.gait, 2.0, 4.0)
        athletes = [*self._teams[0], *self._teams[1], self._referee]
        self._all, self._now = athletes, 0.0
        self._record = Recording([a.side for a in athletes], [a.kit for a in athletes])
        self._holder: Athlete | None = self._teams[int(self._rng.integers(2))][len(rules.roles) - 1]
        self._flight: Flight | None = None
        self._shot: tuple[float, bool] | None = None
        self._pause: tuple[float, int] | None = None
        self._ball: Place = (0.0, 0.0, 0.0)
        self._decision = 0.8

    def play(self, frames: int) -> Recording:
        """Simulate the game frame by frame and return its recording."""
        for frame in range(frames):
            self._now = frame * STEP
            self._act()
            self._move_athletes()
            self._move_ball()
            self._record.stances.append([athlete.stance(self._now) for athlete in self._all])
            hidden = self._pause is not None and self._now > self._pause[0] - self._tactics.reset
            self._record.ball.append(None if hidden else self._ball)
        return self._record

    def _team(self, side: int) -> list[Athlete]:
        spots = self._tactics.kick_off(side)
        team = [Athlete(side, i % 4, self._rules.gait, *spot) for i, spot in enumerate(spots)]
        if self._rules.goalkeeper:
            x = self._tactics.goal(1 - side)[0]
            team.append(Athlete(side, GOALKEEPER, self._tactics.goalkeeper_gait, x, 0.0))
        for athlete in team:
            athlete.heading = 0.0 if side == 0 else math.pi
            athlete.phase = float(self._rng.random())
        return team

    # -- decisions of the athlete with the ball

    def _act(self) -> None:
        if self._pause:
            self._restart()
        elif self._shot and self._now >= self._shot[0] and self._holder:
            self._release(self._holder, self._shot[1])
        elif self._holder and not self._shot and self._now >= self._decision:
            self._decide(self._holder)

    def _decide(self, holder: Athlete) -> None:
        due = self._due[0] if self._due else None
        near = due is not None and self._now > due[0] - _LEAD
        gap = holder.distance(*self._tactics.goal(holder.side))
        if near and due and due[1] != holder.side:
            self._pass(holder, self._nearest_opponent(holder))
        elif near and due and self._now >= due[0] and gap < self._rules.shot_range:
            self._wind_up(holder, True)
        elif gap < self._rules.shot_range * 0.85 and not near and self._rng.random() < 0.45:
            self._wind_up(holder, False)
        elif gap > self._rules.shot_range * 0.5 or self._rng.random() < 0.5:
            self._pass(
                holder, self._tactics.receiver(holder, self._teams[holder.side], self._opponents(holder))
            )
        self._decision = self._now + float(self._rng.uniform(*self._rules.tempo))

    def _nearest_opponent(self, holder: Athlete) -> Athlete:
        return min(self._field(1 - holder.side), key=lambda a: a.distance(holder.x, holder.y))

    def _opponents(self, athlete: Athlete) -> list[Athlete]:
        return self._field(1 - athlete.side)

    def _field(self, side: int) -> list[Athlete]:
        return self._teams[side][: len(self._rules.roles)]

    def _pass(self, holder: Athlete, to: Athlete) -> None:
        start, (x, y) = self._ball, to.ahead(1.0)
        height = start[2]
        self._flight = fly(
            "pass", start, (x, y, height), self._now, self._rules.pass_speed, self._rules.loft, to
        )
        self._holder = None

    def _wind_up(self, holder: Athlete, goal: bool) -> None:
        x, y = self._tactics.goal(holder.side)
        facing = math.atan2(y - holder.y, x - holder.x)
        holder.act = TimedMotion(self._rules.shoot, self._now, self._rules.strike, facing)
        self._shot = (self._now + self._rules.strike * 0.5, goal)

    def _release(self, shooter: Athlete, goal: bool) -> None:
        self._shot, self._holder = None, None
        saved = not goal and self._rules.goalkeeper is not None and self._rng.random() < 0.65
        kind = "goal" if goal else "save" if saved else "miss"
        goalkeeper = self._teams[1 - shooter.side][-1]
        end = self._tactics.target(kind, shooter.side, goalkeeper)
        self._flight = fly(kind, self._ball, end, self._now, self._rules.shot_speed, self._tactics.shot_loft)
        self._flight.to = goalkeeper if saved else None
        self._add_moment("shot", shooter.side)
        if self._rules.goalkeeper and kind != "miss":
            away = math.pi if shooter.side == 0 else 0.0
            late = 0.1 if goal else 0.0
            goalkeeper.act = TimedMotion(self._rules.goalkeeper[1], self._now + late, 1.0, away)

    # -- movement of the ball

    def _move_ball(self) -> None:
        if self._holder:
            self._ball = self._tactics.ball_position(self._holder, self._now, self._shot)
        elif self._flight:
            to = self._flight.to
            hands = self._tactics.ball_position(to, self._now, None) if to else None
            self._ball = self._flight.at(self._now, hands)
            if self._flight.share(self._now) >= 1:
                self._arrive(self._flight)

    def _arrive(self, flight: Flight) -> None:
        self._flight = None
        if flight.kind == "goal":
            self._score()
        elif flight.to:
            self._holder = flight.to
            self._decision = self._now + float(self._rng.uniform(*self._rules.tempo)) * 0.8
            if flight.kind == "save":
                self._add_moment("save", flight.to.side)
        else:
            self._rebound()

    def _rebound(self) -> None:
        """Let the ball bounce away after a miss. The nearest defender takes it."""
        end = self._tactics.rebound(self._ball)
        side = 1 if self._ball[0] > 0 else 0
        receiver = min(self._field(side), key=lambda a: a.distance(end[0], end[1]))
        gap = max(0.7, receiver.distance(end[0], end[1]) / self._rules.gait.top_speed)
        self._flight = Flight(
            "loose", self._ball, end, self._now, gap, 0.5 if self._rules.goalkeeper is None else 0.0, receiver
        )

    def _score(self) -> None:
        _, side, points = self._due.pop(0)
        self._add_moment("goal", side, points)
        if self._rules.goalkeeper is None:
            down = (self._ball[0], self._ball[1], 0.15)
            receiver = min(self._field(1 - side), key=lambda a: a.distance(down[0], down[1]))
            self._flight = Flight("drop", self._ball, down, self._now, 0.9, 0.0, receiver)
            return
        for athlete in self._teams[side]:
            athlete.cheering = True
        self._pause = (self._now + self._rules.celebration + self._tactics.reset, 1 - side)

    def _restart(self) -> None:
        assert self._pause is not None
        until, side = self._pause
        if self._now > until - self._tactics.reset:
            for athlete in self._all:
                athlete.cheering = False
        if self._now >= until:
            self._pause, self._ball = None, (0.0, 0.0, 0.0)
            self._holder = min(self._field(side), key=lambda a: a.distance(0, 0))
            self._decision = self._now + 0.7
            self._add_moment("whistle", side)

    def _add_moment(self, kind: str, side: int, points: int = 0) -> None:
        self._record.moments.append(Moment(round(self._now / STEP), kind, side, points))

    # -- movement of the athletes

    def _move_athletes(self) -> None:
        resetting = self._pause is not None and self._now > self._pause[0] - self._tactics.reset
        for side, team in enumerate(self._teams):
            targets = self._targets(side, resetting)
            for athlete, (x, y, effort) in zip(team, targets, strict=True):
                athlete.go(x, y, effort)
        self._referee.go(*self._tactics.referee_spot(self._ball, self._now), 0.8)
        push_apart(self._all, self._rules.room)
        for athlete in self._all:
            athlete.turn_toward(self._ball[0], self._ball[1], self._now)

    def _targets(self, side: int, resetting: bool) -> list[tuple[float, float, float]]:
        if resetting:
            targets = [(x, y, 1.1) for x, y in self._tactics.kick_off(side)]
        elif self._pause and self._teams[side][0].cheering:
            spot = self._tactics.celebration_spot(self._ball)
            targets = [(*spot, 0.55)] * len(self._rules.roles)
        else:
            runner = self._flight.to if self._flight else None
            targets = self._tactics.plan(
                self._field(side), self._field(1 - side), self._ball, self._holder, runner, self._now
            )
        if self._rules.goalkeeper:
            targets = [*targets, self._tactics.goalkeeper(side, self._ball)]
        return targets
