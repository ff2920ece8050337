"""Clips over HTTP (api.md, "Clips")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.clips.adapters.http import schemas
from touchline.clips.application.downloads.download_clip import DownloadClip
from touchline.clips.application.editing.change_clip import ChangeClip, DeleteClip
from touchline.clips.application.editing.save_clip import ClipRequest, SaveClip
from touchline.clips.application.moderation.report_clip import ReportClip
from touchline.clips.application.viewing.clip_queries import ListClips, ShowClip
from touchline.clips.application.viewing.clip_serializer import ClipSerializer
from touchline.clips.application.viewing.featured_clips import ListFeaturedClips
from touchline.clips.container import ClipsContainer
from touchline.clips.domain.clip import MAX_DURATION_MS
from touchline.clips.domain.ids import ClipId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, error_responses, principal, viewer
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, list_schema, page_schema
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.ids import EventId

CLIP_SECONDS_EXCEEDED = ErrorMessage(
    "errors.clip_minutes_exceeded",
    "You reached the hourly clip limit. Try again later, or create a shorter clip.",
)
blueprint = Blueprint("clips", __name__, description="Clips")
FEATURED_EVENT_TABLES = (
    "billing_package",
    "catalog_category",
    "catalog_event",
    "catalog_event_side",
    "catalog_group",
    "catalog_location",
    "catalog_participant",
    "catalog_sport",
    "event_media",
    "media_asset",
)
"""The tables that are read only for the events of featured clips."""
CLIP_PATH = "/clip/<int(max=2147483647):clip_id>"


report_limits = limits.rate_limit("address", 30, limits.HOUR, name="clip-reports")
clip_limits = limits.combine(
    limits.rate_limit("account", "throttle_clips", 10 * limits.MINUTE, name="clips"),
    limits.rate_limit("address", 200, 10 * limits.MINUTE, name="clips"),
)


clip_length_limits = limits.combine(
    limits.rate_limit(
        "account",
        "throttle_clip_seconds",
        limits.HOUR,
        name="clip-seconds",
        cost="duration",
        max_cost=MAX_DURATION_MS // 1000,
        message=CLIP_SECONDS_EXCEEDED,
    ),
    limits.rate_limit(
        "address",
        24_000,
        limits.HOUR,
        name="clip-seconds",
        cost="duration",
        max_cost=MAX_DURATION_MS // 1000,
        message=CLIP_SECONDS_EXCEEDED,
    ),
)


@blueprint.route("/clip", methods=["POST"])
@error_responses(404)
@clip_length_limits
@clip_limits
@viewer
@blueprint.arguments(schemas.ClipArgsSchema)
@blueprint.response(201, data_schema(schemas.ClipSchema))
@inject
def save_clip(
    body: dict[str, Any],
    save_use_case: SaveClip = Provide[ClipsContainer.save_clip],
    serializer: ClipSerializer = Provide[ClipsContainer.clip_serializer],
) -> dict[str, Any]:
    """Create a clip of an event that the viewer may watch. It plays at once; a job creates its file.

    A repeated request returns the same clip. 403 without a pass that includes clips, or if no clips are left.
    """
    clip_request = ClipRequest(
        event_id=EventId(body["event_id"]),
        media_id=body["event_media_id"],
        name=body["name"],
        tags=_tags(body) or [],
        start_ms=round(body["start_time"] * 1000),
        duration_ms=round(body["duration"] * 1000),
    )
    return data_envelope(serializer.serialize_one(principal(), save_use_case(principal(), clip_request)))


@blueprint.route(CLIP_PATH)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(schemas.ClipSchema))
@inject
def show_clip(clip_id: int, show_use_case: ShowClip = Provide[ClipsContainer.show_clip]) -> dict[str, Any]:
    """Return a clip. Poll it for the state of the file.

    `url` is set only for the owner, and for viewers who may watch the event.
    """
    return data_envelope(show_use_case(principal(), ClipId(clip_id)))


@blueprint.route(CLIP_PATH, methods=["PATCH"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(schemas.ClipDetailsArgsSchema)
@blueprint.response(200, data_schema(schemas.ClipSchema))
@inject
def change_clip(
    body: dict[str, Any],
    clip_id: int,
    change_use_case: ChangeClip = Provide[ClipsContainer.change_clip],
    serializer: ClipSerializer = Provide[ClipsContainer.clip_serializer],
) -> dict[str, Any]:
    """Change the name or the tags of a clip. Missing fields stay unchanged. 403 for another viewer's clip."""
    clip = change_use_case.rename(principal(), ClipId(clip_id), body["name"], _tags(body))
    return data_envelope(serializer.serialize_one(principal(), clip))


