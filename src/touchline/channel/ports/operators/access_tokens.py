"""Repository of the access tokens of operators."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.operators.access_tokens import AccessToken
from touchline.shared.ids import AccountId


class AccessTokens(Protocol):
    """Repository of the current channel's tokens. Only `find_by_hash` looks in every channel."""

    def find_by_hash(self, token_hash: str) -> AccessToken | None:
        """Return a token in a session without a channel, or None.

        A token of a suspended or closed account is not returned.
        """
        ...

    def get(self, token_id: int) -> AccessToken | None:
        """Return a token, or None."""
        ...

    def list(self, account_id: AccountId | None = None) -> Sequence[AccessToken]:
        """List the tokens of an operator, or of all operators, newest first. Revoked ones are left out."""
        ...

    def add(self, token: AccessToken, token_hash: str) -> AccessToken:
        """Add a token and return it with its id."""
        ...

    def revoke(self, token_id: int, now: datetime) -> bool:
        """Revoke a token. Return False if it is revoked already."""
        ...


class RecordTokenUse(Protocol):
    """Port that records when a token was last used, in its own transaction after the request's."""

    def __call__(self, token_id: int, instant: datetime) -> None:
        """Record the use after the current transaction commits."""
        ...
