"""Tokens that work once."""

from datetime import datetime
from typing import Protocol


class SpentTokens(Protocol):
    """Remembers what was used, by hash, as long as it could be used again."""

    def spend(self, purpose: str, token_hash: str, until: datetime) -> bool:
        """Whether this is the first use; two at once: one of them."""
        ...

    def forget_before(self, instant: datetime) -> int:
        """Delete what could not be used any more anyway; answers how many."""
        ...
