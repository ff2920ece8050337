"""How often a viewer may do what passes limit (api.md, "Clips": `feature_count`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.billing.application.entitlements.entitlements import Entitlement


@dataclass(frozen=True)
class Allowance:
    """Whether something may be done at all, how often at `limit` (None: without limit), counted from `since`
    (None: from the beginning)."""

    allowed: bool
    limit: int | None = None
    since: datetime | None = None


def get_allowance(held: Sequence[Entitlement], capability: str, feature: str) -> Allowance:
    """What the passes that have a capability allow together: one without a limit lifts it, else their limits
    add up and are counted since the first of them began."""
    matching = [one for one in held if capability in one.capabilities]
    limits = [one.limits[feature] for one in matching if feature in one.limits]
    if len(limits) < len(matching) or not matching:
        return Allowance(allowed=bool(matching))
    starts = [one.since for one in matching if one.since is not None]
    return Allowance(allowed=True, limit=sum(limits), since=min(starts, default=None))
