"""Allowances for features that passes limit (api.md, "Clips": `feature_count`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.billing.application.entitlements.entitlements import Entitlement


@dataclass(frozen=True)
class Allowance:
    """Permission to use a feature: at most `limit` times (None: unlimited), counted from `since` (None: the
    start).
    """

    is_allowed: bool
    limit: int | None = None
    since: datetime | None = None


def get_allowance(entitlements: Sequence[Entitlement], capability: str, feature: str) -> Allowance:
    """Return the combined allowance of the passes that have a capability.

    If one of the passes is unlimited, the allowance is too. Otherwise the limits add up, and uses count from
    the earliest start.
    """
    matching = [entitlement for entitlement in entitlements if capability in entitlement.capabilities]
    limits = [entitlement.limits[feature] for entitlement in matching if feature in entitlement.limits]
    if len(limits) < len(matching) or not matching:
        return Allowance(is_allowed=bool(matching))
    starts = [entitlement.since for entitlement in matching if entitlement.since is not None]
    return Allowance(is_allowed=True, limit=sum(limits), since=min(starts, default=None))
