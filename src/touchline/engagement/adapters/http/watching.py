"""Where watching stopped, and how a viewer wants to see things."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import (
    LARGEST_ID,
    PositionAnswer,
    PositionArgs,
    PositionFilters,
    WatchSettingsBody,
)
from touchline.engagement.application.positions import ForgetPosition, KeepPosition, ListPositions
from touchline.engagement.application.preferences import WatchSettings
from touchline.engagement.domain.positions import WatchKind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, refuses, viewer
from touchline.platform.http.paging import list_args, one, part
from touchline.platform.http.schemas import data_of, page_of
from touchline.shared.errors import NotFound

blueprint = Blueprint("watching", __name__, description="Where watching stopped, and what is hidden")
PositionsArgs = list_args("PositionsArgs", base=PositionFilters)


@blueprint.route("/watch-positions")
@limits.none(limits.READ)
@viewer
@blueprint.arguments(PositionsArgs, location="query")
@blueprint.response(200, page_of(PositionAnswer))
@inject
def list_positions(
    args: dict[str, Any], positions: ListPositions = Provide["engagement.list_positions"]
) -> dict[str, Any]:
    """Where the viewer stopped, on whichever device, the last watched first; of one kind or one thing."""
    return part(positions(principal().viewer, args["kind"], args["item_id"]), args)


@blueprint.route("/watch-position", methods=["POST"])
@refuses(404)
@limits.per("account", 240, limits.MINUTE)
@viewer
@blueprint.arguments(PositionArgs)
@blueprint.response(204)
@inject
def keep_position(body: dict[str, Any], keep: KeepPosition = Provide["engagement.keep_position"]) -> None:
    """Where the viewer is now, in seconds. Before 10 s and past 95 % it is forgotten; of what is live
    nothing is kept. 404 for a thing that this channel does not show."""
    keep(principal().viewer, body["kind"], body["item_id"], body["position"], body["duration"])


@blueprint.route(f"/watch-position/<string:kind>/<int(max={LARGEST_ID}):item_id>", methods=["DELETE"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def forget_position(
    kind: str, item_id: int, forget: ForgetPosition = Provide["engagement.forget_position"]
) -> None:
    """Take a thing off what the viewer goes on with; also where it was not on it."""
    if kind not in set(WatchKind):
        raise NotFound()
    forget(principal().viewer, WatchKind(kind), item_id)


@blueprint.route("/watch-settings")
@limits.none(limits.READ)
@viewer
@blueprint.response(200, data_of(WatchSettingsBody))
@inject
def show_watch_settings(
    settings: WatchSettings = Provide["engagement.watch_settings"],
) -> dict[str, Any]:
    """How the viewer wants to see things, on all devices."""
    return one(settings.show(principal().viewer))


@blueprint.route("/watch-settings", methods=["POST"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(WatchSettingsBody)
@blueprint.response(200, data_of(WatchSettingsBody))
@inject
def keep_watch_settings(
    body: dict[str, bool], settings: WatchSettings = Provide["engagement.watch_settings"]
) -> dict[str, Any]:
    """How the viewer wants to see things from now on."""
    return one(settings.keep(principal().viewer, hide_scores=body["hide_scores"]))
