"""Resumable uploads of video files: tus 1.0 with creation, termination, expiration and checksum.

The protocol: https://tus.io/protocols/resumable-upload
"""

from __future__ import annotations

import base64
import binascii
import sys
from email.utils import format_datetime
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request
from werkzeug.exceptions import BadRequest, ClientDisconnected, UnsupportedMediaType

from touchline.catalog.adapters.http.media.video_schemas import UploadSchema
from touchline.catalog.adapters.http.media.videos import serialize_upload
from touchline.catalog.application.media.list_videos import ListVideos
from touchline.catalog.application.media.uploads import UploadService
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.uploads import (
    MAX_FILE_NAME_LENGTH,
    ChecksumMismatchError,
    NewUpload,
    OffsetMismatchError,
    Upload,
    UploadBusyError,
    UploadTooLargeError,
)
from touchline.catalog.ports.media.uploads import UploadPart
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.errors import problem_response
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.platform.http.server.concurrency import release_slot
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import TouchlineError
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize
from touchline.shared.strings.printable import printable_name
from touchline.shared.strings.validation import is_digits

UPLOADS = "/studio/uploads"
UPLOAD = f"{UPLOADS}/<int(max=2147483647):upload_id>"
TUS_VERSION = "1.0.0"
TUS_EXTENSIONS = "creation,termination,expiration,checksum"
CHECKSUM_ALGORITHMS = ("sha1", "sha256", "md5")
PART_TYPE = "application/offset+octet-stream"
WRONG_VERSION = ErrorMessage("errors.upload_version", "This server supports tus 1.0.0.")
WRONG_TYPE = ErrorMessage("errors.upload_type", "Send the part as application/offset+octet-stream.")
INVALID_HEADER = ErrorMessage("errors.upload_header", "The header {header} is missing or not valid.")
NO_OWNER = ErrorMessage("errors.upload_owner", "Name the event or the library item of the video.")
_MAX_METADATA_LENGTH = 2000
_MAX_DIGITS = 15
change_limit = limits.rate_limit("account", 120, limits.MINUTE, name="upload-changes")
part_limit = limits.rate_limit("account", 1200, limits.MINUTE, name="upload-parts")
_STATUSES: dict[type[TouchlineError], int] = {
    OffsetMismatchError: 409,
    UploadTooLargeError: 413,
    UploadBusyError: 423,
    ChecksumMismatchError: 460,
}

blueprint = Blueprint("uploads", __name__, tag=STUDIO_TAG)


@blueprint.route(UPLOADS, methods=["POST"])
@error_responses(400, 404, 412, 413)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("upload.create")
@blueprint.response(201)
@inject
def create_upload(
    service: UploadService = Provide[CatalogContainer.upload_service],
    videos: ListVideos = Provide[CatalogContainer.list_videos],
) -> Response:
    """Create an upload. `Location` is its address, and `Upload-Expires` the time when it is deleted.

    `Upload-Length` is the size of the file in bytes. `Upload-Metadata` has the `filename`, and as `event` or
    `library_item` the key or id of what the video shows. With `replace`, the video replaces the others. 400
    if the file is not a video, or if the disk has too little space. 413 if it is too large.
    """
    header = request.headers.get("Upload-Metadata", "")
    metadata = _parse_metadata(header)
    file_name = normalize.name(printable_name(metadata.get("filename", "")))[-MAX_FILE_NAME_LENGTH:]
    owner = _find_owner(videos, metadata)
    file = NewUpload(owner, file_name, _read_number("Upload-Length"), "replace" in metadata, header)
    upload = service.create(file)
    headers = {"Location": f"/api{UPLOADS}/{upload.id}", "Upload-Expires": _format_expiry(upload)}
    return Response(status=201, headers=headers)


