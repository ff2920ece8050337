"""The phone camera of an event: a browser sends the video that it records in chunks."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request

from touchline.catalog.adapters.http.events import camera_schemas as schemas
from touchline.catalog.application.live.camera_service import (
    CameraService,
    CameraStatus,
    NewChunk,
)
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.camera_sessions import ChunkGapError
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.errors import problem_response
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.platform.qr_codes import render_qr_code
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.permissions import Permission

CAMERA = "/studio/events/<string:key>/camera"
SESSION = f"{CAMERA}/<string:session>"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="camera-reads")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="camera-changes")
chunk_limit = limits.rate_limit("account", 2400, limits.MINUTE, name="camera-chunks")

blueprint = Blueprint("studio_camera", __name__, tag=STUDIO_TAG)


@blueprint.route(CAMERA)
@read_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.response(200, data_schema(schemas.CameraSchema))
@inject
def show_camera(
    key: str,
    service: CameraService = Provide[CatalogContainer.camera_service],
    urls: SiteUrls = Provide[CatalogContainer.site_urls],
) -> dict[str, Any]:
    """Return the state of an event's phone camera and of its stream, and the camera page's address."""
    url = urls.get_camera_url(key)
    return data_envelope({"url": url, "qr": render_qr_code(url), "status": service.get_status(key)})


@blueprint.route(SESSION, methods=["PUT"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("camera.start", "event", "key")
@blueprint.response(200, data_schema(schemas.CameraStatusSchema))
@inject
def start_camera(
    key: str, session: str, service: CameraService = Provide[CatalogContainer.camera_service]
) -> dict[str, CameraStatus]:
    """Start to send with a phone, and open the stream of the event. The phone makes the session's id.

    The same id goes on with its session. 400 if the stream has ended, or if somebody else sends.
    """
    return data_envelope(service.start(key, session))


@blueprint.route(f"{SESSION}/chunks/<int(max=2147483647):chunk_id>", methods=["PUT"])
@error_responses(400, 409, 413)
@chunk_limit
@operator(Permission.MANAGE_LIVE)
@audit.continues_change
@blueprint.arguments(schemas.ChunkArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.CameraStatusSchema))
@inject
def receive_chunk(
    query: dict[str, Any],
    key: str,
    session: str,
    chunk_id: int,
    service: CameraService = Provide[CatalogContainer.camera_service],
) -> dict[str, CameraStatus]:
    """Store a chunk of video, which is the body. The ids of the chunks are 0, 1, 2 and so on.

    A chunk that is stored already is not stored again. A chunk may arrive up to 8 numbers before its turn, so
    a phone can send several at the same time. 409 with `next_number` if it arrives earlier. 400 if the body
    does not have the hash `sha256`, or if the stream has ended.
    """
    chunk = NewChunk(chunk_id, query["recording"], query["sha256"], request.get_data())
    channel_id = principal().channel_id
    release_connection()
    return data_envelope(service.receive(channel_id, key, session, chunk))


@blueprint.route(f"{SESSION}/end", methods=["POST"])
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("camera.end", "event", "key")
@blueprint.response(200, data_schema(schemas.CameraStatusSchema))
@inject
def end_camera(
    key: str, session: str, service: CameraService = Provide[CatalogContainer.camera_service]
) -> dict[str, CameraStatus]:
    """End the session of a phone, after its last chunk. The stream of the event stays open."""
    return data_envelope(service.end(key, session))


def _refuse_gap(error: ChunkGapError) -> Response:
    assert isinstance(error.message, ErrorMessage)
    return problem_response(409, error.message, next_number=error.next_number)


blueprint.register_error_handler(ChunkGapError, _refuse_gap)
