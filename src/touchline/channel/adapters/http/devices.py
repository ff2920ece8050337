"""Linking devices with a code (RFC 8628; api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import device_schemas as schemas
from touchline.channel.adapters.http.account_schemas import LoginResultSchema
from touchline.channel.application.accounts.login.device_authorization import (
    LinkDevice,
    RedeemDeviceCode,
    RequestDeviceCode,
)
from touchline.channel.application.accounts.login.session_start import LoginResult
from touchline.channel.container import ChannelContainer
from touchline.channel.ports.site.channels import Channels
from touchline.platform.config.settings import Settings
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

LINK_PAGE = "/profile/sessions/add"

blueprint = Blueprint("devices", __name__, description="Linking devices with a code")


@blueprint.route("/auth/device-code", methods=["POST"])
@error_responses(400)
@limits.auth_call_without_check
@any_key
@blueprint.response(200, data_schema(schemas.DeviceCodeSchema))
@inject
def request_device_code(
    request_code: RequestDeviceCode = Provide[ChannelContainer.request_device_code],
) -> dict[str, Any]:
    """Return two codes for a device without a keyboard (RFC 8628, section 3.2).

    The device shows `user_code`, and polls with `device_code` until a viewer has entered it.
    """
    device_code, page_url = request_code(principal(), request.user_agent.string), _link_page_url()
    complete_url = f"{page_url}?code={device_code.user_code}"
    return data_envelope(
        {**vars(device_code), "verification_uri": page_url, "verification_uri_complete": complete_url}
    )


@blueprint.route("/auth/device-token", methods=["POST"])
@limits.auth_call_without_check
@any_key
@blueprint.arguments(schemas.DeviceTokenArgsSchema)
@blueprint.response(200, data_schema(LoginResultSchema))
@blueprint.alt_response(400, schema=schemas.DeviceTokenProblemSchema)
@inject
def redeem_device_token(
    body: dict[str, str], redeem: RedeemDeviceCode = Provide[ChannelContainer.redeem_device_code]
) -> dict[str, LoginResult]:
    """Return the device's API key and its viewer, once.

    Until then 400 with `error` `authorization_pending`, `slow_down` (wait five seconds longer between
    requests from now on) or `expired_token` (RFC 8628, section 3.5).
    """
    return data_envelope(redeem(body["device_code"], principal()))


@blueprint.route("/auth/add_session", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(schemas.AddSessionArgsSchema)
@blueprint.response(200, data_schema(schemas.DeviceSchema))
@inject
def add_session(
    body: dict[str, str], link: LinkDevice = Provide[ChannelContainer.link_device]
) -> dict[str, dict[str, Any]]:
    """Log in the device that shows the code. 400 for a code that is unknown, expired or already used."""
    return data_envelope(link(body["code"], principal()))


@inject
def _link_page_url(
    settings: Settings = Provide[ChannelContainer.settings],
    channels: Channels = Provide[ChannelContainer.channels],
) -> str:
    """Return the URL of the page for entering the code, on the requested host if the channel has it."""
    host, channel = request.host.partition(":")[0], channels.get_current()
    if host in channel.domains and not settings.site_url_template:
        return request.host_url.rstrip("/") + LINK_PAGE
    return channel.get_site_url(settings.site_urls, host) + LINK_PAGE
