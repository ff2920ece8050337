"""Port for storing the content of a channel pack."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, TypeVar

from touchline.catalog.domain.events.schedule import PlannedStart
from touchline.shared.paging import Page, PageRequest

Entity = TypeVar("Entity")
Item = TypeVar("Item", contravariant=True)


class PackCollection(Protocol[Item]):
    """Items of one kind in the channel, identified by `key`. The `id` of saved items is ignored."""

    def save_all(self, items: Sequence[Item]) -> Sequence[int]:
        """Create or overwrite the items with these keys and return their permanent ids.

        Withdrawn items are restored.
        """
        ...

    def withdraw_missing(self) -> None:
        """Withdraw every item of the collection that was not saved."""
        ...


class PackStore(Protocol):
    """A collection for each kind of item in a pack.

    Data that media, clips and streams have added to an event is kept.
    """

    def get_collection(
        self, entity_type: type[Entity], language: str, keys: Collection[str] | None = None
    ) -> PackCollection[Entity]:
        """Return the collection of a domain class, such as `Event`: all items, or those with these keys.

        Names are sorted by the rules of `language`.
        """
        ...

    def get_planned_starts(self, keys: Collection[str] | None = None) -> Mapping[str, PlannedStart]:
        """Return the start and schedule of all events, or of those with these keys, by key.

        Withdrawn events are left out.
        """
        ...

    def list_ids_by_key(
        self, entity_type: type[Entity], keys: Collection[str] | None = None
    ) -> dict[str, int]:
        """Return the ids of all items, or of those with these keys, by key. Withdrawn items are left out."""
        ...

    def list_event_keys(self, page: PageRequest) -> Page[str]:
        """Return the keys of a page of events, oldest entry first. Withdrawn events are left out."""
        ...

    def find_events_of(self, entity_type: type[Entity], keys: Collection[str]) -> frozenset[str]:
        """Return the keys of the events with one of these participants, categories or locations.

        Withdrawn events are left out.
        """
        ...

    def merge(self, entity_type: type[Entity], removed: str, kept: str) -> None:
        """Let the alias of an item lead to another one of the same kind, until the item is saved again."""
        ...
