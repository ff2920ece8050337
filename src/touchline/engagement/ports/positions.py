"""Port to stored playback positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.engagement.domain.positions import Position, WatchKind
from touchline.shared.ids import AccountId


class Positions(Protocol):
    """Playback positions of the channel's viewers, in the current transaction."""

    def list_for_account(
        self, account_id: AccountId, kind: WatchKind | None = None, item_id: int | None = None
    ) -> Sequence[Position]:
        """List a viewer's positions, last watched first. One query."""
        ...

    def save(self, account_id: AccountId, position: Position) -> None:
        """Save a position; it replaces an earlier one of the same item."""
        ...

    def remove(self, account_id: AccountId, kind: WatchKind, item_id: int) -> None:
        """Delete a position, if there is one."""
        ...

    def move(self, kind: WatchKind, item_id: int, seconds: int, old_duration: int, new_duration: int) -> None:
        """Move the positions of all viewers in a video `seconds` earlier, because its start changed.

        Only positions of the old duration are moved, so that a second call changes nothing. Those outside
        the new range are deleted.
        """
        ...
