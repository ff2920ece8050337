"""Favourites: listing, marking, unmarking (api.md, "Favourites, forms, contact")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.things import FavoriteType, favorite_type
from touchline.engagement.ports.catalogue import Catalogue, Thing
from touchline.engagement.ports.favorites import Favorites
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal

Answer = dict[str, Any]


class ListFavorites:
    """A viewer's favourites, the newest first, with what they are called. One query for them, and one for
    each kind among them (two for teams)."""

    def __init__(self, favorites: Favorites, catalogue: Catalogue) -> None:
        self._favorites = favorites
        self._catalogue = catalogue

    def __call__(self, account_id: AccountId, language: str) -> list[Answer]:
        """What the channel does not show any more is left out."""
        return list(self._told(self._favorites.of(account_id), language))

    def _told(self, kept: Sequence[Favorite], language: str) -> Iterator[Answer]:
        things = {}
        for kind in {one.type for one in kept}:
            ids = [one.thing_id for one in kept if one.type is kind]
            things[kind] = self._catalogue.things(kind, ids, language)
        for one in kept:
            thing = things[one.type].get(one.thing_id)
            if thing is not None:
                yield _answer(one, thing)


class MarkFavorite:
    """Marks a thing; once, however often it is asked for."""

    def __init__(self, favorites: Favorites, catalogue: Catalogue, clock: Clock) -> None:
        self._favorites = favorites
        self._catalogue = catalogue
        self._clock = clock

    def __call__(self, principal: Principal, kind: str, thing_id: int) -> tuple[Answer, bool]:
        """The favourite, and whether it is new. `Invalid` for another kind than the three, `NotFound` for a
        thing that this channel does not show."""
        of_kind = favorite_type(kind)
        thing = self._catalogue.things(of_kind, [thing_id], principal.language).get(thing_id)
        if thing is None:
            raise NotFound()
        kept, is_new = self._favorites.add(principal.viewer, of_kind, thing_id, self._clock.now())
        return _answer(kept, thing), is_new


class UnmarkFavorite:
    """Takes a favourite away."""

    def __init__(self, favorites: Favorites) -> None:
        self._favorites = favorites

    def __call__(self, account_id: AccountId, favorite_id: FavoriteId) -> None:
        """`NotFound` for one that is not the viewer's."""
        if not self._favorites.remove(account_id, favorite_id):
            raise NotFound()


class FollowedIds:
    """What a viewer marked, by kind."""

    def __init__(self, favorites: Favorites) -> None:
        self._favorites = favorites

    def __call__(self, account_id: AccountId) -> dict[FavoriteType, frozenset[int]]:
        """Every kind is there, most often empty. One query."""
        kept = self._favorites.of(account_id)
        return {kind: frozenset(one.thing_id for one in kept if one.type is kind) for kind in FavoriteType}


def _answer(kept: Favorite, thing: Thing) -> Answer:
    return {
        "id": kept.id,
        "favoritable_id": kept.thing_id,
        "favoritable_type": kept.type.value,
        "name": thing.name,
        "full_name": thing.full_name,
        "short_name": thing.short_name,
        "alias": thing.alias,
        "image": thing.image,
        "color": thing.color,
    }
