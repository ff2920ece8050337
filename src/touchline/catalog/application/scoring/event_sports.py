"""The sport of an event."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.scoring.sport import ScoringMethod, Sport
from touchline.catalog.ports.scoring.sports import Sports

NO_SPORT = Sport(key="", name={"en": "Event", "fr": "Événement"}, method=ScoringMethod.NONE)
"""The sport of an event that has none: a timeline with moments and notes, without a score."""


@dataclass(frozen=True)
class EventSports:
    """Finds the sport of an event."""

    sports: Sports

    def get(self, event: Event) -> Sport:
        """Return the sport of an event. One without two sides or with an unknown sport has no score."""
        sport = self.sports.get(event.sport) if event.is_matchup and event.sport else None
        return sport or NO_SPORT
