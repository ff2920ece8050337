"""Rehearsals of live events in the studio."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http import rehearsal_schemas as schemas
from touchline.front.rehearsal.rehearsal import Rehearsal
from touchline.front.rehearsal.rehearsal_admin import RehearsalAdmin
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.permissions import Permission

PATH = "/studio/rehearsals"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="rehearsal-reads")
change_limit = limits.rate_limit("account", 20, limits.MINUTE, name="rehearsal-changes")

blueprint = Blueprint("rehearsals", __name__, tag=STUDIO_TAG)


@blueprint.route(PATH)
@read_limit
@operator(Permission.MANAGE_LIVE)
@blueprint.response(200, list_schema(schemas.RehearsalSchema))
@inject
def list_rehearsals(
    admin: RehearsalAdmin = Provide[FrontContainer.rehearsal_admin],
) -> dict[str, Any]:
    """Return the last five rehearsals, newest first, with the state of their steps."""
    return data_envelope(admin.list_newest())


@blueprint.route(PATH, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("rehearsal.start", "rehearsal")
@blueprint.arguments(schemas.RehearsalArgsSchema)
@blueprint.response(200, data_schema(schemas.RehearsalSchema))
@inject
def start_rehearsal(
    body: dict[str, Any],
    admin: RehearsalAdmin = Provide[FrontContainer.rehearsal_admin],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> dict[str, Rehearsal]:
    """Start a rehearsal: a private event with a test encoder, playback, a purchase and a recording.

    Everything that it makes is removed at its end. 400 `errors.rehearsal_in_progress` while another one is in
    progress.
    """
    viewer = principal()
    profile = channel.get_viewer_profile(viewer.viewer_id)
    release_connection()
    name = profile.name or profile.email if profile else ""
    rehearsal = admin.start(viewer.channel_id, name, in_worker=True, **body)
    return data_envelope(rehearsal)


@blueprint.route(f"{PATH}/<int(max=2147483647):rehearsal_id>/stop", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_LIVE)
@audit.changes("rehearsal.stop", "rehearsal", "rehearsal_id")
@blueprint.response(200, data_schema(schemas.RehearsalSchema))
@inject
def stop_rehearsal(
    rehearsal_id: int, admin: RehearsalAdmin = Provide[FrontContainer.rehearsal_admin]
) -> dict[str, Rehearsal]:
    """Stop a rehearsal. What it has made is removed within seconds. 400 if it is over."""
    channel_id = principal().channel_id
    release_connection()
    return data_envelope(admin.stop(channel_id, rehearsal_id))
