"""Port to the favorites and reminders of an item, of all viewers."""

from __future__ import annotations

from typing import Protocol

from touchline.engagement.domain.targets import FavoriteType


class FollowedItems(Protocol):
    """Teams, schools and sports that the channel's viewers follow, in the current transaction."""

    def count(self, kind: FavoriteType, item_id: int) -> tuple[int, int]:
        """Return how many favorites and how many reminders name an item. Two queries."""
        ...

    def merge(self, kind: FavoriteType, removed: int, kept: int) -> None:
        """Let the favorites and reminders of an item name another one. Each viewer has one of each then."""
        ...
