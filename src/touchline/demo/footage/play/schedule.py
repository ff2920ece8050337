"""Times of goals, and the score. A video must end with the score that the pack requests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from touchline.demo.footage.play.invasion import Goal
from touchline.demo.footage.play.record import Recording
from touchline.demo.footage.play.rules import Rules

Pair = tuple[int, int]

MAX_SETS, SET_POINTS = 3, 25


@dataclass(frozen=True)
class Score:
    """Points or goals as (away, home), and sets if the sport has them."""

    points: Pair
    sets: Pair | None = None


def due_goals(rules: Rules, seconds: float, seed: int, final: Pair | None) -> list[Goal]:
    """Return goals spread over a video. No side gets more than its final score."""
    rng = np.random.default_rng(seed + 77)
    remaining = list(final) if final else [99, 99]
    goals: list[Goal] = []
    count = max(1, int((seconds - 4) / rules.goal_interval))
    side = int(rng.integers(2))
    for i in range(count):
        points = int(rng.choice(rules.points))
        side = side if rules.goalkeeper and rng.random() < 0.4 else 1 - side
        scorer = next((s for s in (side, 1 - side) if remaining[s] >= points), None)
        if scorer is None:
            break
        remaining[scorer] -= points
        when = (i + 0.55 + float(rng.uniform(-0.12, 0.12))) * (seconds - 2) / count
        goals.append((when, scorer, points))
        side = scorer
    return goals


def set_winner(sport: str, final: Pair | None) -> int | None:
    """Return the side that wins the set at the end of a video whose final score is in sets.

    Returns None if the final score is in points.
    """
    if sport != "volleyball" or final is None or max(final) > MAX_SETS or final[0] == final[1]:
        return None
    return 0 if final[0] > final[1] else 1


def rally_winners(seed: int, favorite: int | None) -> list[int]:
    """Return the winner of each volleyball rally. A favorite wins more often."""
    rng = np.random.default_rng(seed + 33)
    first = 0 if favorite is None else favorite
    share = 0.5 if favorite is None else 0.68
    return [first if rng.random() < share else 1 - first for _ in range(40)]


class ScoreTracker:
    """The score in each frame of a recording that ends with `final`. If `final` is None, the seed decides."""

    def __init__(self, recording: Recording, sport: str, seed: int, final: Pair | None) -> None:
        self._goals, self._final = recording.goals(), final
        self._winner = set_winner(sport, final)
        scored = [sum(goal.points for goal in self._goals if goal.side == side) for side in (0, 1)]
        rng = np.random.default_rng(seed + 5)
        low, high = {"basketball": (38, 52), "volleyball": (12, 18)}.get(sport, (0, 3))
        end = [int(rng.integers(low, high)) + scored[side] for side in (0, 1)]
        if final and self._winner is None:
            end = list(final)
        if self._winner is not None:
            end[self._winner], end[1 - self._winner] = SET_POINTS, SET_POINTS - int(rng.integers(2, 6))
        self._start = (end[0] - scored[0], end[1] - scored[1])

    def at(self, frame: int) -> Score:
        """Return the score that the scoreboard shows in a frame."""
        away, home = self._start
        for goal in self._goals:
            if goal.frame <= frame:
                away, home = (away + goal.points, home) if goal.side == 0 else (away, home + goal.points)
        if self._final is None or self._winner is None:
            return Score((away, home))
        over = (away, home)[self._winner] >= SET_POINTS
        before = [sets - (side == self._winner and not over) for side, sets in enumerate(self._final)]
        return Score((away, home), (before[0], before[1]))
