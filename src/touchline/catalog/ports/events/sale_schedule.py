"""Reading the whole schedule for those who sell it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.events.scheduled_event import ScheduledEvent
from touchline.shared.ids import ParticipantId
from touchline.shared.strings.localized import LocalText


class SaleSchedule(Protocol):
    """The events and teams of the present channel that are not withdrawn."""

    def list_events(
        self, category_ids: Collection[int] = (), participant_id: int | None = None
    ) -> Sequence[ScheduledEvent]:
        """Return the events of these categories (none: of all) and of a team, the last to start first; of
        very many the newest. Two queries."""
        ...

    def list_teams(
        self, participant_id: ParticipantId | None = None
    ) -> Sequence[tuple[ParticipantId, LocalText, LocalText | None]]:
        """Return ids and names of all teams by name, or of one, each with its category's name. One query."""
        ...

    def get_team_categories(
        self, participant_id: ParticipantId | None = None
    ) -> Mapping[int, tuple[int, ...]]:
        """Return the categories in which teams are listed or have events, by team; of one, or of all. Two
        queries."""
        ...

    def has_library_items(self, *, paid_only: bool) -> bool:
        """Return whether the library has films, or films that cost money. One query."""
        ...
