"""Keeping what a channel pack brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from touchline.catalog.domain.schedule import Planned

Kind = TypeVar("Kind")
Put = TypeVar("Put", contravariant=True)


class Shelf(Protocol[Put]):
    """All things of one kind in the channel, known by `key`; the `id` of what is put is not looked at."""

    def put(self, things: Sequence[Put]) -> Sequence[int]:
        """Make or change the things of these keys, whole; withdrawn ones come back. Answers their lasting
        ids."""
        ...

    def close(self) -> None:
        """Withdraw everything that was not put."""
        ...


class PackStore(Protocol):
    """A shelf for each kind of thing a pack may bring.

    What media, clips and streams have added to an event stays as it is.
    """

    def shelf(self, kind: type[Kind], language: str) -> Shelf[Kind]:
        """The shelf of a domain class, such as `Event`; names are sorted as they are in `language`."""
        ...

    def plans(self) -> Mapping[str, Planned]:
        """The start and schedule of every event that is not withdrawn, by its key."""
        ...

    def ids_by_key(self, kind: type[Kind]) -> dict[str, int]:
        """The ids of what is on a shelf and not withdrawn."""
        ...
