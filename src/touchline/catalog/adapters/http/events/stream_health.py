"""The health of an event's stream in the studio, over HTTP: values, faults, history and picture."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.catalog.adapters.http.events import health_schemas as schemas
from touchline.catalog.adapters.http.events.studio_streams import STREAM
from touchline.catalog.application.live.alert_operators import AlertChoices
from touchline.catalog.application.live.serialize_health import serialize_report
from touchline.catalog.application.live.show_health import ShowStreamHealth
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

JPEG = "image/jpeg"
JPEG_RESPONSE: dict[int, Any] = {
    200: {"description": "JPEG", "content": {JPEG: {"schema": {"type": "string", "format": "binary"}}}}
}
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="stream-alerts")
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
    choices: AlertChoices = Provide[CatalogContainer.alert_choices],
) -> dict[str, Any]:
    """Return what is measured of the encoders of an event's stream, and its faults.

    The values are at most about two seconds old. The history has a point every ten seconds of the last hour.
    """
    report = show(key, is_test=args["is_test"], has_history=args["has_history"])
    is_alerted = choices.get(key, principal().viewer_id)
    return data_envelope({**serialize_report(report), "is_alerted": is_alerted})


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


@blueprint.route(f"{STREAM}/alerts", methods=["POST"])
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.alerts", "event", "key")
@blueprint.arguments(schemas.StreamAlertsSchema)
@blueprint.response(200, data_schema(schemas.StreamAlertsSchema))
@inject
def choose_alerts(
    body: dict[str, Any], key: str, choices: AlertChoices = Provide[CatalogContainer.alert_choices]
) -> dict[str, Any]:
    """Turn alerts about faults of an event's stream on or off, for the operator who asks.

    An alert is a push message and an email. Each fault has one, until it was gone for ten minutes.
    """
    choices.set(key, principal().viewer_id, body["is_alerted"])
    return data_envelope({"is_alerted": body["is_alerted"]})
