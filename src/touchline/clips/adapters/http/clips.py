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
from touchline.clips.domain.clip import MAX_DURATION_MS
from touchline.clips.domain.ids import ClipId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal, viewer
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.ids import EventId

CLIP_SECONDS_EXCEEDED = ErrorMessage(
    "errors.clip_minutes_exceeded",
    "You reached the hourly clip limit. Try again later, or create a shorter clip.",
)
BLUEPRINT = Blueprint("clips", __name__, description="Moments that viewers cut")
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


@BLUEPRINT.route("/clip", methods=["POST"])
@error_responses(404)
@clip_length_limits
@clip_limits
@viewer
@BLUEPRINT.arguments(schemas.ClipArgsSchema)
@BLUEPRINT.response(201, data_schema(schemas.ClipSchema))
@inject
def save_clip(
    body: dict[str, Any],
    save_use_case: SaveClip = Provide["clips.save_clip"],
    serializer: ClipSerializer = Provide["clips.clip_serializer"],
) -> dict[str, Any]:
    """A clip of an event that the viewer may watch; it plays at once, its file is cut by a job. Asked for
    twice it is made once. 403 without a pass with clips, or with none of them left."""
    clip_request = ClipRequest(
        event_id=EventId(body["event_id"]),
        media_id=body["event_media_id"],
        name=body["name"],
        tags=_tags(body) or [],
        start_ms=round(body["start_time"] * 1000),
        duration_ms=round(body["duration"] * 1000),
    )
    return data_envelope(serializer.serialize_one(principal(), save_use_case(principal(), clip_request)))


@BLUEPRINT.route(CLIP_PATH)
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.response(200, data_schema(schemas.ClipSchema))
@inject
def show_clip(clip_id: int, show_use_case: ShowClip = Provide["clips.show_clip"]) -> dict[str, Any]:
    """One clip, for asking how far its file is. Its `url` is for its owner and for those who may watch the
    event."""
    return data_envelope(show_use_case(principal(), ClipId(clip_id)))


