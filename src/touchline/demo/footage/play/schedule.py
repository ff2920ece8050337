"""When goals fall and what the score is: a film must end with the score that the pack asks for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from touchline.demo.footage.play.invasion import Goal
from touchline.demo.footage.play.record import Recording
from touchline.demo.footage.play.rules import Rules

Pair = tuple[int, int]

MOST_SETS, SET_POINTS = 3, 25


@dataclass(frozen=True)
class Score:
    """(away, home) in points or goals, and in sets where the sport has them."""

    points: Pair
    sets: Pair | None = None


def due_goals(rules: Rules, seconds: float, seed: int, final: Pair | None) -> list[Goal]:
    """Goals spread over a film, no side getting more than its final score."""
    rng = np.random.default_rng(seed + 77)
    left = list(final) if final else [99, 99]
    goals: list[Goal] = []
    count = max(1, int((seconds - 4) / rules.every))
    side = int(rng.integers(2))
    for i in range(count):
        points = int(rng.choice(rules.points))
        side = side if rules.goalkeeper and rng.random() < 0.4 else 1 - side
        taker = next((s for s in (side, 1 - side) if left[s] >= points), None)
        if taker is None:
            break
        left[taker] -= points
        when = (i + 0.55 + float(rng.uniform(-0.12, 0.12))) * (seconds - 2) / count
        goals.append((when, taker, points))
        side = taker
    return goals


def set_winner(sport: str, final: Pair | None) -> int | None:
    """Who wins the set that ends in a film whose final score is in sets; `None` where points are counted."""
    if sport != "volleyball" or final is None or max(final) > MOST_SETS or final[0] == final[1]:
        return None
    return 0 if final[0] > final[1] else 1


def rally_winners(seed: int, favorite: int | None) -> list[int]:
    """Who wins each rally of volleyball: either, or the favorite rather."""
    rng = np.random.default_rng(seed + 33)
    first = 0 if favorite is None else favorite
    share = 0.5 if favorite is None else 0.68
    return [first if rng.random() < share else 1 - first for _ in range(40)]


class ScoreTracker:
    """The score in each frame of a recording that ends with `final`; without it the seed chooses."""

    def __init__(self, recording: Recording, sport: str, seed: int, final: Pair | None) -> None:
        self._goals, self._final = recording.goals(), final
        self._winner = set_winner(sport, final)
        made = [sum(goal.points for goal in self._goals if goal.side == side) for side in (0, 1)]
        rng = np.random.default_rng(seed + 5)
        low, high = {"basketball": (38, 52), "volleyball": (12, 18)}.get(sport, (0, 3))
        end = [int(rng.integers(low, high)) + made[side] for side in (0, 1)]
        if final and self._winner is None:
            end = list(final)
        if self._winner is not None:
            end[self._winner], end[1 - self._winner] = SET_POINTS, SET_POINTS - int(rng.integers(2, 6))
        self._start = (end[0] - made[0], end[1] - made[1])

    def at(self, frame: int) -> Score:
        """What the board shows in a frame."""
        away, home = self._start
        for goal in self._goals:
            if goal.frame <= frame:
                away, home = (away + goal.points, home) if goal.side == 0 else (away, home + goal.points)
        if self._final is None or self._winner is None:
            return Score((away, home))
        over = (away, home)[self._winner] >= SET_POINTS
        before = [sets - (side == self._winner and not over) for side, sets in enumerate(self._final)]
        return Score((away, home), (before[0], before[1]))
