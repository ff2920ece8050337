"""Port to stored favorites."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.targets import FavoriteType
from touchline.shared.ids import AccountId


class Favorites(Protocol):
    """Favorites of the channel's viewers, in the current transaction."""

    def list_for_account(self, account_id: AccountId) -> Sequence[Favorite]:
        """List a viewer's favorites, newest first. One query."""
        ...

    def add(
        self, account_id: AccountId, kind: FavoriteType, item_id: int, at: datetime
    ) -> tuple[Favorite, bool]:
        """Add a favorite unless it exists. Return it and whether it is new. Safe for concurrent requests."""
        ...

    def remove(self, account_id: AccountId, favorite_id: FavoriteId) -> bool:
        """Delete a favorite. Return False if the viewer has none with this id."""
        ...
