"""Keeping favourites."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.targets import FavoriteType
from touchline.shared.ids import AccountId


class Favorites(Protocol):
    """The favourites of the channel's viewers, in the present transaction."""

    def list_for_account(self, account_id: AccountId) -> Sequence[Favorite]:
        """A viewer's favourites, the newest first: one query."""
        ...

    def add(
        self, account_id: AccountId, kind: FavoriteType, item_id: int, at: datetime
    ) -> tuple[Favorite, bool]:
        """The favourite, and whether it is new: there is one for each thing, whoever comes first."""
        ...

    def remove(self, account_id: AccountId, favorite_id: FavoriteId) -> bool:
        """Delete it; False where the viewer has none of that id."""
        ...
