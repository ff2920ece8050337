"""The members of a team, for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.front.container import FrontContainer
from touchline.front.http import member_schemas as schemas
from touchline.front.members.member_admin import MemberAdmin
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.permissions import Permission

MEMBERS = "/studio/participants/<string:participant>/members"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-members")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="studio-member-changes")

blueprint = Blueprint("members", __name__, tag=STUDIO_TAG)


@blueprint.route(MEMBERS)
@read_limit
@operator(Permission.EDIT_CONTENT)
@audit.reads_personal_data("member.list", "participant", "participant")
@blueprint.arguments(schemas.TeamMembersArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.TeamMemberSchema))
@inject
def list_members(
    args: dict[str, Any],
    participant: str,
    member_admin: MemberAdmin = Provide[FrontContainer.member_admin],
) -> dict[str, Any]:
    """List the members of a team (key) by address. `search` matches a part of the address."""
    return page_envelope(member_admin.list_page(participant, args["search"], build_page_request(args)))


@blueprint.route(MEMBERS, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("member.add", "participant", "participant")
@blueprint.arguments(schemas.AddTeamMembersArgsSchema)
@blueprint.response(200, data_schema(schemas.AddedTeamMembersSchema))
@inject
def add_members(
    body: dict[str, str],
    participant: str,
    member_admin: MemberAdmin = Provide[FrontContainer.member_admin],
) -> dict[str, Any]:
    """Add addresses to the list of a team (key): one a line, or separated by commas.

    Parts that are no addresses are returned as `problems`, and the others are added. 400 for more than 2000
    addresses.
    """
    return data_envelope(member_admin.add(participant, body["addresses"], principal().viewer_id))


@blueprint.route(f"{MEMBERS}/<int(max=2147483647):member_id>", methods=["DELETE"])
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("member.remove", "participant", "participant")
@blueprint.response(204)
@inject
def remove_member(
    participant: str,
    member_id: int,
    member_admin: MemberAdmin = Provide[FrontContainer.member_admin],
) -> None:
    """Remove a member of a team (key). Playback of the team's private events ends within a minute."""
    member_admin.remove(participant, member_id)
