"""Keeping the on-demand library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.domain.ids import LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest


class LibraryItems(Protocol):
    """The library of the channel as far as it is not withdrawn. Each call costs a fixed number of queries."""

    def get(self, item_id: LibraryItemId) -> LibraryItem | None:
        """One item with its categories."""
        ...

    def list_page(self, query: LibraryFilter, request: PageRequest) -> Page[LibraryItem]:
        """A part of those `query`; sort fields `date` and `title`, ties by id."""
        ...

    def list_categories(self) -> Sequence[LibraryCategory]:
        """All categories, the heaviest first."""
        ...

    def list_rails(self) -> Sequence[LibraryRail]:
        """All rails, the heaviest first."""
        ...

    def list_rail_items(
        self, rails: Sequence[LibraryRail], limit: int
    ) -> Mapping[LibraryRailId, Sequence[LibraryItem]]:
        """The first `limit` items of each rail: in its own order, or the newest of its category."""
        ...
