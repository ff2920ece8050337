"""Repository of invitations to the team."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.operators.invitations import Invitation


class Invitations(Protocol):
    """Repository of the current channel's invitations. There is one for each address."""

    def get(self, invitation_id: int) -> Invitation | None:
        """Return an invitation that is not accepted yet, or None."""
        ...

    def get_for_update(self, token_hash: str) -> Invitation | None:
        """Return the invitation with a token, accepted or not, locked until the transaction ends."""
        ...

    def list_pending(self) -> Sequence[Invitation]:
        """List the invitations that are not accepted yet, newest first."""
        ...

    def add(self, invitation: Invitation, token_hash: str) -> bool:
        """Add an invitation. It replaces an accepted one. Return False if the address has a pending one."""
        ...

    def save(self, invitation: Invitation, token_hash: str) -> None:
        """Save when the invitation was sent and who accepted it."""
        ...

    def delete(self, invitation_id: int) -> bool:
        """Delete an invitation that is not accepted yet. Return False if there is none."""
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete invitations that expired long before an instant. Return their number."""
        ...
