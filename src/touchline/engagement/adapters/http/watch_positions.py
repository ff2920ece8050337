"""Watch progress and watch settings."""

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

blueprint = Blueprint("watch_positions", __name__, description="Watch progress and hidden scores")
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
    """List the viewer's positions on all devices, last watched first. Filter by type or item."""
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
    """Save the viewer's position in seconds.

    A position before 10 s or after 95 % is deleted. No position is saved for live video.

    404 for an item that is not in this channel.
    """
    save(principal(), body["kind"], body["item_id"], body["position"], body["duration"])


@blueprint.route(f"/watch-position/<string:kind>/<int(max={MAX_ID}):item_id>", methods=["DELETE"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def delete_position(
    kind: str, item_id: int, delete: DeletePosition = Provide[EngagementContainer.delete_position]
) -> None:
    """Delete the position of an item. Has no effect if there is none."""
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
    """Return the viewer's watch settings, for all devices."""
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
    """Save the viewer's watch settings."""
    return data_envelope(settings.save(principal().viewer_id, hide_scores=body["hide_scores"]))
