"""The team of a channel in the studio: members, roles and invitations (docs/decisions/0069-roles.md)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from touchline.channel.domain.accounts.form_errors import raise_for_errors
from touchline.channel.domain.accounts.validation import validate_email
from touchline.channel.domain.operators.invitations import Invitation, InvitationTokens
from touchline.channel.domain.operators.roles import ASSIGNED_EVENTS_ONLY, Role
from touchline.channel.ports.operators.invitations import Invitations
from touchline.channel.ports.operators.operators import Operator, Operators
from touchline.channel.ports.site.channels import Channels
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, EventId
from touchline.shared.tasks.jobs import MAIL_QUEUE, Jobs

SEND_INVITATION_EMAIL = "channel.invitation_email"
LAST_OWNER = ErrorMessage(
    "errors.last_owner", "A channel needs an owner. Make somebody else an owner first, then try again."
)
ALREADY_OPERATOR = ErrorMessage(
    "errors.already_operator", "This person already belongs to the team. Change their role in the list."
)
ALREADY_INVITED = ErrorMessage(
    "errors.already_invited", "This address already has an invitation. Send it again, or revoke it first."
)
ROLE_WITHOUT_EVENTS = ErrorMessage(
    "errors.role_without_events",
    "Only scorekeepers have assigned events. Remove the events, or change the role.",
)


@dataclass(frozen=True)
class Team:
    """The members of a team, oldest first, and the pending invitations, newest first."""

    members: Sequence[Operator]
    invitations: Sequence[Invitation]


class TeamService:
    """Service for the members of a team. The last owner keeps the role."""

    def __init__(self, operators: Operators, invitations: Invitations, record_audit: RecordAudit) -> None:
        self._operators = operators
        self._invitations = invitations
        self._record_audit = record_audit

    def list_team(self) -> Team:
        """List the members and the pending invitations."""
        return Team(self._operators.list_all(), self._invitations.list_pending())

    def update_member(
        self, account_id: AccountId, role: Role | None, event_ids: Collection[EventId] | None
    ) -> Operator:
        """Change the role and the assigned events of a member. None leaves a value unchanged.

        Raises `NotFoundError`, `RefusedError` for the last owner, or `InvalidInputError` for events of a
        role that has none.
        """
        self._operators.lock()
        member = self._get_member(account_id)
        new_role = role or member.role
        if event_ids and new_role not in ASSIGNED_EVENTS_ONLY:
            raise_for_errors({"event_ids": [ROLE_WITHOUT_EVENTS]})
        if new_role is not member.role:
            self._require_other_owner(member)
            self._operators.set_role(account_id, new_role)
        if event_ids is not None:
            self._operators.set_events(account_id, event_ids)
        changed = self._get_member(account_id)
        subject = AuditSubject("account", str(account_id))
        before, after = (
            {"role": operator.role.value, "event_ids": sorted(operator.event_ids)}
            for operator in (member, changed)
        )
        if before != after:
            self._record_audit(AuditRecord("operator.update", subject, before, after))
        return changed

    def remove_member(self, account_id: AccountId) -> None:
        """Remove a member, whose viewer account stays. Raises `NotFoundError`, or `RefusedError` for the last
        owner.
        """
        self._operators.lock()
        self._require_other_owner(self._get_member(account_id))
        self._operators.remove(account_id)

    def _get_member(self, account_id: AccountId) -> Operator:
        member = self._operators.get(account_id)
        if member is None:
            raise NotFoundError
        return member

    def _require_other_owner(self, member: Operator) -> None:
        """Raise `RefusedError` if the member is the only owner."""
        if [owner for owner in self._operators.list_all() if owner.role is Role.OWNER] == [member]:
            raise RefusedError(LAST_OWNER)


class InvitationService:
    """Service for the invitations of a team. Each is bound to an address, which proves itself later."""

    def __init__(
        self,
        operators: Operators,
        invitations: Invitations,
        channels: Channels,
        tokens: InvitationTokens,
        jobs: Jobs,
        clock: Clock,
    ) -> None:
        self._operators = operators
        self._invitations = invitations
        self._channels = channels
        self._tokens = tokens
        self._jobs = jobs
        self._clock = clock

    def invite(self, email: str, role: Role) -> Invitation:
        """Invite a normalized address and queue the email.

        Raises `InvalidInputError` if the address is not valid, has a pending invitation or belongs to a
        member.
        """
        raise_for_errors({"email": validate_email(email)})
        invitation = Invitation(self._channels.get_current().id, email, role, self._clock.now())
        if any(invitation.is_for(operator.email) for operator in self._operators.list_all()):
            raise_for_errors({"email": [ALREADY_OPERATOR]})
        if not self._invitations.add(invitation, self._tokens.build_hash(invitation)):
            raise_for_errors({"email": [ALREADY_INVITED]})
        self._queue_email(invitation)
        return invitation

    def resend(self, invitation_id: int) -> Invitation:
        """Send an invitation again with a new link. The link before it stops working.

        Raises `NotFoundError`.
        """
        invitation = self._invitations.get(invitation_id)
        if invitation is None:
            raise NotFoundError
        invitation.sent_at = self._clock.now()
        self._invitations.save(invitation, self._tokens.build_hash(invitation))
        self._queue_email(invitation)
        return invitation

    def revoke(self, invitation_id: int) -> None:
        """Delete an invitation, so that its link stops working. Raises `NotFoundError`."""
        if not self._invitations.delete(invitation_id):
            raise NotFoundError

    def _queue_email(self, invitation: Invitation) -> None:
        self._jobs.enqueue(SEND_INVITATION_EMAIL, invitation.channel_id, invitation.id, queue=MAIL_QUEUE)
