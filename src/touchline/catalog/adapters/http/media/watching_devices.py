"""The devices on which a viewer watches at once (api.md, "Playback")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.catalog.application.playback.device_limits import DeviceLimits
from touchline.catalog.application.playback.show_devices import ShowDevices, ShownDevices
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.watching_devices import Admission
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, data_schema
from touchline.shared.ids import SessionId

blueprint = Blueprint("watching_devices", __name__, description="Devices that watch at once")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="watching-devices")


class WatchingDevicesArgsSchema(Schema):
    """The event or library item that the caller wants to watch."""

    event_id = fields.Integer(load_default=None, validate=validate.Range(1, 2**53))
    vod_id = fields.Integer(load_default=None, validate=validate.Range(1, 2**53))


class WatchingDeviceSchema(Schema):
    """A device that is watching."""

    session_id = fields.Integer(required=True)
    name = fields.String(required=True)
    platform = fields.String(required=True)
    since = Instant(required=True)
    title = fields.String(required=True, allow_none=True)
    is_current = fields.Boolean(required=True)


class WatchingDevicesSchema(Schema):
    """The devices that are watching, and whether the caller's device may watch too."""

    admission = fields.String(required=True, validate=validate.OneOf([state.value for state in Admission]))
    limit = fields.Integer(required=True, allow_none=True)
    devices = fields.List(fields.Nested(WatchingDeviceSchema), required=True)


@blueprint.route("/watching_devices")
@error_responses(404)
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(WatchingDevicesArgsSchema, location="query")
@blueprint.response(200, data_schema(WatchingDevicesSchema))
@inject
def list_watching_devices(
    args: dict[str, Any], show_devices: ShowDevices = Provide[CatalogContainer.show_devices]
) -> dict[str, ShownDevices]:
    """List the viewer's devices that are watching paid video, the first one first.

    A device is a login. It is watching while it requested video within the last minute. `admission` is
    `full` if all places for the event or library item are taken, or `stopped` if another device stopped this
    one.
    """
    event_id, vod_id = args["event_id"], args["vod_id"]
    content = MediaOwner("event", event_id) if event_id else None
    return data_envelope(show_devices(principal(), MediaOwner("library_item", vod_id) if vod_id else content))


@blueprint.route("/watching_devices/<int(max=2147483647):session_id>", methods=["DELETE"])
@change_limit
@viewer
@blueprint.response(204)
@inject
def stop_watching_device(
    session_id: int, device_limits: DeviceLimits = Provide[CatalogContainer.device_limits]
) -> None:
    """Stop one of the viewer's devices. It plays what it has loaded, at most for a minute.

    404 for a device that is not watching.
    """
    device_limits.stop(principal(), SessionId(session_id))


@blueprint.route("/watching_devices/resume", methods=["POST"])
@change_limit
@viewer
@blueprint.response(204)
@inject
def resume_watching(device_limits: DeviceLimits = Provide[CatalogContainer.device_limits]) -> None:
    """Let this device watch again after another one stopped it, as soon as a place is free."""
    device_limits.resume(principal())


@blueprint.route("/watching_devices/leave", methods=["POST"])
@change_limit
@viewer
@blueprint.response(204)
@inject
def leave_watching(device_limits: DeviceLimits = Provide[CatalogContainer.device_limits]) -> None:
    """Free the place of this device within 25 seconds, because its page was closed. It keeps its place if
    another of its tabs goes on watching.
    """
    device_limits.leave(principal())
