"""Port for what the page of today shows besides the events themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.shared.ids import EventId


@dataclass(frozen=True, slots=True)
class CatalogSetup:
    """What a channel without videos has already: teams and events."""

    has_teams: bool
    has_events: bool


class TodayLookup(Protocol):
    """Lookup of streams, failures and setup in the current transaction, with one or two queries for each."""

    def list_streams(self, event_ids: Collection[EventId]) -> Mapping[EventId, LiveStream]:
        """Return the stream of each event that has one."""
        ...

    def list_failed(self, limit: int) -> Sequence[EventId]:
        """Return the events with a video or upload that failed, latest event first."""
        ...

    def list_failed_library_items(self, limit: int) -> Sequence[LibraryItem]:
        """Return the library items with a video or upload that failed, latest item first."""
        ...

    def has_video(self) -> bool:
        """Return whether the channel has a video that can play, or had a live stream."""
        ...

    def get_setup(self) -> CatalogSetup:
        """Return what the channel has."""
        ...

    def has_price(self) -> bool:
        """Return whether an event has its own price. This may read all events."""
        ...
