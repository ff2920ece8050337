"""Port for storing the content of a channel pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from touchline.catalog.domain.events.schedule import PlannedStart

Entity = TypeVar("Entity")
Item = TypeVar("Item", contravariant=True)


class PackCollection(Protocol[Item]):
    """All items of one kind in the channel, identified by `key`. The `id` of saved items is ignored."""

    def save_all(self, items: Sequence[Item]) -> Sequence[int]:
        """Create or overwrite the items with these keys and return their permanent ids.

        Withdrawn items are restored.
        """
        ...

    def withdraw_missing(self) -> None:
        """Withdraw every item that was not saved."""
        ...


class PackStore(Protocol):
    """A collection for each kind of item in a pack.

    Data that media, clips and streams have added to an event is kept.
    """

    def get_collection(self, entity_type: type[Entity], language: str) -> PackCollection[Entity]:
        """Return the collection of a domain class, such as `Event`. Names are sorted by the rules of
        `language`.
        """
        ...

    def get_planned_starts(self) -> Mapping[str, PlannedStart]:
        """Return the start and schedule of every event that is not withdrawn, by key."""
        ...

    def list_ids_by_key(self, entity_type: type[Entity]) -> dict[str, int]:
        """Return the ids of the items that are not withdrawn, by key."""
        ...
