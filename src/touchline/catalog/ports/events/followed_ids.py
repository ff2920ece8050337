"""Port for the items that viewers follow, for the catalog's lists."""

from __future__ import annotations

from typing import Protocol

from touchline.catalog.domain.filters import FollowedIds
from touchline.shared.ids import AccountId


class GetFollowedIds(Protocol):
    """Lookup of the favorites of a viewer."""

    def __call__(self, account_id: AccountId) -> FollowedIds:
        """Return the ids of the favorites, grouped by kind. One query."""
        ...
