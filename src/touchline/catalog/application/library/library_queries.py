"""Queries for the on-demand library: items, categories and rails."""

from __future__ import annotations

from touchline.catalog.application.library.library_serializer import LibrarySerializer
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.ports.library_items import LibraryItems
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal

RAIL_SIZE = 20


class LibraryQueries:
    """Queries behind the library endpoints (api.md, "Catalog")."""

    def __init__(
        self, library_items: LibraryItems, serializer: LibrarySerializer, contexts: RequestContextFactory
    ) -> None:
        self._library_items = library_items
        self._serializer = serializer
        self._contexts = contexts

    def list_items(
        self, principal: Principal, library_filter: LibraryFilter, request: PageRequest
    ) -> Page[JsonObject]:
        """Return a page of the items that match."""
        page = self._library_items.list_page(library_filter, request)
        rows = self._serializer.serialize_list(page.items, self._contexts.create(principal))
        return Page(rows, page.total, page.limit, page.offset)

    def get_item(self, principal: Principal, item_id: LibraryItemId) -> JsonObject:
        """Return one item with its media. Raises `NotFoundError` if the channel does not show it."""
        item = self._library_items.get(item_id)
        if item is None:
            raise NotFoundError()
        return self._serializer.serialize(item, self._contexts.create(principal))

    def list_categories(self, principal: Principal) -> list[JsonObject]:
        """List the library's categories by weight."""
        context = self._contexts.create(principal)
        return [
            self._serializer.serialize_category(category, context)
            for category in self._library_items.list_categories()
        ]

    def list_rails(self, principal: Principal) -> list[JsonObject]:
        """List the library's rails by weight, each with its first items. Empty rails are left out."""
        context = self._contexts.create(principal)
        rails = self._library_items.list_rails()
        items = self._library_items.list_rail_items(rails, RAIL_SIZE)
        shown = {item.id: item for row in items.values() for item in row}
        rows = dict(zip(shown, self._serializer.serialize_list(list(shown.values()), context), strict=True))
        return [
            {
                "id": rail.id,
                "title": context.serializer.localize(rail.title),
                "alias": rail.key,
                "weight": rail.weight,
                "category_id": rail.category_id,
                "vod_media_items": [rows[item.id] for item in items.get(rail.id, ())],
            }
            for rail in rails
            if items.get(rail.id)
        ]
