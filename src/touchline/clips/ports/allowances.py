"""Port to the limits of a viewer's passes (product.md §6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from touchline.shared.ids import AccountId

Feature = Literal["clips", "downloads"]


@dataclass(frozen=True, slots=True)
class Allowance:
    """A viewer's allowance for a feature.

    `is_allowed`: the viewer has the capability. `limit` is the number of uses (None: unlimited). `since` is
    when the count starts (None: from the beginning).
    """

    is_allowed: bool
    limit: int | None = None
    since: datetime | None = None


class Allowances(Protocol):
    """Viewers' allowances, as their passes define them."""

    def get(self, account_id: AccountId, capability: str, feature: Feature) -> Allowance:
        """Return a viewer's current allowance."""
        ...
