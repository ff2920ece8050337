"""Repository of used single-use tokens."""

from datetime import datetime
from typing import Protocol


class UsedTokens(Protocol):
    """Repository of used token hashes, stored until the token expires."""

    def consume(self, purpose: str, token_hash: str, until: datetime) -> bool:
        """Mark the token as used and return whether this is its first use.

        If two calls run at once, only one returns True.
        """
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete tokens that expired before `instant` and return their number."""
        ...
