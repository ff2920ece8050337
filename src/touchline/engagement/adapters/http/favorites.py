"""Favorites (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import MAX_ID, FavoriteArgsSchema, FavoriteSchema
from touchline.engagement.application.favorites import AddFavorite, ListFavorites, RemoveFavorite
from touchline.engagement.container import EngagementContainer
from touchline.engagement.domain.ids import FavoriteId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope, list_args_schema, paginate
from touchline.platform.http.schemas import data_schema, page_schema

blueprint = Blueprint("favorites", __name__, description="Favorite teams, schools and sports")
FavoritesArgsSchema = list_args_schema("FavoritesArgs", limit=100, no_limit=True)


@blueprint.route("/favorites")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(FavoritesArgsSchema, location="query")
@blueprint.response(200, page_schema(FavoriteSchema))
@inject
def list_favorites(
    args: dict[str, Any], favorites: ListFavorites = Provide[EngagementContainer.list_favorites]
) -> dict[str, Any]:
    """List the viewer's favorites, newest first. 401 `user must be logged in`."""
    requester = principal()
    return paginate(favorites(requester.viewer_id, requester.language), args)


@blueprint.route("/favorite", methods=["POST"])
@error_responses(404)
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(FavoriteArgsSchema)
@blueprint.response(201, data_schema(FavoriteSchema))
@blueprint.alt_response(200, schema=data_schema(FavoriteSchema), success=True)
@inject
def add_favorite(
    body: dict[str, Any], add: AddFavorite = Provide[EngagementContainer.add_favorite]
) -> tuple[dict[str, Any], int]:
    """Add a team, school or sport to the favorites. 200 with the existing favorite if there is one.

    404 for an item that is not in this channel.
    """
    favorite, is_new = add(principal(), body["favoritable_type"], body["favoritable_id"])
    return data_envelope(favorite), 201 if is_new else 200


@blueprint.route(f"/favorite/<int(max={MAX_ID}):favorite_id>", methods=["DELETE"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def remove_favorite(
    favorite_id: int, remove: RemoveFavorite = Provide[EngagementContainer.remove_favorite]
) -> None:
    """Delete a favorite. 404 for another viewer's favorite."""
    remove(principal().viewer_id, FavoriteId(favorite_id))
