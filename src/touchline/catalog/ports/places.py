"""Keeping categories, locations, groups and participants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Category, Group, GroupProperty, Location
from touchline.shared.ids import ParticipantId
from touchline.shared.paging import Page, PageRequest


class Places(Protocol):
    """What events are sorted by, as far as it is not withdrawn. Each call costs a fixed number of queries."""

    def categories(self) -> Sequence[Category]:
        """All categories, the heaviest first."""
        ...

    def locations(self) -> Sequence[Location]:
        """All locations by name."""
        ...

    def groups(self) -> Sequence[Group]:
        """All participant groups by name."""
        ...

    def group_properties(self) -> Sequence[GroupProperty]:
        """All group properties in the order of the pack."""
        ...

    def participants(self, wanted: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        """A part of the participants, with groups and children; sort fields `name` and `id`."""
        ...

    def participant(self, participant_id: ParticipantId) -> Participant | None:
        """One participant, with group and children."""
        ...
