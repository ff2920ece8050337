"""Keeping the on-demand library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.domain.ids import LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest


class LibraryStore(Protocol):
    """The library of the channel as far as it is not withdrawn. Each call costs a fixed number of queries."""

    def get(self, item_id: LibraryItemId) -> LibraryItem | None:
        """One item with its categories."""
        ...

    def page(self, wanted: LibraryFilter, request: PageRequest) -> Page[LibraryItem]:
        """A part of those `wanted`; sort fields `date` and `title`, ties by id."""
        ...

    def categories(self) -> Sequence[LibraryCategory]:
        """All categories, the heaviest first."""
        ...

    def rails(self) -> Sequence[LibraryRail]:
        """All rails, the heaviest first."""
        ...

    def items_of(
        self, rails: Sequence[LibraryRail], limit: int
    ) -> Mapping[LibraryRailId, Sequence[LibraryItem]]:
        """The first `limit` items of each rail: in its own order, or the newest of its category."""
        ...
