"""Favourites: listing, marking, unmarking (api.md, "Favourites, forms, contact")."""

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
    """A viewer's favourites, the newest first, with what they are called. One query for them, and one for
    each kind among them (two for teams)."""

    def __init__(self, favorites: Favorites, catalog: Catalog) -> None:
        self._favorites = favorites
        self._catalog = catalog

    def __call__(self, account_id: AccountId, language: str) -> list[JsonObject]:
        """What the channel does not show any more is left out."""
        return list(self._serialize_all(self._favorites.list_for_account(account_id), language))

    def _serialize_all(self, favorite: Sequence[Favorite], language: str) -> Iterator[JsonObject]:
        items = {}
        for kind in {one.type for one in favorite}:
            ids = [one.item_id for one in favorite if one.type is kind]
            items[kind] = self._catalog.list_items(kind, ids, language)
        for one in favorite:
            item = items[one.type].get(one.item_id)
            if item is not None:
                yield _serialize(one, item)


class AddFavorite:
    """Marks a thing; once, however often it is asked for."""

    def __init__(self, favorites: Favorites, catalog: Catalog, clock: Clock) -> None:
        self._favorites = favorites
        self._catalog = catalog
        self._clock = clock

    def __call__(self, principal: Principal, kind: str, item_id: int) -> tuple[JsonObject, bool]:
        """The favourite, and whether it is new. `InvalidInputError` for another kind than the three,
        `NotFoundError` for a thing that this channel does not show."""
        favorite_kind = parse_favorite_type(kind)
        item = self._catalog.list_items(favorite_kind, [item_id], principal.language).get(item_id)
        if item is None:
            raise NotFoundError()
        favorite, is_new = self._favorites.add(principal.viewer_id, favorite_kind, item_id, self._clock.now())
        return _serialize(favorite, item), is_new


class RemoveFavorite:
    """Takes a favourite away."""

    def __init__(self, favorites: Favorites) -> None:
        self._favorites = favorites

    def __call__(self, account_id: AccountId, favorite_id: FavoriteId) -> None:
        """`NotFoundError` for one that is not the viewer's."""
        if not self._favorites.remove(account_id, favorite_id):
            raise NotFoundError()


class ListFollowedIds:
    """What a viewer marked, by kind."""

    def __init__(self, favorites: Favorites) -> None:
        self._favorites = favorites

    def __call__(self, account_id: AccountId) -> dict[FavoriteType, frozenset[int]]:
        """Every kind is there, most often empty. One query."""
        favorite = self._favorites.list_for_account(account_id)
        return {kind: frozenset(one.item_id for one in favorite if one.type is kind) for kind in FavoriteType}


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
