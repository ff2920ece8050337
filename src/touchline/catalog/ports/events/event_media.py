"""Port for the media of events, as lists for operators show them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from touchline.catalog.domain.events.attention import EventMedia
from touchline.shared.ids import EventId


class EventMediaLookup(Protocol):
    """Lookup of which media events have, in the current transaction."""

    def get_media(self, event_ids: Collection[EventId]) -> Mapping[EventId, EventMedia]:
        """Return the media of each event. Unknown ids are left out. One query."""
        ...

    def find_id(self, key: str) -> EventId | None:
        """Return the id of the event with a key; None if the channel has none."""
        ...
