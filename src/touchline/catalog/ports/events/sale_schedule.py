"""Port for reading the whole schedule for sales."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.events.scheduled_event import ScheduledEvent
from touchline.shared.ids import ParticipantId
from touchline.shared.strings.localized import LocalText


class SaleSchedule(Protocol):
    """The events and teams of the current channel that are not withdrawn."""

    def list_events(
        self, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[ScheduledEvent]:
        """Return the events of these categories (none: all) and of a team (None: all teams), latest start
        first.

        The list is limited to the latest events. Two queries.
        """
        ...

    def list_teams(
        self, participant_id: ParticipantId | None = None
    ) -> Sequence[tuple[ParticipantId, LocalText, LocalText | None]]:
        """Return the id, name and category name of one team, or of all teams sorted by name. One query."""
        ...

    def get_team_categories(
        self, participant_id: ParticipantId | None = None
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the categories in which one team, or each team, is listed or has events.

        Two queries.
        """
        ...

    def has_library_items(self, *, paid_only: bool) -> bool:
        """Return whether the library has any items or, with `paid_only`, any items that cost money. One
        query.
        """
        ...
