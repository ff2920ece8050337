"""Cookie that identifies a known browser at login (ADR 52). It gives no access."""

from dependency_injector.wiring import Provide, inject
from flask import Response, after_this_request, request

from touchline.channel.container import ChannelContainer
from touchline.channel.domain.accounts.known_devices import LIFETIME_SECONDS, KnownDevice, KnownDeviceTokens
from touchline.shared.ids import AccountId

COOKIE = "touchline_device"


@inject
def known_device(
    tokens: KnownDeviceTokens = Provide[ChannelContainer.known_device_tokens],
) -> KnownDevice | None:
    """Return the device from the request's cookie, or None."""
    return tokens.parse(request.cookies.get(COOKIE, ""))


@inject
def remember_device(
    account_id: AccountId, tokens: KnownDeviceTokens = Provide[ChannelContainer.known_device_tokens]
) -> None:
    """Set the cookie on the response to a login, so that the browser is known at the next login."""
    device = (known_device() or tokens.create_device()).with_account(account_id)

    @after_this_request
    def set_cookie(response: Response) -> Response:
        response.set_cookie(
            COOKIE,
            tokens.sign(device),
            max_age=LIFETIME_SECONDS,
            path="/api",
            secure=request.is_secure,
            httponly=True,
            samesite="Lax",
        )
        return response
