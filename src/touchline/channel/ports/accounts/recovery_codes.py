"""Repository of recovery codes, which replace a lost authenticator app."""

from collections.abc import Sequence
from typing import Protocol

from touchline.shared.ids import AccountId


class RecoveryCodes(Protocol):
    """Repository of recovery code hashes. Each code works once."""

    def replace(self, account_id: AccountId, code_hashes: Sequence[str]) -> None:
        """Replace all codes of the account with these."""
        ...

    def consume(self, account_id: AccountId, code_hash: str) -> bool:
        """Delete a code and return whether it existed."""
        ...

    def count(self, account_id: AccountId) -> int:
        """Return the number of codes left."""
        ...
