"""Acceptance of an invitation to the team."""

from touchline.channel.application.accounts.password_confirmation import require_account
from touchline.channel.domain.operators.invitations import Invitation, hash_token
from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.operators.invitations import Invitations
from touchline.channel.ports.operators.operators import Operators
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.principal import Principal

INVITATION_INVALID = ErrorMessage(
    "errors.invitation_invalid",
    "This invitation is no longer valid. Ask an owner of the channel for a new one.",
)
INVITATION_EXPIRED = ErrorMessage(
    "errors.invitation_expired", "This invitation has expired. Ask an owner of the channel to send it again."
)
INVITATION_OTHER_ADDRESS = ErrorMessage(
    "errors.invitation_other_address",
    "This invitation was sent to another email address. Log in with the account of that address.",
)
INVITATION_UNVERIFIED = ErrorMessage(
    "errors.invitation_unverified", "Verify your email address first, then accept the invitation."
)


class AcceptInvitation:
    """Use case that makes a viewer with the invited, verified address a member of the team."""

    def __init__(
        self, accounts: Accounts, operators: Operators, invitations: Invitations, clock: Clock
    ) -> None:
        self._accounts = accounts
        self._operators = operators
        self._invitations = invitations
        self._clock = clock

    def __call__(self, token: str, principal: Principal) -> Role:
        """Accept the invitation once and return the viewer's role. A repeated call returns it again.

        A member keeps the present role. Raises `RefusedError`.
        """
        account = require_account(self._accounts.get_for_update(principal.viewer_id))
        token_hash = hash_token(token)
        invitation = self._invitations.get_for_update(token_hash)
        if invitation is None:
            raise RefusedError(INVITATION_INVALID)
        if not invitation.is_for(account.email):
            raise RefusedError(INVITATION_OTHER_ADDRESS)
        if not account.email_verified:
            raise RefusedError(INVITATION_UNVERIFIED)
        if invitation.accepted_by is None:
            self._accept(invitation, token_hash, principal)
        member = self._operators.get(account.id)
        if member is None:
            raise RefusedError(INVITATION_INVALID)
        return member.role

    def _accept(self, invitation: Invitation, token_hash: str, principal: Principal) -> None:
        now = self._clock.now()
        if invitation.is_expired(now):
            raise RefusedError(INVITATION_EXPIRED)
        invitation.accepted_by = principal.viewer_id
        self._invitations.save(invitation, token_hash)
        self._operators.add(principal.viewer_id, invitation.role, now)
