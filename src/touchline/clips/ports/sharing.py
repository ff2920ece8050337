"""Keeping what share links have shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.clips.domain.sharing import SharedRange
from touchline.shared.ids import AccountId, EventId

Maker = tuple[AccountId, EventId]


class SharedRanges(Protocol):
    """What the share links of each maker and game have shown, in the present transaction."""

    def of(self, makers: Collection[Maker]) -> Mapping[Maker, Sequence[SharedRange]]:
        """By maker and game; those that have shown nothing are left out. One query."""
        ...

    def add(self, shown: SharedRange) -> None:
        """Note what a clip's link shows; once for each clip."""
        ...

    def forget(self, account_id: AccountId) -> None:
        """Forget what the links of an account have shown."""
        ...
