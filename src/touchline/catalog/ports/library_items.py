"""Port for reading the on-demand library."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.domain.ids import LibraryRailId
from touchline.catalog.domain.library import LibraryCategory, LibraryItem, LibraryRail
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest


class LibraryItems(Protocol):
    """The channel's library, without withdrawn items. Each call takes a fixed number of queries."""

    def get(self, item_id: LibraryItemId) -> LibraryItem | None:
        """Return an item with its categories; None if there is none."""
        ...

    def list_page(self, query: LibraryFilter, request: PageRequest) -> Page[LibraryItem]:
        """Return a page of the items that match `query`.

        Sort fields are `date` and `title`; ties are sorted by id.
        """
        ...

    def list_categories(self) -> Sequence[LibraryCategory]:
        """Return all categories, highest weight first."""
        ...

    def list_rails(self) -> Sequence[LibraryRail]:
        """Return all rails, highest weight first."""
        ...

    def list_rail_items(
        self, rails: Sequence[LibraryRail], limit: int
    ) -> Mapping[LibraryRailId, Sequence[LibraryItem]]:
        """Return the first `limit` items of each rail: in the rail's own order, or the newest of its
        category.
        """
        ...
