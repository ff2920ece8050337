"""The streams of events in the studio, over HTTP: health, server, keys, and who is on air."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.events import studio_schemas as schemas
from touchline.catalog.application.live.alert_operators import AlertChoices
from touchline.catalog.application.live.studio_streams import StreamAccess, StreamHealth, StudioStreams
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.platform.qr_codes import render_qr_code
from touchline.shared.permissions import Permission

STREAM = "/studio/events/<string:key>/stream"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="stream-reads")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="stream-changes")

blueprint = Blueprint("studio_streams", __name__, tag=STUDIO_TAG)


@blueprint.route(STREAM)
@read_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.response(200, data_schema(schemas.StreamHealthSchema))
@inject
def show_stream(
    key: str, streams: StudioStreams = Provide[CatalogContainer.studio_streams]
) -> dict[str, StreamHealth]:
    """Return the state of an event's stream, without its key."""
    return data_envelope(streams.get_health(key))


@blueprint.route(STREAM, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.open", "event", "key")
@blueprint.arguments(schemas.OpenStreamArgsSchema)
@blueprint.response(200, data_schema(schemas.StreamAccessSchema))
@inject
def open_stream(
    body: dict[str, Any],
    key: str,
    streams: StudioStreams = Provide[CatalogContainer.studio_streams],
    alert_choices: AlertChoices = Provide[CatalogContainer.alert_choices],
) -> dict[str, Any]:
    """Open the stream of an event, and return its server and key. The audit log records it.

    The key stays the same until `new_key` replaces it. The operator is alerted about faults of the stream,
    unless they chose otherwise. 400 if the event does not take place, or if its stream
    has ended.
    """
    access = streams.open(key, new_key=body["new_key"])
    alert_choices.add_by_default(key, principal().viewer_id)
    return data_envelope(_serialize_access(access))


@blueprint.route(f"{STREAM}/reopen", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.reopen", "event", "key")
@blueprint.response(200, data_schema(schemas.StreamAccessSchema))
@inject
def reopen_stream(
    key: str, streams: StudioStreams = Provide[CatalogContainer.studio_streams]
) -> dict[str, Any]:
    """Resume a stream that has ended, with the same key. 400 if that is not possible."""
    return data_envelope(_serialize_access(streams.reopen(key)))


@blueprint.route(f"{STREAM}/stop", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.stop", "event", "key")
@blueprint.arguments(schemas.StopStreamArgsSchema)
@blueprint.response(200, data_schema(schemas.StreamHealthSchema))
@inject
def stop_stream(
    body: dict[str, Any], key: str, streams: StudioStreams = Provide[CatalogContainer.studio_streams]
) -> dict[str, StreamHealth]:
    """End the stream of an event, and make its recording. 400 if no stream is open."""
    return data_envelope(streams.stop(key, discard_held=body["discard_held"]))


@blueprint.route(f"{STREAM}/on-air", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.switch", "event", "key")
@blueprint.arguments(schemas.PutOnAirArgsSchema)
@blueprint.response(200, data_schema(schemas.StreamHealthSchema))
@inject
def put_on_air(
    body: dict[str, Any], key: str, streams: StudioStreams = Provide[CatalogContainer.studio_streams]
) -> dict[str, StreamHealth]:
    """Put an encoder of an event on air. The audit log records it.

    The ingest process switches within a second. The encoder stays on air as long as it sends video. 400 if it
    sends none.
    """
    return data_envelope(streams.put_on_air(key, body["slot"]))


@blueprint.route(f"{STREAM}/safety-delay", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("stream.delay", "event", "key")
@blueprint.arguments(schemas.SafetyDelayArgsSchema)
@blueprint.response(200, data_schema(schemas.StreamHealthSchema))
@inject
def set_safety_delay(
    body: dict[str, Any], key: str, streams: StudioStreams = Provide[CatalogContainer.studio_streams]
) -> dict[str, StreamHealth]:
    """Set how many seconds the video of an event is held back. 400 while video arrives."""
    return data_envelope(streams.set_safety_delay(key, body["seconds"]))


def _serialize_access(access: StreamAccess) -> dict[str, Any]:
    """Return what the encoders need. A QR code holds the whole address."""
    return {
        "server": access.server,
        "stream_key": access.stream_key,
        "srt_url": access.srt_url,
        "qr": render_qr_code(f"{access.server}/{access.stream_key}"),
        "backup_key": access.backup_key,
        "backup_srt_url": access.backup_srt_url,
        "backup_qr": render_qr_code(f"{access.server}/{access.backup_key}"),
        "health": access.health,
    }
