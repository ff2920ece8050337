"""Invitations in the database (port `Invitations`)."""

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.account_tables import InvitationRow
from touchline.channel.domain.operators.invitations import (
    INVITATION_LIFETIME,
    INVITATION_RETENTION,
    Invitation,
)
from touchline.channel.domain.operators.roles import Role
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId, ChannelId

_PENDING = InvitationRow.accepted_by.is_(None)


class SqlInvitations:
    """The invitations of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, invitation_id: int) -> Invitation | None:
        """Return an invitation that is not accepted yet, or None."""
        query = select(InvitationRow).where(InvitationRow.id == invitation_id, _PENDING)
        return _to_invitation(self._session().scalar(query))

    def get_for_update(self, token_hash: str) -> Invitation | None:
        """Return the invitation with a token, locked."""
        query = select(InvitationRow).where(InvitationRow.token_hash == token_hash)
        return _to_invitation(select_for_update(self._session(), query))

    def list_pending(self) -> Sequence[Invitation]:
        """List the invitations that are not accepted yet, newest first."""
        query = select(InvitationRow).where(_PENDING)
        rows = self._session().scalars(query.order_by(InvitationRow.sent_at.desc(), InvitationRow.id.desc()))
        return [invitation for row in rows if (invitation := _to_invitation(row))]

    def add(self, invitation: Invitation, token_hash: str) -> bool:
        """Add an invitation and set its id. Return False if the address has a pending one."""
        session, email_key = self._session(), invitation.email.lower()
        session.execute(delete(InvitationRow).where(InvitationRow.email_key == email_key, ~_PENDING))
        values = {
            "email": invitation.email,
            "role": invitation.role.value,
            "sent_at": invitation.sent_at,
            "token_hash": token_hash,
        }
        if not insert_if_absent(session, InvitationRow, email_key=email_key, **values):
            return False
        query = select(InvitationRow.id).where(InvitationRow.token_hash == token_hash)
        invitation.id = session.scalars(query).one()
        return True

    def save(self, invitation: Invitation, token_hash: str) -> None:
        """Save the mutable fields."""
        row = self._session().get_one(InvitationRow, invitation.id)
        row.sent_at, row.accepted_by, row.token_hash = invitation.sent_at, invitation.accepted_by, token_hash
        self._session().flush()

    def delete(self, invitation_id: int) -> bool:
        """Delete an invitation that is not accepted yet."""
        statement = delete(InvitationRow).where(InvitationRow.id == invitation_id, _PENDING)
        return bool(self._session().scalars(statement.returning(InvitationRow.id)).all())

    def delete_before(self, instant: datetime) -> int:
        """Delete invitations that ended more than 30 days before an instant. Return their number."""
        sent_before = instant - INVITATION_LIFETIME - INVITATION_RETENTION
        statement = delete(InvitationRow).where(InvitationRow.sent_at < sent_before)
        return len(self._session().scalars(statement.returning(InvitationRow.id)).all())


def _to_invitation(row: InvitationRow | None) -> Invitation | None:
    if row is None:
        return None
    accepted_by = None if row.accepted_by is None else AccountId(row.accepted_by)
    return Invitation(ChannelId(row.channel_id), row.email, Role(row.role), row.sent_at, accepted_by, row.id)
