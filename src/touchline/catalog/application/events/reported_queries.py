"""Names and relations of what was watched, for reports."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.events.event_names import format_full_name, format_full_title
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import CatalogSerializer
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.events.participation import list_participants_with_event
from touchline.catalog.ports.events.reported_items import ReportedItems
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId

IdAndName = tuple[int, str]
"""An id, and a name in the requested language."""


@dataclass(frozen=True)
class ReportedEvent:
    """An event with its participants, groups and category.

    `duration` is the planned duration in seconds. `participants` are the event's sides and the co-ops that
    stand for them. `groups` lists a group of several participants once.
    """

    id: int
    name: str
    starts_at: datetime
    duration: int
    participants: tuple[IdAndName, ...]
    groups: tuple[IdAndName, ...]
    category: IdAndName | None


class ReportedQueries:
    """Queries for the names of everything that the channel shows, or showed before it was withdrawn."""

    def __init__(self, reported_items: ReportedItems, contexts: RequestContextFactory) -> None:
        self._reported_items = reported_items
        self._contexts = contexts

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, ReportedEvent]:
        """Return events by id. Events that the channel never had are left out.

        The number of queries is constant.
        """
        if not ids:
            return {}
        serializer = self._contexts.create_serializer(language)
        reported_events = self._reported_items.list_events([EventId(event_id) for event_id in ids])
        parents = self._reported_items.list_parents(
            {side.participant.id for event in reported_events for side in event.sides}
        )
        return {int(event.id): _build_reported_event(event, serializer, parents) for event in reported_events}

    def list_library_titles(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """Return the full titles of library items by id. Items that the channel never had are left out.

        The number of queries is constant.
        """
        if not ids:
            return {}
        serializer = self._contexts.create_serializer(language)
        library_items = self._reported_items.list_library_items([LibraryItemId(item_id) for item_id in ids])
        return {
            int(item.id): format_full_title(
                item, serializer.language, serializer.fallback, serializer.time_zone
            )
            for item in library_items
        }


def _build_reported_event(
    event: Event, serializer: CatalogSerializer, parents: Mapping[ParticipantId, Sequence[Participant]]
) -> ReportedEvent:
    teams = list_participants_with_event((side.participant for side in event.sides), parents)
    groups = {team.group.id: serializer.localize(team.group.name) for team in teams if team.group}
    category = event.category
    return ReportedEvent(
        id=event.id,
        name=format_full_name(event, serializer.language, serializer.fallback, serializer.time_zone),
        starts_at=event.starts_at,
        duration=int(event.duration.total_seconds()),
        participants=tuple((int(team.id), serializer.localize(team.name)) for team in teams),
        groups=tuple((int(group_id), name) for group_id, name in groups.items()),
        category=(int(category.id), serializer.localize(category.name)) if category else None,
    )
