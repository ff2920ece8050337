"""The timeline of an event as its scorers see it: its entries, its sport and its teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.scoring.append_entries import AppendEntries
from touchline.catalog.application.scoring.event_checks import require_event
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.serializer import CatalogSerializer, JsonObject
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.timeline import TimelineEntry
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.scoring.timelines import StoredEntry, Timelines
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import EventId
from touchline.shared.strings.localized import LocalText

SOURCE_SILENT_AFTER = timedelta(seconds=15)
"""Time without a message after which a system no longer keeps the score, and scorers do again."""


@dataclass(frozen=True)
class ScorerTimeline:
    """Use cases of scorers: read the timeline of an event, and add to it."""

    append_entries: AppendEntries
    timelines: Timelines
    events: Events
    sports: EventSports
    contexts: RequestContextFactory

    def show(self, event_id: EventId, language: str) -> JsonObject:
        """Return the whole timeline, with the sport and the teams. Raises `NotFoundError`."""
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        serializer = self.contexts.create_serializer(language)
        return {
            **self._serialize(event_id, self.timelines.list_entries(event_id)),
            "event": _serialize_event(event, serializer),
            "sport": serialize_sport(self.sports.get(event), serializer),
        }

    def add(
        self, event_id: EventId, author: str, entries: Sequence[TimelineEntry], *, after: int
    ) -> JsonObject:
        """Add entries, and return those with a revision above `after`. Without entries, only return them.

        Raises `NotFoundError`.
        """
        if not entries:
            require_event(self.events, event_id)
            return self._serialize(event_id, self.timelines.list_entries(event_id, after=after))
        appended = self.append_entries(event_id, author, entries)
        return self._serialize(event_id, [item for item in appended.entries if item.revision > after])

    def _serialize(self, event_id: EventId, stored: Sequence[StoredEntry]) -> JsonObject:
        now = self.contexts.get_time()
        return {
            "now_ms": int(now.timestamp() * 1000),
            "source": self._find_active_source(event_id, now),
            "entries": [serialize_entry(item) for item in stored],
        }

    def _find_active_source(self, event_id: EventId, now: datetime) -> str | None:
        """Return the name of the system that keeps the score now; None if scorers do."""
        source = self.timelines.get_source(event_id)
        return source.name if source and now - source.seen_at < SOURCE_SILENT_AFTER else None


def serialize_entry(stored: StoredEntry) -> JsonObject:
    """Serialize an entry of a timeline. Fields that it does not have are left out."""
    entry = stored.entry
    return {
        "id": entry.id,
        "revision": stored.revision,
        "kind": entry.kind.value,
        "at_ms": entry.at_ms,
        "author": entry.author,
        **entry.get_data(),
    }


def serialize_sport(sport: Sport, serializer: CatalogSerializer) -> JsonObject:
    """Serialize what a scorer needs of a sport, in one language."""

    def localize(text: LocalText) -> str:
        return serializer.localize(text)

    periods, overtime = sport.periods, sport.overtime
    return {
        "key": sport.key,
        "name": localize(sport.name),
        "scoring": sport.method.value,
        "clock_direction": sport.clock.value,
        "has_halves": periods.has_halves,
        "can_tie": sport.can_tie,
        "period_seconds": periods.seconds,
        "periods": [
            {
                "name": localize(names.name),
                "short_name": localize(names.short_name),
                "break_name": localize(names.break_name),
            }
            for names in periods.names
        ],
        "overtime": {
            "name": localize(overtime.name),
            "short_name": localize(overtime.short_name),
            "seconds": overtime.seconds,
            "max_count": overtime.max_count,
        }
        if overtime
        else None,
        "shootout": {
            "name": localize(sport.shootout.name),
            "short_name": localize(sport.shootout.short_name),
        }
        if sport.shootout
        else None,
        "sets": {
            "to_win": sport.sets.to_win,
            "points": sport.sets.points,
            "last_points": sport.sets.last_points,
            "margin": sport.sets.margin,
        }
        if sport.sets
        else None,
        "scores": [
            {"key": kind.key, "name": localize(kind.name), "points": kind.points} for kind in sport.scores
        ],
        "moments": [{"key": kind.key, "name": localize(kind.name)} for kind in sport.moments],
    }


def _serialize_event(event: Event, serializer: CatalogSerializer) -> JsonObject:
    return {
        "id": event.id,
        "name": event.get_name(serializer.language, serializer.fallback),
        "starts_at": event.starts_at,
        "teams": [
            {
                "name": serializer.localize(side.participant.name),
                "short_name": serializer.localize(side.participant.display_short_name),
                "color": side.participant.display_colors[0],
                "color_2": side.participant.display_colors[1],
            }
            for side in event.ordered_sides
        ]
        if event.is_matchup
        else [],
    }
