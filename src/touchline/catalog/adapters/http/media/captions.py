"""Captions that operators add to videos."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask_smorest.fields import Upload
from marshmallow import Schema
from werkzeug.datastructures import FileStorage

from touchline.catalog.adapters.http.media.video_schemas import CaptionTrackSchema
from touchline.catalog.application.media.captions import NO_LANGUAGE, CaptionService
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.caption_files import MAX_CAPTION_BYTES
from touchline.catalog.domain.media.caption_tracks import CaptionTrack
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import allow_large_body
from touchline.platform.http.schemas import list_schema
from touchline.shared.ids import AssetId
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize
from touchline.shared.strings.printable import printable_name

CAPTIONS = "/studio/videos/<int(max=2147483647):video_id>/captions/<string:language>"
_MAX_BODY_BYTES = MAX_CAPTION_BYTES + 64 * 1024
"""The largest caption file, and the parts of a multipart body around it."""
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="caption-changes")

blueprint = Blueprint("captions", __name__, tag=STUDIO_TAG)


class CaptionArgsSchema(Schema):
    """A caption file, as `multipart/form-data`."""

    captions = Upload(required=True)


@blueprint.route(CAPTIONS, methods=["POST"])
@error_responses(400, 413)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("captions.save", "video", "video_id")
@allow_large_body(_MAX_BODY_BYTES)
@blueprint.arguments(CaptionArgsSchema, location="files")
@blueprint.response(200, list_schema(CaptionTrackSchema))
@inject
def save_captions(
    body: dict[str, FileStorage],
    video_id: int,
    language: str,
    service: CaptionService = Provide[CatalogContainer.captions],
) -> dict[str, Any]:
    """Add captions to a video, or replace those of the same language. Return the captions of the video.

    The file is WebVTT (`.vtt`) or SubRip (`.srt`). Send the key in the header `Authorization` or in the
    query. 400 with the line of the file that is wrong. Viewers see the change within 15 minutes.
    """
    file = body["captions"]
    name = normalize.name(printable_name(file.filename or ""))
    return _serialize(service.save(AssetId(video_id), language, name, file.read()))


@blueprint.route(CAPTIONS, methods=["DELETE"])
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("captions.remove", "video", "video_id")
@blueprint.response(200, list_schema(CaptionTrackSchema))
@inject
def remove_captions(
    video_id: int, language: str, service: CaptionService = Provide[CatalogContainer.captions]
) -> dict[str, Any]:
    """Remove the captions of a language. Return the captions that are left.

    `und` stands for captions without a language.
    """
    return _serialize(service.remove(AssetId(video_id), language))


def _serialize(tracks: Sequence[CaptionTrack]) -> dict[str, Any]:
    return data_envelope(serialize_captions(tracks))


def serialize_captions(tracks: Sequence[CaptionTrack]) -> list[dict[str, Any]]:
    """Return the response members of captions."""
    return [{"language": track.language or NO_LANGUAGE, "name": track.name} for track in tracks]
