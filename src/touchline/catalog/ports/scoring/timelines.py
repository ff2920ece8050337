"""Port for storing timelines in the current channel's transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.events.score import Score
from touchline.catalog.domain.scoring.timeline import TimelineEntry
from touchline.shared.ids import EventId


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry of a timeline. `revision` is the revision of the timeline that the entry made, from 1."""

    revision: int
    entry: TimelineEntry


@dataclass(frozen=True, slots=True)
class ScoreSource:
    """A system that sends the state of a scoreboard: its name, and when it last did."""

    name: str
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The current score of an event, and the key of its sport."""

    event_id: EventId
    sport: str
    score: Score


class Timelines(Protocol):
    """The timelines of the current channel's events."""

    def lock(self, event_id: EventId) -> int:
        """Return the revision of a timeline, 0 if it is empty. Others who write to it wait for the end of
        this transaction.
        """
        ...

    def list_entries(self, event_id: EventId, *, after: int = 0) -> Sequence[StoredEntry]:
        """Return the entries with a revision above `after`, by revision."""
        ...

    def find_existing(self, event_id: EventId, ids: Collection[str]) -> frozenset[str]:
        """Return those of the ids that the timeline has."""
        ...

    def add(self, event_id: EventId, entries: Sequence[TimelineEntry], received_at: datetime) -> int:
        """Add entries and return the new revision. Call `lock` first."""
        ...

    def save_score(self, event_id: EventId, score: Score | None) -> None:
        """Save the current score of an event."""
        ...

    def save_result(self, event_id: EventId, score: Score | None) -> None:
        """Save the score that lists of events show while nothing else is known."""
        ...

    def announce_moments(self, event_id: EventId) -> None:
        """Announce after this transaction that the big moments of the event have changed."""
        ...

    def list_live_scores(self) -> Sequence[LiveScore]:
        """Return the current scores of the public events whose stream is on. One query."""
        ...

    def get_source(self, event_id: EventId) -> ScoreSource | None:
        """Return the system that last sent the state of the scoreboard; None if none ever did."""
        ...

    def save_source(self, event_id: EventId, source: ScoreSource | None) -> None:
        """Save the system that sends the state of the scoreboard. Call `lock` first."""
        ...
