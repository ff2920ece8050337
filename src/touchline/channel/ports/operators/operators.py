"""Who of a channel's viewers runs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Operator:
    """An account that runs the channel, and since when."""

    account_id: AccountId
    email: str
    name: str
    added_at: datetime


class Operators(Protocol):
    """The operators of the present channel."""

    def has(self, account_id: AccountId) -> bool:
        """Whether an account is one."""
        ...

    def add(self, account_id: AccountId, now: datetime) -> bool:
        """Make an account one; False where it was one before."""
        ...

    def remove(self, account_id: AccountId) -> bool:
        """Take it from an account; False where it was none."""
        ...

    def list_all(self) -> Sequence[Operator]:
        """All of them, who was added first first."""
        ...
