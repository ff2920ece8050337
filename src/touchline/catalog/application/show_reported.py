"""What was watched by its names, and what it belongs to, as reports need it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.application.answers import Teller
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_names import full_name, full_title
from touchline.catalog.domain.event import Event
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.participation import having
from touchline.catalog.ports.reported import Reported
from touchline.shared.ids import EventId, LibraryItemId, ParticipantId

Named = tuple[int, str]
"""An id and a name in the asked language."""


@dataclass(frozen=True)
class ReportedEvent:
    """An event, whose it was and of which sport; `duration` is as planned, in seconds. `participants` are its
    sides and the co-ops that stand for them; a group of several participants is listed once."""

    id: int
    name: str
    starts_at: datetime
    duration: int
    participants: tuple[Named, ...]
    groups: tuple[Named, ...]
    category: Named | None


class ShowReported:
    """Tells names of what the channel shows, or showed until it was withdrawn."""

    def __init__(self, reported: Reported, desk: Desk) -> None:
        self._reported = reported
        self._desk = desk

    def events(self, ids: Collection[int], language: str) -> Mapping[int, ReportedEvent]:
        """Events by id; those that this channel never had are left out. The same few queries however many."""
        if not ids:
            return {}
        teller = self._desk.teller(language)
        found = self._reported.events([EventId(one) for one in ids])
        parents = self._reported.parents({side.participant.id for event in found for side in event.sides})
        return {int(event.id): _told(event, teller, parents) for event in found}

    def library(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """The titles of library items by id; those that this channel never had are left out. Titles are
        full. The same few queries however many."""
        if not ids:
            return {}
        teller = self._desk.teller(language)
        found = self._reported.library([LibraryItemId(one) for one in ids])
        return {
            int(item.id): full_title(item, teller.language, teller.fallback, teller.time_zone)
            for item in found
        }


def _told(
    event: Event, teller: Teller, parents: Mapping[ParticipantId, Sequence[Participant]]
) -> ReportedEvent:
    teams = having((side.participant for side in event.sides), parents)
    groups = {team.group.id: teller.text(team.group.name) for team in teams if team.group}
    category = event.category
    return ReportedEvent(
        id=event.id,
        name=full_name(event, teller.language, teller.fallback, teller.time_zone),
        starts_at=event.starts_at,
        duration=int(event.duration.total_seconds()),
        participants=tuple((int(team.id), teller.text(team.name)) for team in teams),
        groups=tuple((int(group_id), name) for group_id, name in groups.items()),
        category=(int(category.id), teller.text(category.name)) if category else None,
    )
