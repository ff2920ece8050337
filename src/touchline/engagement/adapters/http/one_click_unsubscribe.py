"""Unsubscribing by a mail program's own button (RFC 8058), on the site itself: a letter has no api key."""

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
    """Take away the reminder that the letter followed from, with no page and no question; 204, and 400 for a
    token that this house did not make. The channel is the token's."""
    channel_id = unsubscribe.read_token(token).channel_id
    bind_channel(channel_id)
    unsubscribe(channel_id, token, LANGUAGE)
    return Response(status=204)


@blueprint.route("/unsubscribe/<string:token>")
@limits.exempt(limits.READ_ONLY)
@public
def redirect_to_unsubscribe_page(token: str) -> Response:
    """A mail program that only opens addresses, and whatever reads letters before people do, change
    nothing: the page asks."""
    return redirect(f"/unsubscribe?{urlencode({'token': token})}")  # type: ignore[return-value]