@blueprint.route(CLIP_PATH, methods=["DELETE"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def delete_clip(clip_id: int, delete_use_case: DeleteClip = Provide[ClipsContainer.delete_clip]) -> None:
    """Delete a clip and its files. Cached copies stop playing. 403 for another viewer's clip."""
    delete_use_case(principal(), ClipId(clip_id))


@blueprint.route(f"{CLIP_PATH}/unshare", methods=["POST"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.response(200, data_schema(schemas.ClipSchema))
@inject
def unshare_clip(
    clip_id: int,
    change_use_case: ChangeClip = Provide[ClipsContainer.change_clip],
    serializer: ClipSerializer = Provide[ClipsContainer.clip_serializer],
) -> dict[str, Any]:
    """Replace the `uuid`, so that old share links stop working. 403 for another viewer's clip."""
    return data_envelope(
        serializer.serialize_one(principal(), change_use_case.unshare(principal(), ClipId(clip_id)))
    )


@blueprint.route(f"{CLIP_PATH}/retry", methods=["POST"])
@error_responses(400)
@clip_limits
@viewer
@blueprint.response(200, data_schema(schemas.ClipSchema))
@inject
def retry_clip(
    clip_id: int,
    change_use_case: ChangeClip = Provide[ClipsContainer.change_clip],
    serializer: ClipSerializer = Provide[ClipsContainer.clip_serializer],
) -> dict[str, Any]:
    """Retry a clip that failed. 400 in any other state, 403 for another viewer's clip."""
    return data_envelope(
        serializer.serialize_one(principal(), change_use_case.retry(principal(), ClipId(clip_id)))
    )


@blueprint.route(f"{CLIP_PATH}/report", methods=["POST"])
@error_responses(404)
@report_limits
@any_key
@blueprint.arguments(schemas.ReportArgsSchema)
@blueprint.response(200, data_schema(schemas.ClipReportSchema))
@inject
def report_clip(
    body: dict[str, Any], clip_id: int, report_use_case: ReportClip = Provide[ClipsContainer.report_clip]
) -> dict[str, Any]:
    """Report a clip to the channel's operators. A second report by the same person changes nothing.

    429 after 30 reports from one IP address in an hour.
    """
    ip = request.remote_addr or ""
    report_use_case(principal(), ClipId(clip_id), body["reason"] or "", body["text"] or "", ip)
    return data_envelope({"reported": True})


@blueprint.route("/clip/download/<int(max=2147483647):clip_id>")
@error_responses(400)
@limits.rate_limit("account", "throttle_downloads", limits.HOUR, name="downloads")
@viewer
@blueprint.response(200, data_schema(schemas.FileDownloadSchema))
@inject
def download_clip(
    clip_id: int, download_use_case: DownloadClip = Provide[ClipsContainer.download_clip]
) -> dict[str, Any]:
    """Return the file of a clip, for this session. It counts once per viewer.

    403 without a pass that includes `download_clip`, or if no downloads are left; 400 while the file is being
    created.
    """
    return data_envelope(download_use_case(principal(), ClipId(clip_id)))


@blueprint.route("/clips/event/<int(max=2147483647):event_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(schemas.EventClipsArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.ClipSchema))
@inject
def list_event_clips(
    args: dict[str, Any], event_id: int, clips: ListClips = Provide[ClipsContainer.list_clips]
) -> dict[str, Any]:
    """List the clips of an event, newest first."""
    return page_envelope(clips.list_for_event(principal(), EventId(event_id), build_page_request(args)))


@blueprint.route("/clips/featured")
@public_cache("clip", *FEATURED_EVENT_TABLES, max_age=0, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, list_schema(schemas.FeaturedClipSchema))
@inject
def list_featured_clips(
    list_clips: ListFeaturedClips = Provide[ClipsContainer.list_featured_clips],
) -> dict[str, Any]:
    """List the clips that the home page features, at most 24, in its order. Everyone may play them.

    With `scores=hidden` there are none, because their names and games may have results.
    """
    hides_scores = principal().hides_scores
    return data_envelope([] if hides_scores else list_clips(principal().language))


@blueprint.route("/clips/user")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(schemas.OwnClipsArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.ClipSchema))
@inject
def list_own_clips(
    args: dict[str, Any], clips: ListClips = Provide[ClipsContainer.list_clips]
) -> dict[str, Any]:
    """List the clips that the viewer created, or downloaded (`kind=downloads`), newest first."""
    return page_envelope(clips.list_for_viewer(principal(), args["kind"], build_page_request(args)))


@blueprint.route("/shared-clip/<int(max=2147483647):clip_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(schemas.SharedClipArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.ClipSchema))
@inject
def show_shared_clip(
    args: dict[str, Any], clip_id: int, show_use_case: ShowClip = Provide[ClipsContainer.show_clip]
) -> dict[str, Any]:
    """Return a shared clip, which plays without an account. 404 for any `uuid` but the current one."""
    return data_envelope(show_use_case.show_shared(principal(), ClipId(clip_id), args["uuid"]))


def _tags(body: dict[str, Any]) -> list[str] | None:
    return None if body["tags"] is None else [tag for tag in body["tags"] if tag]
