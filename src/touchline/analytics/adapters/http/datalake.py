"""What browsers tell (api.md, "Analytics"). Every answer is the same, whatever was told; another one only
where there is no room to write it down."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request
from marshmallow import Schema
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from touchline.analytics.adapters.http.datalake_schemas import (
    EventBody,
    HashAnswer,
    SessionBody,
    TakenAnswer,
    VideoEventBody,
    ViewingBody,
)
from touchline.analytics.application.take_in import MOST_BODY, TakeIn
from touchline.analytics.domain.payloads import Call
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import lean, public
from touchline.platform.http.schemas import data_of
from touchline.shared.errors import NOT_NOW, Unavailable

blueprint = Blueprint("datalake", __name__, url_prefix="", description="What browsers tell ")
_View = Callable[[], Response]


def _takes(body: type[Schema]) -> Callable[[_View], _View]:
    """Document a view that takes a body as it comes, and answers 202."""
    told: dict[str, Any] = {"schema": {"oneOf": [body, {"type": "array", "maxItems": 50, "items": body}]}}

    def document(view: _View) -> _View:
        content = dict.fromkeys(("application/json", "text/plain"), told)
        documented: _View = blueprint.doc(requestBody={"required": True, "content": content})(
            blueprint.alt_response(202, schema=TakenAnswer, description="It was taken in.")(view)
        )
        return documented

    return document


@blueprint.route("/datalake/hash/")
@limits.per("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lean
@blueprint.alt_response(200, schema=data_of(HashAnswer))
def session_hash() -> Response:
    """A name for a session, by chance."""
    answer = Response(f'{{"data":{{"hash":"{secrets.token_hex(16)}"}}}}', 200, mimetype="application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.route("/datalake/session/", methods=["POST"])
@limits.per("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lean
@_takes(SessionBody)
def session() -> Response:
    """A session began."""
    return _take(Call.SESSION)


@blueprint.route("/datalake/event/", methods=["POST"])
@limits.per("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lean
@_takes(EventBody)
def event() -> Response:
    """Something a visitor did or met."""
    return _take(Call.EVENT)


@blueprint.route("/datalake/video/event/", methods=["POST"])
@limits.per("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lean
@_takes(VideoEventBody)
def video_event() -> Response:
    """Something that happened to a view."""
    return _take(Call.VIDEO)


@blueprint.route("/datalake/video/viewing/", methods=["POST"])
@limits.per("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lean
@_takes(ViewingBody)
def viewing() -> Response:
    """Seconds that were watched."""
    return _take(Call.VIEWING)


@inject
def _take(call: Call, take_in: TakeIn = Provide["analytics.intake.take_in"]) -> Response:
    """One line is written down; only the size is looked at."""
    request.max_content_length = MOST_BODY
    try:
        headers: Any = request.headers
        if not take_in(call, request.get_data(cache=False), request.remote_addr or "", headers):
            raise Unavailable(NOT_NOW)  # what is answered 202 is kept
    except RequestEntityTooLarge:
        take_in.too_large()
    except ClientDisconnected:  # nobody waits for an answer to what did not come whole
        pass
    return Response("{}", 202, mimetype="application/json")
