"""How often a viewer may do what passes limit (api.md, "Clips": `feature_count`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.billing.application.entitlements import Entitlement


@dataclass(frozen=True)
class Allowance:
    """Whether something may be done at all, how often at `most` (None: without limit), counted from `since`
    (None: from the beginning)."""

    allowed: bool
    most: int | None = None
    since: datetime | None = None


def allowance_of(held: Sequence[Entitlement], capability: str, feature: str) -> Allowance:
    """What the passes that have a capability allow together: one without a limit lifts it, else their limits
    add up and are counted since the first of them began."""
    giving = [one for one in held if capability in one.capabilities]
    limits = [one.limits[feature] for one in giving if feature in one.limits]
    if len(limits) < len(giving) or not giving:
        return Allowance(allowed=bool(giving))
    begun = [one.since for one in giving if one.since is not None]
    return Allowance(allowed=True, most=sum(limits), since=min(begun, default=None))
