"""Codes that stand in for an authenticator app that was lost."""

from collections.abc import Sequence
from typing import Protocol

from touchline.shared.ids import AccountId


class RecoveryCodes(Protocol):
    """Hashes of recovery codes, each good once."""

    def replace(self, account_id: AccountId, code_hashes: Sequence[str]) -> None:
        """Keep these in the place of all older ones."""
        ...

    def consume(self, account_id: AccountId, code_hash: str) -> bool:
        """Whether the code was there; it is gone now."""
        ...

    def count(self, account_id: AccountId) -> int:
        """How many are left."""
        ...
