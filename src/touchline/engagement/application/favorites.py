"""Use cases for favorites: list, add, remove (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.targets import FavoriteType, parse_favorite_type
from touchline.engagement.ports.catalog import Catalog, CatalogItem
from touchline.engagement.ports.favorites import Favorites
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal

JsonObject = dict[str, Any]


class ListFavorites:
    """Lists a viewer's favorites with their names, newest first.

    One query for the favorites, and one for each type among them (two for teams).
    """

    def __init__(self, favorites: Favorites, catalog: Catalog) -> None:
        self._favorites = favorites
        self._catalog = catalog

    def __call__(self, account_id: AccountId, language: str) -> list[JsonObject]:
        """Return the favorites, without items that the channel no longer shows."""
        return list(self._serialize_all(self._favorites.list_for_account(account_id), language))

    def _serialize_all(self, favorites: Sequence[Favorite], language: str) -> Iterator[JsonObject]:
        items = {}
        for kind in {favorite.type for favorite in favorites}:
            ids = [favorite.item_id for favorite in favorites if favorite.type is kind]
            items[kind] = self._catalog.list_items(kind, ids, language)
        for favorite in favorites:
            item = items[favorite.type].get(favorite.item_id)
            if item is not None:
                yield _serialize(favorite, item)


class AddFavorite:
    """Adds a favorite. Idempotent."""

    def __init__(self, favorites: Favorites, catalog: Catalog, clock: Clock) -> None:
        self._favorites = favorites
        self._catalog = catalog
        self._clock = clock

    def __call__(self, principal: Principal, kind: str, item_id: int) -> tuple[JsonObject, bool]:
        """Add the favorite. Return it and whether it is new.

        Raises `InvalidInputError` for a type other than the three. Raises `NotFoundError` for an item that
        this channel does not show.
        """
        favorite_kind = parse_favorite_type(kind)
        item = self._catalog.list_items(favorite_kind, [item_id], principal.language).get(item_id)
        if item is None:
            raise NotFoundError()
        favorite, is_new = self._favorites.add(principal.viewer_id, favorite_kind, item_id, self._clock.now())
        return _serialize(favorite, item), is_new


class RemoveFavorite:
    """Removes a favorite."""

    def __init__(self, favorites: Favorites) -> None:
        self._favorites = favorites

    def __call__(self, account_id: AccountId, favorite_id: FavoriteId) -> None:
        """Remove the favorite. Raises `NotFoundError` if the viewer has none with this id."""
        if not self._favorites.remove(account_id, favorite_id):
            raise NotFoundError()


class ListFollowedIds:
    """Lists the ids of a viewer's favorites by type."""

    def __init__(self, favorites: Favorites) -> None:
        self._favorites = favorites

    def __call__(self, account_id: AccountId) -> dict[FavoriteType, frozenset[int]]:
        """Return the ids by type. Every type has an entry, which is usually empty. One query."""
        favorites = self._favorites.list_for_account(account_id)
        return {
            kind: frozenset(favorite.item_id for favorite in favorites if favorite.type is kind)
            for kind in FavoriteType
        }


def _serialize(favorite: Favorite, item: CatalogItem) -> JsonObject:
    return {
        "id": favorite.id,
        "favoritable_id": favorite.item_id,
        "favoritable_type": favorite.type.value,
        "name": item.name,
        "full_name": item.full_name,
        "short_name": item.short_name,
        "alias": item.alias,
        "image": item.image,
        "color": item.color,
    }
