"""Port for reading categories, locations, groups and participants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.domain.taxonomy import Category, Group, GroupProperty, Location
from touchline.shared.ids import GroupId, ParticipantId
from touchline.shared.paging import Page, PageRequest


class Taxonomy(Protocol):
    """The taxonomy of events, without withdrawn entries. Each call takes a fixed number of queries."""

    def list_categories(self) -> Sequence[Category]:
        """Return all categories, highest weight first."""
        ...

    def list_locations(self) -> Sequence[Location]:
        """Return all locations, sorted by name."""
        ...

    def list_groups(self) -> Sequence[Group]:
        """Return all participant groups, sorted by name."""
        ...

    def list_group_properties(self) -> Sequence[GroupProperty]:
        """Return all group properties, in the order of the pack."""
        ...

    def list_participants(self, query: ParticipantFilter, request: PageRequest) -> Page[Participant]:
        """Return a page of participants, with groups and children. Sort fields are `name` and `id`."""
        ...

    def list_group_teams(self, group_id: GroupId) -> Sequence[Participant]:
        """Return the participants of a group, and those that they stand for, such as co-ops, by name."""
        ...

    def get_participant(self, participant_id: ParticipantId) -> Participant | None:
        """Return a participant with its group and children; None if there is none."""
        ...
