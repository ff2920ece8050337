"""Favourites (api.md, "Favourites, forms, contact")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import LARGEST_ID, FavoriteAnswer, FavoriteArgs
from touchline.engagement.application.favorites import ListFavorites, MarkFavorite, UnmarkFavorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, refuses, viewer
from touchline.platform.http.paging import list_args, one, part
from touchline.platform.http.schemas import data_of, page_of

blueprint = Blueprint("favorites", __name__, description="Teams, schools and sports that a viewer marked")
FavoritesArgs = list_args("FavoritesArgs", limit=100, no_limit=True)


@blueprint.route("/favorites")
@limits.none(limits.READ)
@viewer
@blueprint.arguments(FavoritesArgs, location="query")
@blueprint.response(200, page_of(FavoriteAnswer))
@inject
def list_favorites(
    args: dict[str, Any], favorites: ListFavorites = Provide["engagement.list_favorites"]
) -> dict[str, Any]:
    """The viewer's favourites, the newest first; 401 `user must be logged in`."""
    asking = principal()
    return part(favorites(asking.viewer, asking.language), args)


@blueprint.route("/favorite", methods=["POST"])
@refuses(404)
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(FavoriteArgs)
@blueprint.response(201, data_of(FavoriteAnswer))
@blueprint.alt_response(200, schema=data_of(FavoriteAnswer), success=True)
@inject
def mark_favorite(
    body: dict[str, Any], mark: MarkFavorite = Provide["engagement.mark_favorite"]
) -> tuple[dict[str, Any], int]:
    """Mark a team, school or sport; 200 with the same one where it was marked before. 404 for a thing
    that this channel does not show."""
    found, is_new = mark(principal(), body["favoritable_type"], body["favoritable_id"])
    return one(found), 201 if is_new else 200


@blueprint.route(f"/favorite/<int(max={LARGEST_ID}):favorite_id>", methods=["DELETE"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def unmark_favorite(favorite_id: int, unmark: UnmarkFavorite = Provide["engagement.unmark_favorite"]) -> None:
    """Take a favourite away; 404 for one that is not the viewer's."""
    unmark(principal().viewer, FavoriteId(favorite_id))
