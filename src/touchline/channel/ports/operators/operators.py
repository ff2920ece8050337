"""Repository of a channel's operators."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Operator:
    """An account that operates the channel, and since when."""

    account_id: AccountId
    email: str
    name: str
    added_at: datetime


class Operators(Protocol):
    """Repository of the current channel's operators."""

    def has(self, account_id: AccountId) -> bool:
        """Return whether the account is an operator."""
        ...

    def add(self, account_id: AccountId, now: datetime) -> bool:
        """Make the account an operator. Return False if it already was one."""
        ...

    def remove(self, account_id: AccountId) -> bool:
        """Remove the operator role from the account. Return False if it had none."""
        ...

    def list_all(self) -> Sequence[Operator]:
        """List all operators, oldest first."""
        ...
