"""Clips over HTTP (api.md, "Clips")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.clips.adapters.http import schemas
from touchline.clips.application.change_clip import ChangeClip, DeleteClip
from touchline.clips.application.clip_answers import ClipAnswers
from touchline.clips.application.clip_queries import ListClips, ShowClip
from touchline.clips.application.report_clip import ReportClip
from touchline.clips.application.save_clip import SaveClip, Wish
from touchline.clips.application.take_clip import TakeClip
from touchline.clips.domain.clip import LONGEST_MS
from touchline.clips.domain.ids import ClipId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses, viewer
from touchline.platform.http.paging import many, one, page_request
from touchline.platform.http.schemas import data_of, page_of
from touchline.shared.ids import EventId

TOO_MUCH_FOOTAGE = "You made many minutes of clips in the last hour. Try again later, or make a shorter clip."
BLUEPRINT = Blueprint("clips", __name__, description="Moments that viewers cut")
ONE = "/clip/<int(max=2147483647):clip_id>"


report_limits = limits.per("address", 30, limits.HOUR, name="clip-reports")
clip_limits = limits.combine(
    limits.per("account", "throttle_clips", 10 * limits.MINUTE, name="clips"),
    limits.per("address", 200, 10 * limits.MINUTE, name="clips"),
)


clip_length_limits = limits.combine(
    limits.per(
        "account",
        "throttle_clip_seconds",
        limits.HOUR,
        name="clip-seconds",
        cost="duration",
        max_cost=LONGEST_MS // 1000,
        message=TOO_MUCH_FOOTAGE,
    ),
    limits.per(
        "address",
        24_000,
        limits.HOUR,
        name="clip-seconds",
        cost="duration",
        max_cost=LONGEST_MS // 1000,
        message=TOO_MUCH_FOOTAGE,
    ),
)


@BLUEPRINT.route("/clip", methods=["POST"])
@refuses(404)
@clip_length_limits
@clip_limits
@viewer
@BLUEPRINT.arguments(schemas.ClipArgs)
@BLUEPRINT.response(201, data_of(schemas.ClipAnswer))
@inject
def save_clip(
    body: dict[str, Any],
    save: SaveClip = Provide["clips.save_clip"],
    answers: ClipAnswers = Provide["clips.answers"],
) -> dict[str, Any]:
    """A clip of an event that the viewer may watch; it plays at once, its file is cut by a job. Asked for
    twice it is made once. 403 without a pass with clips, or with none of them left."""
    wish = Wish(
        event_id=EventId(body["event_id"]),
        media_id=body["event_media_id"],
        name=body["name"],
        tags=_tags(body) or [],
        start_ms=round(body["start_time"] * 1000),
        duration_ms=round(body["duration"] * 1000),
    )
    return one(answers.alone(principal(), save(principal(), wish)))


@BLUEPRINT.route(ONE)
@limits.none(limits.READ)
@any_key
@BLUEPRINT.response(200, data_of(schemas.ClipAnswer))
@inject
def show_clip(clip_id: int, show: ShowClip = Provide["clips.show_clip"]) -> dict[str, Any]:
    """One clip, for asking how far its file is. Its `url` is for its owner and for those who may watch the
    event."""
    return one(show(principal(), ClipId(clip_id)))


@BLUEPRINT.route(ONE, methods=["PATCH"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@BLUEPRINT.arguments(schemas.ClipWordsArgs)
@BLUEPRINT.response(200, data_of(schemas.ClipAnswer))
@inject
def change_clip(
    body: dict[str, Any],
    clip_id: int,
    change: ChangeClip = Provide["clips.change_clip"],
    answers: ClipAnswers = Provide["clips.answers"],
) -> dict[str, Any]:
    """Another name, other tags; what is absent stays as it is. 403 for another viewer's."""
    clip = change.rename(principal(), ClipId(clip_id), body["name"], _tags(body))
    return one(answers.alone(principal(), clip))


