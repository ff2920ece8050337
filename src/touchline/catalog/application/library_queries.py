"""Asking for the on-demand library: items, categories and rails."""

from __future__ import annotations

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.library_answers import LibraryAnswers
from touchline.catalog.domain.filters import LibraryFilter
from touchline.catalog.ports.library import LibraryStore
from touchline.shared.errors import NotFound
from touchline.shared.ids import LibraryItemId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.principal import Principal

RAIL_SIZE = 20


class LibraryQueries:
    """What the library's calls answer (api.md, "Catalogue")."""

    def __init__(self, library: LibraryStore, answers: LibraryAnswers, desk: Desk) -> None:
        self._library = library
        self._answers = answers
        self._desk = desk

    def items(self, principal: Principal, wanted: LibraryFilter, request: PageRequest) -> Page[Answer]:
        """A part of the items that match."""
        page = self._library.page(wanted, request)
        rows = self._answers.rows(page.items, self._desk.take(principal))
        return Page(rows, page.total, page.limit, page.offset)

    def item(self, principal: Principal, item_id: LibraryItemId) -> Answer:
        """One item with its media; `NotFound` when this channel shows none of that id."""
        item = self._library.get(item_id)
        if item is None:
            raise NotFound()
        return self._answers.whole(item, self._desk.take(principal))

    def categories(self, principal: Principal) -> list[Answer]:
        """The library's categories by weight."""
        asking = self._desk.take(principal)
        return [self._answers.category(category, asking) for category in self._library.categories()]

    def rails(self, principal: Principal) -> list[Answer]:
        """The library's rails by weight, each with its first items; an empty rail is left out."""
        asking = self._desk.take(principal)
        rails = self._library.rails()
        items = self._library.items_of(rails, RAIL_SIZE)
        shown = {item.id: item for row in items.values() for item in row}
        rows = dict(zip(shown, self._answers.rows(list(shown.values()), asking), strict=True))
        return [
            {
                "id": rail.id,
                "title": asking.teller.text(rail.title),
                "alias": rail.key,
                "weight": rail.weight,
                "category_id": rail.category_id,
                "vod_media_items": [rows[item.id] for item in items.get(rail.id, ())],
            }
            for rail in rails
            if items.get(rail.id)
        ]
