"""Port to the catalog."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.domain.targets import FavoriteType
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class CatalogItem:
    """A team, school or sport. `image` is a URL, `color` is `#rrggbb`.

    `full_name` distinguishes teams with the same name.
    """

    id: int
    name: str
    full_name: str
    short_name: str
    alias: str
    image: str | None
    color: str | None


@dataclass(frozen=True)
class EventSummary:
    """An event. `is_over`: it will not be live again."""

    id: int
    name: str
    is_over: bool


class Catalog(Protocol):
    """The current channel's catalog. Results leave out what the channel does not show."""

    def list_items(
        self, kind: FavoriteType, ids: Collection[int], language: str
    ) -> Mapping[int, CatalogItem]:
        """Return items of one type by id. One query; two for teams."""
        ...

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Return events by id, for jobs, with a fixed number of queries."""
        ...

    def list_events_for(self, principal: Principal, ids: Collection[int]) -> Mapping[int, EventSummary]:
        """Return the events that the viewer may see, by id, with a fixed number of queries."""
        ...

    def list_ongoing_events(self) -> Sequence[OngoingEvent]:
        """List all events that are live now. One query."""
        ...

    def can_resume(self, principal: Principal, kind: WatchKind, item_id: int) -> bool | None:
        """Return whether playback can resume later; False for a live stream.

        None if there is no item with this id that the viewer may see.
        """
        ...
