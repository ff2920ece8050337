"""Analytics from browsers (api.md, "Analytics").

The response is always the same. Only a full spool has another one.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request
from marshmallow import Schema
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from touchline.analytics.adapters.http.beacon_schemas import (
    AdBeaconSchema,
    BeaconAcceptedSchema,
    EventBeaconSchema,
    SessionBeaconSchema,
    SessionHashSchema,
    VideoEventBeaconSchema,
    ViewingBeaconSchema,
)
from touchline.analytics.application.ingest.beacons import MAX_BODY_BYTES, IngestBeacon
from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.domain.payloads import BeaconType
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import lightweight, public
from touchline.platform.http.schemas import data_schema
from touchline.shared.errors import TEMPORARILY_UNAVAILABLE, UnavailableError

blueprint = Blueprint("datalake", __name__, url_prefix="", description="Analytics from browsers")
View = Callable[[], Response]


def _document_body(body: type[Schema]) -> Callable[[View], View]:
    """Document a view that accepts any body and responds with 202."""
    media_type: dict[str, Any] = {
        "schema": {"oneOf": [body, {"type": "array", "maxItems": 50, "items": body}]}
    }

    def decorate(view: View) -> View:
        content = dict.fromkeys(("application/json", "text/plain"), media_type)
        documented: View = blueprint.doc(requestBody={"required": True, "content": content})(
            blueprint.alt_response(202, schema=BeaconAcceptedSchema, description="Accepted.")(view)
        )
        return documented

    return decorate


@blueprint.route("/datalake/hash/")
@limits.rate_limit("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lightweight
@blueprint.alt_response(200, schema=data_schema(SessionHashSchema))
def create_session_hash() -> Response:
    """Return a random session hash."""
    response = Response(f'{{"data":{{"hash":"{secrets.token_hex(16)}"}}}}', 200, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.route("/datalake/session/", methods=["POST"])
@limits.rate_limit("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lightweight
@_document_body(SessionBeaconSchema)
def record_session() -> Response:
    """Record the start of a session."""
    return _ingest(BeaconType.SESSION)


@blueprint.route("/datalake/event/", methods=["POST"])
@limits.rate_limit("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lightweight
@_document_body(EventBeaconSchema)
def record_event() -> Response:
    """Record an event of a visitor."""
    return _ingest(BeaconType.EVENT)


@blueprint.route("/datalake/video/event/", methods=["POST"])
@limits.rate_limit("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lightweight
@_document_body(VideoEventBeaconSchema)
def record_video_event() -> Response:
    """Record an event of a view."""
    return _ingest(BeaconType.VIDEO)


@blueprint.route("/datalake/video/viewing/", methods=["POST"])
@limits.rate_limit("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lightweight
@_document_body(ViewingBeaconSchema)
def record_viewing() -> Response:
    """Record seconds watched."""
    return _ingest(BeaconType.VIEWING)


@blueprint.route("/datalake/ad/", methods=["POST"])
@limits.rate_limit("address", 6000, limits.MINUTE, local=True, name="analytics")
@public
@lightweight
@_document_body(AdBeaconSchema)
def record_ad_event() -> Response:
    """Record an event of a sponsor's pre-roll. It counts once for each token of `POST /ad-breaks`."""
    return _ingest(BeaconType.AD)


@inject
def _ingest(
    beacon_type: BeaconType, ingest_beacon: IngestBeacon = Provide[AnalyticsContainer.ingest_beacon]
) -> Response:
    """Write a line to the spool. Only the size of the body is checked."""
    request.max_content_length = MAX_BODY_BYTES
    try:
        headers: Any = request.headers
        if not ingest_beacon(beacon_type, request.get_data(cache=False), request.remote_addr or "", headers):
            raise UnavailableError(TEMPORARILY_UNAVAILABLE)  # data with a 202 response is stored
    except RequestEntityTooLarge:
        ingest_beacon.count_too_large()
    except ClientDisconnected:  # the client disconnected in the middle of the body and expects no response
        pass
    return Response("{}", 202, mimetype="application/json")
