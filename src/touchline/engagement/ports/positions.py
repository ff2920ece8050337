"""Keeping where watching stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.engagement.domain.positions import Position, WatchKind
from touchline.shared.ids import AccountId


class Positions(Protocol):
    """The positions of the channel's viewers, in the present transaction."""

    def list_for_account(
        self, account_id: AccountId, kind: WatchKind | None = None, item_id: int | None = None
    ) -> Sequence[Position]:
        """A viewer's positions, the last watched first: one query."""
        ...

    def save(self, account_id: AccountId, position: Position) -> None:
        """Keep it in the place of an earlier one."""
        ...

    def remove(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        """Forget it, if there is one."""
        ...
