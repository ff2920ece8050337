"""One-click unsubscribing from mail programs (RFC 8058). It is on the site itself, because emails have no API
key.
"""

from __future__ import annotations

from urllib.parse import urlencode

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, redirect

from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.container import EngagementContainer
from touchline.platform.db.session import bind_channel
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.defaults import LANGUAGE

blueprint = Blueprint("one-click", __name__)


@blueprint.route("/unsubscribe/<string:token>", methods=["POST"])
@limits.rate_limit("address", 600, limits.MINUTE)
@public
@inject
def unsubscribe_one_click(
    token: str, unsubscribe: Unsubscribe = Provide[EngagementContainer.unsubscribe]
) -> Response:
    """Delete the reminder that the email belongs to, without a confirmation page.

    204, or 400 for an invalid token. The token contains the channel.
    """
    channel_id = unsubscribe.read_token(token).channel_id
    bind_channel(channel_id)
    unsubscribe(channel_id, token, LANGUAGE)
    return Response(status=204)


@blueprint.route("/unsubscribe/<string:token>")
@limits.exempt(limits.READ_ONLY)
@public
def redirect_to_unsubscribe_page(token: str) -> Response:
    """Redirect to the page for unsubscribing.

    A GET request changes nothing, because mail scanners open links before people do.
    """
    return redirect(f"/unsubscribe?{urlencode({'token': token})}")  # type: ignore[return-value]