@blueprint.route(UPLOAD)
@error_responses(412)
@part_limit
@operator(Permission.EDIT_MEDIA)
@blueprint.response(200, data_schema(UploadSchema))
@inject
def get_upload(
    upload_id: int, service: UploadService = Provide[CatalogContainer.upload_service]
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return an upload. `HEAD` returns the headers only, as tus clients expect.

    `Upload-Offset` is the number of stored bytes, where the next part begins. `Upload-Length` is the size of
    the file.
    """
    upload = service.get(upload_id)
    headers = {"Upload-Length": str(upload.size), "Cache-Control": "no-store", **_get_headers(upload)}
    if upload.metadata:
        headers["Upload-Metadata"] = upload.metadata
    return data_envelope(serialize_upload(upload)), headers


@blueprint.route(UPLOAD, methods=["PATCH"])
@error_responses(400, 409, 412, 413, 415, 423, 460)
@part_limit
@operator(Permission.EDIT_MEDIA)
@audit.continues_change
@blueprint.response(204)
@inject
def receive_upload(
    upload_id: int, service: UploadService = Provide[CatalogContainer.upload_service]
) -> Response:
    """Store the part in the body, which begins at `Upload-Offset`, and return the new `Upload-Offset`.

    If the connection breaks, the server keeps what arrived. After the last byte, a job makes the video. 409
    if the part does not begin where the upload ends. 423 if another request is writing.
    """
    if request.mimetype != PART_TYPE:
        raise UnsupportedMediaType(description=WRONG_TYPE)
    part = UploadPart(_read_number("Upload-Offset"), _read_body, _read_checksum())
    channel_id = principal().channel_id
    request.max_content_length = sys.maxsize  # a part is never in memory as a whole
    release_connection()
    with release_slot():
        upload = service.receive(channel_id, upload_id, part)
    return Response(status=204, headers=_get_headers(upload))


@blueprint.route(UPLOAD, methods=["DELETE"])
@error_responses(412)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("upload.cancel")
@blueprint.response(204)
@inject
def cancel_upload(upload_id: int, service: UploadService = Provide[CatalogContainer.upload_service]) -> None:
    """Delete an upload and its file. A video that was made from it stays."""
    service.cancel(upload_id)


def _check_version() -> Response | None:
    if request.method in ("GET", "OPTIONS") or request.headers.get("Tus-Resumable") == TUS_VERSION:
        return None
    return problem_response(412, WRONG_VERSION)


@inject
def _add_protocol_headers(
    response: Response, service: UploadService = Provide[CatalogContainer.upload_service]
) -> Response:
    response.headers["Tus-Resumable"] = TUS_VERSION
    if request.method == "OPTIONS" or response.status_code == 412:
        response.headers["Tus-Version"] = TUS_VERSION
        response.headers["Tus-Extension"] = TUS_EXTENSIONS
        response.headers["Tus-Checksum-Algorithm"] = ",".join(CHECKSUM_ALGORITHMS)
        response.headers["Tus-Max-Size"] = str(service.max_gigabytes * 10**9)
    return response


def _respond(error: TouchlineError) -> Response:
    status = _STATUSES[type(error)]
    message = error.message
    return problem_response(status, message) if isinstance(message, ErrorMessage) else Response(status=status)


blueprint.before_request(_check_version)
blueprint.after_request(_add_protocol_headers)
for _error_class in _STATUSES:
    blueprint.register_error_handler(_error_class, _respond)


def _find_owner(videos: ListVideos, metadata: dict[str, str]) -> MediaOwner:
    if event := metadata.get("event"):
        return videos.find_owner("event", event)
    if item := metadata.get("library_item"):
        return videos.find_owner("library_item", item)
    raise BadRequest(description=NO_OWNER)


def _parse_metadata(header: str) -> dict[str, str]:
    """Return the values by key. Raises `BadRequest`."""
    if len(header) > _MAX_METADATA_LENGTH:
        raise BadRequest(description=INVALID_HEADER.with_params(header="Upload-Metadata"))
    metadata = {}
    for pair in filter(None, (pair.strip() for pair in header.split(","))):
        key, _, value = pair.partition(" ")
        metadata[key] = _decode_base64(value, "Upload-Metadata").decode("utf-8", "replace").replace("\0", "")
    return metadata


def _decode_base64(value: str, header: str) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise BadRequest(description=INVALID_HEADER.with_params(header=header)) from None


def _read_number(header: str) -> int:
    value = request.headers.get(header, "")
    if not is_digits(value) or len(value) > _MAX_DIGITS:
        raise BadRequest(description=INVALID_HEADER.with_params(header=header))
    return int(value)


def _read_checksum() -> tuple[str, bytes] | None:
    header = request.headers.get("Upload-Checksum")
    if header is None:
        return None
    algorithm, _, value = header.partition(" ")
    if algorithm not in CHECKSUM_ALGORITHMS:
        raise BadRequest(description=INVALID_HEADER.with_params(header="Upload-Checksum"))
    return algorithm, _decode_base64(value, "Upload-Checksum")


def _read_body(size: int) -> bytes:
    """Return the next bytes of the body. No bytes if the connection broke."""
    try:
        return request.stream.read(size)
    except ClientDisconnected:
        return b""


def _get_headers(upload: Upload) -> dict[str, str]:
    return {"Upload-Offset": str(upload.offset), "Upload-Expires": _format_expiry(upload)}


def _format_expiry(upload: Upload) -> str:
    return format_datetime(upload.expires_at, usegmt=True)
