"""The viewers of the current channel, for operators who search orders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.billing.ports.current_channel import ViewerProfile
from touchline.shared.ids import AccountId


class Viewers(Protocol):
    """The viewers of the current channel."""

    def find_account_id(self, email: str) -> AccountId | None:
        """Return the account with an email address; None if there is none."""
        ...

    def find_account_ids(self, search: str, limit: int) -> Sequence[AccountId]:
        """Return at most `limit` accounts whose name or email address contains all words of `search`."""
        ...

    def list_profiles(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, ViewerProfile]:
        """Return the profiles of open accounts. One query."""
        ...
