"""Moderation of clips in the studio, with the use cases of `touchline clips`."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.clips.adapters.http import moderation_schemas as schemas
from touchline.clips.application.moderation.clip_admin import ClipAdmin
from touchline.clips.application.moderation.moderate_clips import (
    BlockCreators,
    Decision,
    ModerateClips,
    require_creator,
)
from touchline.clips.application.moderation.moderation_queries import ModerationQueries
from touchline.clips.container import ClipsContainer
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.moderation import ModerationGroup
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.audit import Actor, ActorKind
from touchline.shared.permissions import Permission

CLIPS = "/studio/clips"
CLIP = f"{CLIPS}/<int(max=2147483647):clip_id>"
change_limit = limits.rate_limit("account", 120, limits.MINUTE, name="clip-moderation")

blueprint = Blueprint("clip_moderation", __name__, tag=STUDIO_TAG)


@blueprint.route(CLIPS)
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MODERATE_CLIPS)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.ModeratedClipsArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.ModeratedClipSchema))
@inject
def list_moderated_clips(
    args: dict[str, Any], queries: ModerationQueries = Provide[ClipsContainer.moderation_queries]
) -> dict[str, Any]:
    """List the clips of the channel, newest first, hidden ones too.

    Reported clips are listed by their newest report, featured clips in the order of the home page.
    """
    group = ModerationGroup(args["filter"])
    return page_envelope(queries.list_page(principal(), group, args["q"], build_page_request(args)))


@blueprint.route(f"{CLIP}/hide", methods=["POST"])
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.hide", "clip", "clip_id")
@blueprint.arguments(schemas.DecisionArgsSchema)
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def hide_clip(
    body: dict[str, Any],
    clip_id: int,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Hide a clip from lists, its page, share links and downloads. This closes its reports."""
    clip = moderate_clips.hide(ClipId(clip_id), _decide(body))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/unhide", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.show", "clip", "clip_id")
@blueprint.arguments(schemas.DecisionArgsSchema)
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def unhide_clip(
    body: dict[str, Any],
    clip_id: int,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Show a hidden clip again. This closes its reports. 400 if it is not hidden."""
    clip = moderate_clips.show(ClipId(clip_id), _decide(body))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/approve", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.approve", "clip", "clip_id")
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def approve_clip(
    clip_id: int,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Show a clip's name and tags to visitors without an account, until its maker changes them.

    This closes its reports. 400 for a hidden clip.
    """
    clip = moderate_clips.approve(ClipId(clip_id))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/feature", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.feature", "clip", "clip_id")
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def feature_clip(
    clip_id: int,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Feature a clip on the home page, in front of the other featured clips.

    Everyone can then play it without a pass, and read its name and tags, until its maker changes them. A
    second request moves it to the front. 400 for a hidden or failed clip, or if 24 clips are featured.
    """
    clip = moderate_clips.feature(ClipId(clip_id))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/unfeature", methods=["POST"])
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.unfeature", "clip", "clip_id")
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def unfeature_clip(
    clip_id: int,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Remove a clip from the home page. It then plays as before it was featured."""
    clip = moderate_clips.unfeature(ClipId(clip_id))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/dismiss-reports", methods=["POST"])
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.dismiss_reports", "clip", "clip_id")
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def dismiss_clip_reports(
    clip_id: int,
    moderate_clips: ModerateClips = Provide[ClipsContainer.moderate_clips],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Close the reports of a clip. The clip stays as it is."""
    clip = moderate_clips.dismiss_reports(ClipId(clip_id))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/retry", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.retry", "clip", "clip_id")
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def retry_failed_clip(
    clip_id: int,
    admin: ClipAdmin = Provide[ClipsContainer.clip_admin],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Queue a failed clip again. 400 in any other state."""
    clip = admin.retry(ClipId(clip_id))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/block-creator", methods=["POST"])
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip_creator.block", "clip", "clip_id")
@blueprint.arguments(schemas.DecisionArgsSchema)
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def block_clip_creator(
    body: dict[str, Any],
    clip_id: int,
    admin: ClipAdmin = Provide[ClipsContainer.clip_admin],
    block_creators: BlockCreators = Provide[ClipsContainer.block_creators],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Block the maker of a clip from creating clips. Existing clips stay."""
    clip = admin.get(ClipId(clip_id))
    block_creators.block(require_creator(clip), _decide(body))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(f"{CLIP}/unblock-creator", methods=["POST"])
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip_creator.unblock", "clip", "clip_id")
@blueprint.arguments(schemas.DecisionArgsSchema)
@blueprint.response(200, data_schema(schemas.ModeratedClipSchema))
@inject
def unblock_clip_creator(
    body: dict[str, Any],
    clip_id: int,
    admin: ClipAdmin = Provide[ClipsContainer.clip_admin],
    block_creators: BlockCreators = Provide[ClipsContainer.block_creators],
    queries: ModerationQueries = Provide[ClipsContainer.moderation_queries],
) -> dict[str, Any]:
    """Let the maker of a clip create clips again."""
    clip = admin.get(ClipId(clip_id))
    block_creators.unblock(require_creator(clip), _decide(body))
    return data_envelope(queries.serialize(principal(), clip))


@blueprint.route(CLIP, methods=["DELETE"])
@change_limit
@operator(Permission.MODERATE_CLIPS)
@audit.changes("clip.delete", "clip", "clip_id")
@blueprint.arguments(schemas.DecisionArgsSchema, location="query")
@blueprint.response(204)
@inject
def delete_moderated_clip(
    args: dict[str, Any], clip_id: int, admin: ClipAdmin = Provide[ClipsContainer.clip_admin]
) -> None:
    """Delete a clip, its files and all links to it. This cannot be undone."""
    admin.delete(ClipId(clip_id), _decide(args))


def _decide(body: dict[str, Any]) -> Decision:
    return Decision(Actor(ActorKind.ACCOUNT, str(principal().viewer_id)).key, body["reason"])
