"""Where watching stopped, and how a viewer wants to see things."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import (
    MAX_ID,
    PositionArgsSchema,
    PositionFiltersSchema,
    PositionSchema,
    WatchSettingsSchema,
)
from touchline.engagement.application.positions import DeletePosition, ListPositions, SavePosition
from touchline.engagement.application.preferences import WatchSettingsService
from touchline.engagement.container import EngagementContainer
from touchline.engagement.domain.positions import WatchKind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope, list_args_schema, paginate
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.errors import NotFoundError

blueprint = Blueprint("watching", __name__, description="Where watching stopped, and what is hidden")
PositionsArgsSchema = list_args_schema("PositionsArgs", base=PositionFiltersSchema)


@blueprint.route("/watch-positions")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(PositionsArgsSchema, location="query")
@blueprint.response(200, page_schema(PositionSchema))
@inject
def list_positions(
    args: dict[str, Any], positions: ListPositions = Provide[EngagementContainer.list_positions]
) -> dict[str, Any]:
    """Where the viewer stopped, on whichever device, the last watched first; of one kind or one thing."""
    return paginate(positions(principal().viewer_id, args["kind"], args["item_id"]), args)


@blueprint.route("/watch-position", methods=["POST"])
@error_responses(404)
@limits.rate_limit("account", 240, limits.MINUTE)
@viewer
@blueprint.arguments(PositionArgsSchema)
@blueprint.response(204)
@inject
def save_position(
    body: dict[str, Any], save: SavePosition = Provide[EngagementContainer.save_position]
) -> None:
    """Where the viewer is now, in seconds. Before 10 s and past 95 % it is forgotten; of what is live
    nothing is kept. 404 for a thing that this channel does not show."""
    save(principal().viewer_id, body["kind"], body["item_id"], body["position"], body["duration"])


@blueprint.route(f"/watch-position/<string:kind>/<int(max={MAX_ID}):item_id>", methods=["DELETE"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def delete_position(
    kind: str, item_id: int, delete: DeletePosition = Provide[EngagementContainer.delete_position]
) -> None:
    """Take a thing off what the viewer goes on with; also where it was not on it."""
    if kind not in set(WatchKind):
        raise NotFoundError()
    delete(principal().viewer_id, WatchKind(kind), item_id)


@blueprint.route("/watch-settings")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(WatchSettingsSchema))
@inject
def show_watch_settings(
    settings: WatchSettingsService = Provide[EngagementContainer.watch_settings],
) -> dict[str, Any]:
    """How the viewer wants to see things, on all devices."""
    return data_envelope(settings.get(principal().viewer_id))


@blueprint.route("/watch-settings", methods=["POST"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(WatchSettingsSchema)
@blueprint.response(200, data_schema(WatchSettingsSchema))
@inject
def save_watch_settings(
    body: dict[str, bool], settings: WatchSettingsService = Provide[EngagementContainer.watch_settings]
) -> dict[str, Any]:
    """How the viewer wants to see things from now on."""
    return data_envelope(settings.save(principal().viewer_id, hide_scores=body["hide_scores"]))
