"""Builds timelines for tests: entries in the order in which they happened, one a second."""

from __future__ import annotations

from itertools import count
from typing import Any

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.domain.scoring.scoreboard import Scoreboard, fold
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.timeline import TimelineEntry

SPORTS = load_shipped_sports()


class TimelineBuilder:
    """A timeline of a sport. Each call adds an entry one second after the last one."""

    def __init__(self, sport: str) -> None:
        self.sport: Sport = SPORTS[sport]
        self.entries: list[TimelineEntry] = []
        self._numbers = count(1)

    def add(self, kind: str, at_ms: int | None = None, **data: Any) -> TimelineEntry:
        """Add an entry, and return it."""
        number = next(self._numbers)
        entry = TimelineEntry.create(f"e{number:03}", kind, at_ms or number * 1000, "", data)
        self.entries.append(entry)
        return entry

    def score(self, side: str, points: int = 1, times: int = 1, **data: Any) -> TimelineEntry:
        """Add scores of a side, and return the last entry."""
        entries = [self.add("scored", side=side, points=points, **data) for _ in range(times)]
        return entries[-1]

    def play_set(self, away: int, home: int) -> None:
        """Start the next set, play it to its score, and end it."""
        self.add("period_started")
        self.add("score_set", score=[away, home])
        self.add("period_ended")

    @property
    def board(self) -> Scoreboard:
        """The scoreboard after the last entry."""
        snapshots = fold(self.sport, self.entries)
        return snapshots[-1].scoreboard if snapshots else Scoreboard()
