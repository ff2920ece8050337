"""Trims of videos: the range that viewers see, and the full length for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.media import video_schemas as schemas
from touchline.catalog.application.media.trims import StudioPlayback, TrimService
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.assets import Asset
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import AssetId
from touchline.shared.permissions import Permission

TRIM = "/studio/videos/<int(max=2147483647):video_id>/trim"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="studio-playback")
change_limit = limits.rate_limit("account", 30, limits.MINUTE, name="trims")

blueprint = Blueprint("trims", __name__, tag=STUDIO_TAG)


@blueprint.route(TRIM, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("video.trim", "video", "video_id")
@blueprint.arguments(schemas.TrimArgsSchema)
@blueprint.response(200, data_schema(schemas.TrimSchema))
@inject
def trim_video(
    body: dict[str, Any], video_id: int, service: TrimService = Provide[CatalogContainer.trim_service]
) -> dict[str, Any]:
    """Show viewers only a range of a video. Times count from the start of its full length.

    The range begins and ends at the nearest segment boundaries, up to about 2 seconds from the times in the
    request; the response has the exact times. Without `end`, it lasts to the end. The state is `pending`
    until a job has made the range. Nothing is deleted. 400 if the video does not have this range.
    """
    end = body["end"]
    asset = service.trim(AssetId(video_id), round(body["start"] * 1000), _to_ms(end))
    return data_envelope(serialize_trim(asset))


@blueprint.route(TRIM, methods=["DELETE"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("video.restore_length", "video", "video_id")
@blueprint.response(200, data_schema(schemas.TrimSchema))
@inject
def restore_full_length(
    video_id: int, service: TrimService = Provide[CatalogContainer.trim_service]
) -> dict[str, Any]:
    """Show viewers the full length of a video again. 400 if they see it already."""
    return data_envelope(serialize_trim(service.restore(AssetId(video_id))))


@blueprint.route("/studio/videos/<int(max=2147483647):video_id>/playback")
@error_responses(400)
@read_limit
@operator(Permission.EDIT_MEDIA)
@blueprint.response(200, data_schema(schemas.StudioPlaybackSchema))
@inject
def show_studio_playback(
    video_id: int, query: StudioPlayback = Provide[CatalogContainer.studio_playback]
) -> dict[str, Any]:
    """Return a URL that plays the full length of a video, for this operator only.

    It also plays parts that viewers do not see, and videos that are hidden. 400 if the video is not ready.
    403 with an access token, because the URL belongs to a login.
    """
    signed, duration_ms = query(principal(), AssetId(video_id))
    return data_envelope({"url": signed.url, "expires_at": signed.expires_at, "duration": duration_ms / 1000})


def serialize_trim(asset: Asset) -> dict[str, Any] | None:
    """Return the response members of a trim; None if the video is not ready."""
    package = asset.package
    if package is None:
        return None
    full_ms = package.full_length.duration_ms
    trim = asset.pending_trim or package.trim
    state = "pending" if asset.pending_trim else "trimmed" if trim else "full_length"
    return {
        "state": state,
        "start": (trim.start_ms if trim else 0) / 1000,
        "end": (trim.end_ms if trim else full_ms) / 1000,
        "full_duration": full_ms / 1000,
        "failure_message": asset.trim_failure,
    }


def _to_ms(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)
