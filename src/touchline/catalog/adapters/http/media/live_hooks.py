"""What an RTMP server that serves all events asks the app (nginx-rtmp: `on_publish`)."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request

from touchline.catalog.application.live.stream_keys import AuthorizePublisher, StreamKeys
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import ForbiddenError

BLUEPRINT = Blueprint("live_hooks", __name__, url_prefix="/live/hooks")


@BLUEPRINT.post("/publish")
@limits.exempt(limits.SIGNED)
@public
@inject
def authorize_publisher(
    keys: StreamKeys = Provide["catalog.live.stream_keys"],
    authorize: AuthorizePublisher = Provide["catalog.live.authorize_publisher"],
) -> Response:
    """204 where the encoder may publish: the form's `name` is an open stream's key. Else 403, also for a
    caller that lacks the deployment's token (in the query, as nginx-rtmp can send no header)."""
    is_known_caller = keys.is_hook_token(request.args.get("token", ""))
    if not is_known_caller or not authorize(request.form.get("name", "")):
        raise ForbiddenError(ErrorMessage("errors.stream_key", "This stream key is not valid."))
    return Response(status=204)
