"""Invitations to the team of a channel. An invitation is bound to an email address and a role."""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.channel.domain.operators.roles import Role
from touchline.shared.ids import AccountId, ChannelId

INVITATION_LIFETIME = timedelta(days=7)
INVITATION_RETENTION = timedelta(days=30)
"""Time after its end in which an invitation is listed and can be sent again."""
INVITATION_PATH = "/studio/invitation"


@dataclass
class Invitation:
    """An invitation. `id` is 0 before it is saved, `accepted_by` is None until it is accepted."""

    channel_id: ChannelId
    email: str
    role: Role
    sent_at: datetime
    accepted_by: AccountId | None = None
    id: int = 0

    @property
    def expires_at(self) -> datetime:
        """Return when the link in the email stops working."""
        return self.sent_at + INVITATION_LIFETIME

    def is_expired(self, now: datetime) -> bool:
        """Return whether the link no longer works."""
        return now >= self.expires_at

    def is_for(self, email: str) -> bool:
        """Return whether the invitation was sent to this address, regardless of case."""
        return self.email.lower() == email.lower()


class InvitationTokens:
    """Tokens of the links in invitations. They are derived when an email is written, and stored as hashes."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def build(self, invitation: Invitation) -> str:
        """Return the token. Sending the invitation again changes it."""
        parts = (invitation.channel_id, invitation.email.lower(), invitation.sent_at.isoformat())
        text = "|".join(map(str, ("invitation", *parts)))
        return hmac.new(self._secret, text.encode(), hashlib.sha256).hexdigest()

    def build_hash(self, invitation: Invitation) -> str:
        """Return the hash of the token."""
        return hash_token(self.build(invitation))


def hash_token(token: str) -> str:
    """Return the hash of a token. Tokens are long and random, so a plain SHA-256 is enough."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()
