"""What viewers follow, as far as the catalogue's lists must know it."""

from __future__ import annotations

from typing import Protocol

from touchline.catalog.domain.filters import FollowedIds
from touchline.shared.ids import AccountId


class GetFollowedIds(Protocol):
    """Says what a viewer marked as favourites."""

    def __call__(self, account_id: AccountId) -> FollowedIds:
        """The ids of the favourites by their kinds: one query."""
        ...
