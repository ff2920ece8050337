"""Tokens that work once."""

from datetime import datetime
from typing import Protocol


class UsedTokens(Protocol):
    """Remembers what was used, by hash, as long as it could be used again."""

    def consume(self, purpose: str, token_hash: str, until: datetime) -> bool:
        """Whether this is the first use; two at once: one of them."""
        ...

    def delete_before(self, instant: datetime) -> int:
        """Delete what could not be used any more anyway; answers how many."""
        ...
