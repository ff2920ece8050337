"""Devices that are let in by a code (RFC 8628; api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import device_schemas as schemas
from touchline.channel.adapters.http.account_schemas import Entered as EnteredAnswer
from touchline.channel.application.device_codes import AskDeviceCode, LinkDevice, RedeemDeviceCode
from touchline.channel.application.entering import Entered
from touchline.channel.ports.channels import Channels
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.platform.settings import Settings

LINK_PAGE = "/profile/sessions/add"

blueprint = Blueprint("devices", __name__, description="Devices that are let in by a code")


@blueprint.route("/auth/device-code", methods=["POST"])
@refuses(400)
@limits.auth_call
@any_key
@blueprint.response(200, data_of(schemas.DeviceCode))
@inject
def ask_device_code(ask: AskDeviceCode = Provide["channel.devices.ask_code"]) -> dict[str, Any]:
    """Two codes for a device without a keyboard: it shows `user_code` and asks with `device_code` whether
    somebody has entered it (RFC 8628, section 3.2)."""
    given, page = ask(principal(), request.user_agent.string), _link_page()
    complete = f"{page}?code={given.user_code}"
    return one({**vars(given), "verification_uri": page, "verification_uri_complete": complete})


@blueprint.route("/auth/device-token", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.DeviceTokenArgs)
@blueprint.response(200, data_of(EnteredAnswer))
@blueprint.alt_response(400, schema=schemas.DeviceTokenProblem)
@inject
def ask_device_token(
    body: dict[str, str], redeem: RedeemDeviceCode = Provide["channel.devices.redeem"]
) -> dict[str, Entered]:
    """The device's key and its viewer, once; until then 400 with `error` `authorization_pending`,
    `slow_down` (ask five seconds less often from now on) or `expired_token` (RFC 8628, section 3.5)."""
    return one(redeem(body["device_code"], principal()))


@blueprint.route("/auth/add_session", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(schemas.AddSessionArgs)
@blueprint.response(200, data_of(schemas.Device))
@inject
def add_session(
    body: dict[str, str], link: LinkDevice = Provide["channel.devices.link"]
) -> dict[str, dict[str, Any]]:
    """Let in the device that shows the code; 400 for one that is unknown, expired or used."""
    return one(link(body["code"], principal()))


@inject
def _link_page(
    settings: Settings = Provide["settings"], channels: Channels = Provide["channel.channels"]
) -> str:
    """Where the code is entered: on the host that was asked, where it is the channel's own."""
    host, channel = request.host.partition(":")[0], channels.present()
    if host in channel.domains and not settings.site_address:
        return request.host_url.rstrip("/") + LINK_PAGE
    return channel.site(settings.site_urls, host) + LINK_PAGE