@BLUEPRINT.route(ONE, methods=["DELETE"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@BLUEPRINT.response(204)
@inject
def delete_clip(clip_id: int, delete: DeleteClip = Provide["clips.delete_clip"]) -> None:
    """Delete a clip and its files; copies in caches play no more. 403 for another viewer's."""
    delete(principal(), ClipId(clip_id))


@BLUEPRINT.route(f"{ONE}/unshare", methods=["POST"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@BLUEPRINT.response(200, data_of(schemas.ClipAnswer))
@inject
def unshare_clip(
    clip_id: int,
    change: ChangeClip = Provide["clips.change_clip"],
    answers: ClipAnswers = Provide["clips.answers"],
) -> dict[str, Any]:
    """A new `uuid`: who was given the old one finds nothing. 403 for another viewer's."""
    return one(answers.alone(principal(), change.unshare(principal(), ClipId(clip_id))))


@BLUEPRINT.route(f"{ONE}/retry", methods=["POST"])
@refuses(400)
@clip_limits
@viewer
@BLUEPRINT.response(200, data_of(schemas.ClipAnswer))
@inject
def retry_clip(
    clip_id: int,
    change: ChangeClip = Provide["clips.change_clip"],
    answers: ClipAnswers = Provide["clips.answers"],
) -> dict[str, Any]:
    """Cut a clip that failed once more. 400 for another state, 403 for another viewer's."""
    return one(answers.alone(principal(), change.retry(principal(), ClipId(clip_id))))


@BLUEPRINT.route(f"{ONE}/report", methods=["POST"])
@refuses(404)
@report_limits
@any_key
@BLUEPRINT.arguments(schemas.ReportArgs)
@BLUEPRINT.response(200, data_of(schemas.ReportAnswer))
@inject
def report_clip(
    body: dict[str, Any], clip_id: int, report: ReportClip = Provide["clips.report_clip"]
) -> dict[str, Any]:
    """Report a clip to the channel's operators; a second report by the same person changes nothing. 429 after
    30 reports of a network address in an hour."""
    ip = request.remote_addr or ""
    report(principal(), ClipId(clip_id), body["reason"] or "", body["text"] or "", ip)
    return one({"reported": True})


@BLUEPRINT.route("/clip/download/<int(max=2147483647):clip_id>")
@refuses(400)
@limits.per("account", "throttle_downloads", limits.HOUR, name="downloads")
@viewer
@BLUEPRINT.response(200, data_of(schemas.FileAnswer))
@inject
def download_clip(clip_id: int, take: TakeClip = Provide["clips.take_clip"]) -> dict[str, Any]:
    """The file of a clip, for this session; counted once a viewer. 403 without a pass with `download_clip` or
    with no download left, 400 while it is being cut."""
    return one(take(principal(), ClipId(clip_id)))


@BLUEPRINT.route("/clips/event/<int(max=2147483647):event_id>")
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(schemas.ClipsOfEventArgs, location="query")
@BLUEPRINT.response(200, page_of(schemas.ClipAnswer))
@inject
def list_clips_of_event(
    args: dict[str, Any], event_id: int, clips: ListClips = Provide["clips.list_clips"]
) -> dict[str, Any]:
    """Clips of an event, the newest first."""
    return many(clips.of_event(principal(), EventId(event_id), page_request(args)))


@BLUEPRINT.route("/clips/user")
@limits.none(limits.READ)
@viewer
@BLUEPRINT.arguments(schemas.OwnClipsArgs, location="query")
@BLUEPRINT.response(200, page_of(schemas.ClipAnswer))
@inject
def list_own_clips(args: dict[str, Any], clips: ListClips = Provide["clips.list_clips"]) -> dict[str, Any]:
    """The clips that the viewer made, the newest first, or took away (`kind=downloads`), the last one
    first."""
    return many(clips.of_viewer(principal(), args["kind"], page_request(args)))


@BLUEPRINT.route("/shared-clip/<int(max=2147483647):clip_id>")
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(schemas.SharedArgs, location="query")
@BLUEPRINT.response(200, data_of(schemas.ClipAnswer))
@inject
def show_shared_clip(
    args: dict[str, Any], clip_id: int, show: ShowClip = Provide["clips.show_clip"]
) -> dict[str, Any]:
    """A clip that was shared: it plays without an account. 404 for another `uuid` than its present one."""
    return one(show.shared(principal(), ClipId(clip_id), args["uuid"]))


def _tags(body: dict[str, Any]) -> list[str] | None:
    return None if body["tags"] is None else [tag for tag in body["tags"] if tag]
