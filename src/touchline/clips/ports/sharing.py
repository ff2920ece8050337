"""Port to the ranges that share links have shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.clips.domain.sharing import SharedRange
from touchline.shared.ids import AccountId, EventId

SharedRangeKey = tuple[AccountId, EventId]


class SharedRanges(Protocol):
    """Ranges that each creator's share links have shown of each event, in the current transaction."""

    def list_by_key(self, keys: Collection[SharedRangeKey]) -> Mapping[SharedRangeKey, Sequence[SharedRange]]:
        """Return the shared ranges by creator and event. Keys without ranges are left out. One query."""
        ...

    def add(self, shared_range: SharedRange) -> None:
        """Record the range that a clip's link shows, once for each clip."""
        ...

    def delete_for_account(self, account_id: AccountId) -> None:
        """Delete the ranges that an account's share links have shown."""
        ...
