"""Who may watch a thing, and the one reason to give (api.md, "Closed questions", Catalogue)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.catalog.domain.passes import PassType


class Holding(StrEnum):
    """What a viewer holds that opens a paid thing."""

    PURCHASED = "purchased"
    SUBSCRIBED = "subscribed"


class AccessReason(StrEnum):
    """Why a thing is open, or why its address is not given."""

    FREE = "free"
    REGISTERED = "registered"
    PURCHASED = "purchased"
    SUBSCRIBED = "subscribed"
    LOGIN_REQUIRED = "login_required"
    PURCHASE_REQUIRED = "purchase_required"
    GEO_BLOCKED = "geo_blocked"
    NOT_STARTED = "not_started"


@dataclass(frozen=True, slots=True)
class Viewer:
    """What the rule needs to know about who asks."""

    logged_in: bool
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """`granted`: the viewer may watch once there is something to watch; `reason` says why (not)."""

    granted: bool
    reason: AccessReason
    started: bool = True

    @property
    def may_play(self) -> bool:
        """Whether a playable address may be given out now."""
        return self.granted and self.started


def access(
    pass_type: PassType, viewer: Viewer, *, holding: Holding | None, blocked: bool, started: bool
) -> Access:
    """Decide. What stands in the way of watching is named before `not_started`."""
    refusal = _refusal(pass_type, viewer, holding, blocked)
    if refusal:
        return Access(granted=False, reason=refusal, started=started)
    if not started:
        return Access(granted=True, reason=AccessReason.NOT_STARTED, started=False)
    return Access(granted=True, reason=_opening(pass_type, holding))


def _refusal(
    pass_type: PassType, viewer: Viewer, holding: Holding | None, blocked: bool
) -> AccessReason | None:
    if blocked:
        return AccessReason.GEO_BLOCKED
    if pass_type is PassType.FREE:
        return None
    if not viewer.logged_in:
        return AccessReason.LOGIN_REQUIRED
    if pass_type.costs_money and holding is None:
        return AccessReason.PURCHASE_REQUIRED
    return None


def _opening(pass_type: PassType, holding: Holding | None) -> AccessReason:
    if pass_type is PassType.FREE:
        return AccessReason.FREE
    if pass_type is PassType.REGISTER or holding is None:
        return AccessReason.REGISTERED
    return AccessReason(holding.value)