@BLUEPRINT.route(CLIP_PATH, methods=["PATCH"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@BLUEPRINT.arguments(schemas.ClipDetailsArgsSchema)
@BLUEPRINT.response(200, data_schema(schemas.ClipSchema))
@inject
def change_clip(
    body: dict[str, Any],
    clip_id: int,
    change_use_case: ChangeClip = Provide["clips.change_clip"],
    serializer: ClipSerializer = Provide["clips.clip_serializer"],
) -> dict[str, Any]:
    """Another name, other tags; what is absent stays as it is. 403 for another viewer's."""
    clip = change_use_case.rename(principal(), ClipId(clip_id), body["name"], _tags(body))
    return data_envelope(serializer.serialize_one(principal(), clip))


@BLUEPRINT.route(CLIP_PATH, methods=["DELETE"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@BLUEPRINT.response(204)
@inject
def delete_clip(clip_id: int, delete_use_case: DeleteClip = Provide["clips.delete_clip"]) -> None:
    """Delete a clip and its files; copies in caches play no more. 403 for another viewer's."""
    delete_use_case(principal(), ClipId(clip_id))


@BLUEPRINT.route(f"{CLIP_PATH}/unshare", methods=["POST"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@BLUEPRINT.response(200, data_schema(schemas.ClipSchema))
@inject
def unshare_clip(
    clip_id: int,
    change_use_case: ChangeClip = Provide["clips.change_clip"],
    serializer: ClipSerializer = Provide["clips.clip_serializer"],
) -> dict[str, Any]:
    """A new `uuid`: who was given the old one finds nothing. 403 for another viewer's."""
    return data_envelope(
        serializer.serialize_one(principal(), change_use_case.unshare(principal(), ClipId(clip_id)))
    )


@BLUEPRINT.route(f"{CLIP_PATH}/retry", methods=["POST"])
@error_responses(400)
@clip_limits
@viewer
@BLUEPRINT.response(200, data_schema(schemas.ClipSchema))
@inject
def retry_clip(
    clip_id: int,
    change_use_case: ChangeClip = Provide["clips.change_clip"],
    serializer: ClipSerializer = Provide["clips.clip_serializer"],
) -> dict[str, Any]:
    """Cut a clip that failed once more. 400 for another state, 403 for another viewer's."""
    return data_envelope(
        serializer.serialize_one(principal(), change_use_case.retry(principal(), ClipId(clip_id)))
    )


@BLUEPRINT.route(f"{CLIP_PATH}/report", methods=["POST"])
@error_responses(404)
@report_limits
@any_key
@BLUEPRINT.arguments(schemas.ReportArgsSchema)
@BLUEPRINT.response(200, data_schema(schemas.ClipReportSchema))
@inject
def report_clip(
    body: dict[str, Any], clip_id: int, report_use_case: ReportClip = Provide["clips.report_clip"]
) -> dict[str, Any]:
    """Report a clip to the channel's operators; a second report by the same person changes nothing. 429 after
    30 reports of a network address in an hour."""
    ip = request.remote_addr or ""
    report_use_case(principal(), ClipId(clip_id), body["reason"] or "", body["text"] or "", ip)
    return data_envelope({"reported": True})


@BLUEPRINT.route("/clip/download/<int(max=2147483647):clip_id>")
@error_responses(400)
@limits.rate_limit("account", "throttle_downloads", limits.HOUR, name="downloads")
@viewer
@BLUEPRINT.response(200, data_schema(schemas.FileDownloadSchema))
@inject
def download_clip(
    clip_id: int, download_use_case: DownloadClip = Provide["clips.download_clip"]
) -> dict[str, Any]:
    """The file of a clip, for this session; counted once a viewer. 403 without a pass with `download_clip` or
    with no download left, 400 while it is being cut."""
    return data_envelope(download_use_case(principal(), ClipId(clip_id)))


@BLUEPRINT.route("/clips/event/<int(max=2147483647):event_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.arguments(schemas.EventClipsArgsSchema, location="query")
@BLUEPRINT.response(200, page_schema(schemas.ClipSchema))
@inject
def list_event_clips(
    args: dict[str, Any], event_id: int, clips: ListClips = Provide["clips.list_clips"]
) -> dict[str, Any]:
    """Clips of an event, the newest first."""
    return page_envelope(clips.list_for_event(principal(), EventId(event_id), build_page_request(args)))


@BLUEPRINT.route("/clips/user")
@limits.exempt(limits.READ_ONLY)
@viewer
@BLUEPRINT.arguments(schemas.OwnClipsArgsSchema, location="query")
@BLUEPRINT.response(200, page_schema(schemas.ClipSchema))
@inject
def list_own_clips(args: dict[str, Any], clips: ListClips = Provide["clips.list_clips"]) -> dict[str, Any]:
    """The clips that the viewer made, the newest first, or took away (`kind=downloads`), the last one
    first."""
    return page_envelope(clips.list_for_viewer(principal(), args["kind"], build_page_request(args)))


@BLUEPRINT.route("/shared-clip/<int(max=2147483647):clip_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.arguments(schemas.SharedClipArgsSchema, location="query")
@BLUEPRINT.response(200, data_schema(schemas.ClipSchema))
@inject
def show_shared_clip(
    args: dict[str, Any], clip_id: int, show_use_case: ShowClip = Provide["clips.show_clip"]
) -> dict[str, Any]:
    """A clip that was shared: it plays without an account. 404 for another `uuid` than its present one."""
    return data_envelope(show_use_case.show_shared(principal(), ClipId(clip_id), args["uuid"]))


def _tags(body: dict[str, Any]) -> list[str] | None:
    return None if body["tags"] is None else [tag for tag in body["tags"] if tag]
