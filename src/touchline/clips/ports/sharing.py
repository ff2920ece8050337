"""Keeping what share links have shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.clips.domain.sharing import SharedRange
from touchline.shared.ids import AccountId, EventId

SharedRangeKey = tuple[AccountId, EventId]


class SharedRanges(Protocol):
    """What the share links of each maker and game have shown, in the present transaction."""

    def list_by_key(self, keys: Collection[SharedRangeKey]) -> Mapping[SharedRangeKey, Sequence[SharedRange]]:
        """By maker and game; those that have shown nothing are left out. One query."""
        ...

    def add(self, shared_range: SharedRange) -> None:
        """Note what a clip's link shows; once for each clip."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Forget what the links of an account have shown."""
        ...
