"""What a viewer's passes allow of what is counted (product.md §6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from touchline.shared.ids import AccountId

Feature = Literal["clips", "downloads"]


@dataclass(frozen=True, slots=True)
class Allowance:
    """Whether the viewer has the capability at all, how often the feature may be used (None: as often as they
    like), and since when that is counted (None: ever)."""

    is_allowed: bool
    limit: int | None = None
    since: datetime | None = None


class Allowances(Protocol):
    """Asks those who sell it."""

    def get(self, account_id: AccountId, capability: str, feature: Feature) -> Allowance:
        """The allowance of a viewer now."""
        ...
