"""The team of a channel in the studio: members, roles and invitations."""

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.http import team_schemas as schemas
from touchline.channel.application.operators.accept_invitation import AcceptInvitation
from touchline.channel.application.operators.team import InvitationService, Team, TeamService
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.operators.invitations import Invitation
from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.operators.operators import Operator
from touchline.platform.audit.calls import identify_subject
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, operator, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import AccountId
from touchline.shared.permissions import Permission

MEMBER = "/studio/team/<int(max=2147483647):account_id>"
INVITATIONS = "/studio/team/invitations"
INVITATION = f"{INVITATIONS}/<int(max=2147483647):invitation_id>"

blueprint = Blueprint("studio", __name__, description="Studio")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="team")
email_limit = limits.rate_limit("account", 30, limits.HOUR, name="invitations")


@blueprint.route("/studio/team")
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MANAGE_TEAM)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(schemas.TeamSchema))
@inject
def show_team(team: TeamService = Provide[ChannelContainer.team_service]) -> dict[str, Team]:
    """Return the members of the team and the pending invitations."""
    return data_envelope(team.list_team())


@blueprint.route(MEMBER, methods=["PATCH"])
@change_limit
@operator(Permission.MANAGE_TEAM)
@audit.changes("operator.update", "account", "account_id")
@blueprint.arguments(schemas.UpdateMemberArgsSchema)
@blueprint.response(200, data_schema(schemas.MemberSchema))
@inject
def update_member(
    body: dict[str, Any], account_id: int, team: TeamService = Provide[ChannelContainer.team_service]
) -> dict[str, Operator]:
    """Change the role of a member, or the events assigned to a scorekeeper.

    400 for the last owner, who keeps the role.
    """
    role = Role(body["role"]) if body["role"] else None
    return data_envelope(team.update_member(AccountId(account_id), role, body["event_ids"]))


@blueprint.route(MEMBER, methods=["DELETE"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_TEAM)
@audit.changes("operator.remove", "account", "account_id")
@blueprint.response(204)
@inject
def remove_member(account_id: int, team: TeamService = Provide[ChannelContainer.team_service]) -> None:
    """Remove a member from the team. The viewer account stays. 400 for the last owner."""
    team.remove_member(AccountId(account_id))


@blueprint.route(INVITATIONS, methods=["POST"])
@email_limit
@operator(Permission.MANAGE_TEAM)
@audit.changes("invitation.create", "invitation")
@blueprint.arguments(schemas.InviteArgsSchema)
@blueprint.response(201, data_schema(schemas.InvitationSchema))
@inject
def invite(
    body: dict[str, str], invitations: InvitationService = Provide[ChannelContainer.invitation_service]
) -> dict[str, Invitation]:
    """Invite a person by email, with a role. The invitation is valid for seven days.

    422 for an address that already has an invitation or belongs to a member.
    """
    invitation = invitations.invite(body["email"], Role(body["role"]))
    identify_subject("invitation", invitation.id)
    return data_envelope(invitation)


@blueprint.route(f"{INVITATION}/resend", methods=["POST"])
@email_limit
@operator(Permission.MANAGE_TEAM)
@audit.changes("invitation.resend", "invitation", "invitation_id")
@blueprint.response(200, data_schema(schemas.InvitationSchema))
@inject
def resend_invitation(
    invitation_id: int, invitations: InvitationService = Provide[ChannelContainer.invitation_service]
) -> dict[str, Invitation]:
    """Send an invitation again. It is valid for seven days from now, and the link before it stops working."""
    return data_envelope(invitations.resend(invitation_id))


@blueprint.route(INVITATION, methods=["DELETE"])
@change_limit
@operator(Permission.MANAGE_TEAM)
@audit.changes("invitation.revoke", "invitation", "invitation_id")
@blueprint.response(204)
@inject
def revoke_invitation(
    invitation_id: int, invitations: InvitationService = Provide[ChannelContainer.invitation_service]
) -> None:
    """Revoke an invitation. Its link stops working."""
    invitations.revoke(invitation_id)


@blueprint.route("/studio/invitations/accept", methods=["POST"])
@limits.rate_limit("account", 10, limits.MINUTE, name="accepted-invitations")
@viewer
@audit.changes("invitation.accept", "invitation")
@blueprint.arguments(schemas.AcceptInvitationArgsSchema)
@blueprint.response(200, data_schema(schemas.AcceptedInvitationSchema))
@inject
def accept_invitation(
    body: dict[str, str], accept: AcceptInvitation = Provide[ChannelContainer.accept_invitation]
) -> dict[str, dict[str, Role]]:
    """Join the team with an invitation. It works once; a repeated call returns the same response.

    400 for an invitation that is revoked, expired or for another address, and for an unverified address.
    """
    return data_envelope({"role": accept(body["token"], principal())})
