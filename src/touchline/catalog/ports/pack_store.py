"""Keeping what a channel pack brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from touchline.catalog.domain.events.schedule import PlannedStart

Entity = TypeVar("Entity")
Item = TypeVar("Item", contravariant=True)


class PackCollection(Protocol[Item]):
    """All things of one kind in the channel, known by `key`; the `id` of what is put is not looked at."""

    def save_all(self, items: Sequence[Item]) -> Sequence[int]:
        """Make or change the things of these keys, whole; withdrawn ones come back. Answers their lasting
        ids."""
        ...

    def withdraw_missing(self) -> None:
        """Withdraw everything that was not put."""
        ...


class PackStore(Protocol):
    """A shelf for each kind of thing a pack may bring.

    What media, clips and streams have added to an event stays as it is.
    """

    def get_collection(self, entity_type: type[Entity], language: str) -> PackCollection[Entity]:
        """The shelf of a domain class, such as `Event`; names are sorted as they are in `language`."""
        ...

    def get_planned_starts(self) -> Mapping[str, PlannedStart]:
        """The start and schedule of every event that is not withdrawn, by its key."""
        ...

    def list_ids_by_key(self, entity_type: type[Entity]) -> dict[str, int]:
        """The ids of what is on a shelf and not withdrawn."""
        ...
