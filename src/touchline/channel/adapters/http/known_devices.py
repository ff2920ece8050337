"""The cookie by which a browser is known to an account's log-in (ADR 52). It opens nothing."""

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
    """Return the device that the request's cookie names, or None."""
    return tokens.parse(request.cookies.get(COOKIE, ""))


@inject
def remember_device(
    account_id: AccountId, tokens: KnownDeviceTokens = Provide[ChannelContainer.known_device_tokens]
) -> None:
    """Set the cookie on the answer to a log-in, so that the next one from this browser is known."""
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
