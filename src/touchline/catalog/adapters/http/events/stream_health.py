"""The health of an event's stream in the studio, over HTTP: values, faults, history and picture."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.catalog.adapters.http.events import health_schemas as schemas
from touchline.catalog.adapters.http.events.studio_streams import STREAM
from touchline.catalog.application.live.serialize_health import serialize_report
from touchline.catalog.application.live.show_health import ShowStreamHealth
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

JPEG = "image/jpeg"
JPEG_RESPONSE: dict[int, Any] = {200: {"content": {JPEG: {"schema": {"type": "string", "format": "binary"}}}}}
health_limit = limits.rate_limit("account", 600, limits.MINUTE, name="stream-health")

blueprint = Blueprint("stream_health", __name__, tag=STUDIO_TAG)


@blueprint.route(f"{STREAM}/health")
@health_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.arguments(schemas.StreamHealthArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.StreamHealthReportSchema))
@inject
def show_health(
    args: dict[str, Any],
    key: str,
    show: ShowStreamHealth = Provide[CatalogContainer.show_stream_health],
) -> dict[str, Any]:
    """Return what is measured of the encoders of an event's stream, and its faults.

    The values are at most about two seconds old. The history has a point every ten seconds of the last hour.
    """
    report = show(key, is_test=args["is_test"], has_history=args["has_history"])
    return data_envelope(serialize_report(report))


@blueprint.route(f"{STREAM}/preview")
@error_responses(404)
@health_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.arguments(schemas.StreamPreviewArgsSchema, location="query")
@blueprint.doc(responses=JPEG_RESPONSE)
@inject
def show_preview(
    args: dict[str, Any],
    key: str,
    show: ShowStreamHealth = Provide[CatalogContainer.show_stream_health],
) -> Response:
    """Return the picture that the encoder sends now, as a small JPEG. 404 without video."""
    response = Response(show.read_preview(key, args["slot"], is_test=args["is_test"]), content_type=JPEG)
    response.headers["Cache-Control"] = "private, no-store"
    return response
