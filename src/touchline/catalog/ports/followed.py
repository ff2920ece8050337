"""What viewers follow, as far as the catalogue's lists must know it."""

from __future__ import annotations

from typing import Protocol

from touchline.catalog.domain.filters import Following
from touchline.shared.ids import AccountId


class Followed(Protocol):
    """Says what a viewer marked as favourites."""

    def __call__(self, account_id: AccountId) -> Following:
        """The ids of the favourites by their kinds: one query."""
        ...
