"""What engagement must know of what there is to watch."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.reminders import OngoingEvent
from touchline.engagement.domain.targets import FavoriteType


@dataclass(frozen=True)
class CatalogItem:
    """A team, school or sport; `image` is an address, `color` is `#rrggbb`. `full_name`
    distinguishes teams with the same name."""

    id: int
    name: str
    full_name: str
    short_name: str
    alias: str
    image: str | None
    color: str | None


@dataclass(frozen=True)
class EventSummary:
    """An event; `is_over` once it will not be live any more."""

    id: int
    name: str
    is_over: bool


class Catalog(Protocol):
    """Questions about the present channel. What it does not show (any more) is left out of answers."""

    def list_items(
        self, kind: FavoriteType, ids: Collection[int], language: str
    ) -> Mapping[int, CatalogItem]:
        """Things of a kind by id: one query, for teams two."""
        ...

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Events by id: the same few queries however many."""
        ...

    def list_ongoing_events(self) -> Sequence[OngoingEvent]:
        """All events that are live now: one query."""
        ...

    def can_resume(self, kind: WatchKind, item_id: int) -> bool | None:
        """Whether one can stop in the thing and go on later: not in what is live. None where there is none of
        that id."""
        ...
