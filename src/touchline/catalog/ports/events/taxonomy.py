"""Keeping categories, locations, groups and participants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.shared.ids import ParticipantId
from touchline.shared.paging import Page, PageRequest


class Taxonomy(Protocol):
    """What events are sorted by, as far as it is not withdrawn. Each call costs a fixed number of queries."""

    def list_categories(self) -> Sequence[Category]:
        """All categories, the heaviest first."""
        ...

    def list_locations(self) -> Sequence[Location]:
        """All locations by name."""
        ...

    def list_groups(self) -> Sequence[Group]:
        """All participant groups by name."""
        ...

    def list_group_properties(self) -> Sequence[GroupProperty]:
        """All group properties in the order of the pack."""
        ...

    def list_participants(self, query: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        """A part of the participants, with groups and children; sort fields `name` and `id`."""
        ...

    def get_participant(self, participant_id: ParticipantId) -> Participant | None:
        """One participant, with group and children."""
        ...
