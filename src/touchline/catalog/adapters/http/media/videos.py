"""The videos and uploads of an event or library item, for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.media import video_schemas as schemas
from touchline.catalog.adapters.http.media.captions import serialize_captions
from touchline.catalog.adapters.http.media.trims import serialize_trim
from touchline.catalog.application.media.captions import CaptionService
from touchline.catalog.application.media.list_videos import ListVideos, OwnerVideos
from touchline.catalog.application.media.uploads import UploadService
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import Asset, AssetState
from touchline.catalog.domain.media.recordings import RESTORE_WINDOW, RecordingState
from touchline.catalog.domain.media.uploads import Upload
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="video-reads")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="upload-retries")

blueprint = Blueprint("videos", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/events/<string:event>/videos")
@read_limit
@operator(Permission.EDIT_MEDIA)
@blueprint.response(200, data_schema(schemas.OwnerVideosSchema))
@inject
def list_event_videos(
    event: str,
    videos: ListVideos = Provide[CatalogContainer.list_videos],
    service: UploadService = Provide[CatalogContainer.upload_service],
    captions: CaptionService = Provide[CatalogContainer.captions],
) -> dict[str, Any]:
    """Return the videos of an event, given by key or id, and the uploads that are no video yet."""
    return _serialize(videos(videos.find_owner("event", event)), service, captions)


@blueprint.route("/studio/library-items/<string:item>/videos")
@read_limit
@operator(Permission.EDIT_MEDIA)
@blueprint.response(200, data_schema(schemas.OwnerVideosSchema))
@inject
def list_library_item_videos(
    item: str,
    videos: ListVideos = Provide[CatalogContainer.list_videos],
    service: UploadService = Provide[CatalogContainer.upload_service],
    captions: CaptionService = Provide[CatalogContainer.captions],
) -> dict[str, Any]:
    """Return the videos of a library item, given by key or id, and the uploads that are no video yet."""
    return _serialize(videos(videos.find_owner("library_item", item)), service, captions)


@blueprint.route("/studio/uploads/<int(max=2147483647):upload_id>/retry", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("upload.retry")
@blueprint.response(200, data_schema(schemas.UploadSchema))
@inject
def retry_upload(
    upload_id: int, service: UploadService = Provide[CatalogContainer.upload_service]
) -> dict[str, Any]:
    """Make the video of a complete upload once more, after a failure. 400 if bytes are missing."""
    return data_envelope(serialize_upload(service.retry(upload_id)))


def _serialize(listed: OwnerVideos, service: UploadService, captions: CaptionService) -> dict[str, Any]:
    recording = listed.recording
    withdrawn_at = recording.changed_at if recording.state is RecordingState.WITHDRAWN else None
    return data_envelope(
        {
            "recording_state": recording.state.value,
            "restorable_until": withdrawn_at + RESTORE_WINDOW if withdrawn_at else None,
            "clip_count": recording.clip_count,
            "videos": [
                _serialize_video(asset, listed.retryable.get(asset.id))
                | {"captions": serialize_captions(captions.list_captions(asset))}
                for asset in listed.assets
            ],
            "uploads": [serialize_upload(upload) for upload in listed.uploads],
            "max_upload_bytes": service.max_gigabytes * 10**9,
        }
    )


def _serialize_video(asset: Asset, upload: Upload | None) -> dict[str, Any]:
    package = asset.package
    return {
        "id": asset.id,
        "name": asset.source_name,
        "state": asset.state.value,
        "progress": asset.progress,
        "failure_message": asset.failure_message,
        "warning": package.warning if package else "",
        "duration": package.duration_ms / 1000 if package else None,
        "width": package.width if package else None,
        "height": package.height if package else None,
        "has_audio": package.has_audio if package else None,
        "has_captions": package.has_captions if package else None,
        "upload_id": upload.id if upload and asset.state is AssetState.FAILED else None,
        "trim": serialize_trim(asset),
    }


def serialize_upload(upload: Upload) -> dict[str, Any]:
    """Return the response members of an upload."""
    return {
        "id": upload.id,
        "file_name": upload.file_name,
        "size": upload.size,
        "offset": upload.offset,
        "state": upload.state.value,
        "failure_message": upload.failure_message,
        "created_at": upload.created_at,
        "expires_at": upload.expires_at,
    }
