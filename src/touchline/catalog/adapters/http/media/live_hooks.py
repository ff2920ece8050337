"""Publish hook for an RTMP server that receives all events (nginx-rtmp: `on_publish`)."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request

from touchline.catalog.application.live.stream_keys import AuthorizePublisher, StreamKeys
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError

blueprint = Blueprint("live_hooks", __name__, url_prefix="/live/hooks")


@blueprint.post("/publish")
@limits.exempt(limits.SIGNED)
@public
@inject
def authorize_publisher(
    keys: StreamKeys = Provide[CatalogContainer.stream_keys],
    authorize: AuthorizePublisher = Provide[CatalogContainer.authorize_publisher],
) -> Response:
    """Respond with 204 if the encoder may publish: `name` in the form is the key of an open stream.

    403 otherwise, and for a caller without the deployment's token. The token is in the query, because
    nginx-rtmp cannot send headers.
    """
    is_known_caller = keys.is_hook_token(request.args.get("token", ""))
    if not is_known_caller or not authorize(request.form.get("name", "")):
        raise ForbiddenError(ErrorMessage("errors.stream_key", "This stream key is not valid."))
    return Response(status=204)
