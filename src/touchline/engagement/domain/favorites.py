"""A viewer's favorites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.targets import FavoriteType


@dataclass(frozen=True)
class Favorite:
    """A team, school or sport, by its id in the catalog."""

    id: FavoriteId
    type: FavoriteType
    item_id: int
    created_at: datetime
