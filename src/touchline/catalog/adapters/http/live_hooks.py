"""What an RTMP server that serves all events asks the app (nginx-rtmp: `on_publish`)."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request

from touchline.catalog.application.live_keys import AdmitPublisher, StreamKeys
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.errors import Forbidden

BLUEPRINT = Blueprint("live_hooks", __name__, url_prefix="/live/hooks")


@BLUEPRINT.post("/publish")
@limits.none(limits.SIGNED)
@public
@inject
def admit_publisher(
    keys: StreamKeys = Provide["catalog.live.keys"], admit: AdmitPublisher = Provide["catalog.live.admit"]
) -> Response:
    """204 where the encoder may publish: the form's `name` is an open stream's key. Else 403, also for a
    caller that lacks the deployment's token (in the query, as nginx-rtmp can send no header)."""
    known = keys.is_hook_token(request.args.get("token", ""))
    if not known or not admit(request.form.get("name", "")):
        raise Forbidden("This stream key opens nothing.", code="errors.stream_key")
    return Response(status=204)
