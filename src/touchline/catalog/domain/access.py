"""Access rules: who may watch an event or library item, and the single reason to report.

See api.md, "Closed questions", Catalog.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from touchline.catalog.domain.passes import PassType


class EntitlementKind(StrEnum):
    """The kind of entitlement with which a viewer has access to paid content."""

    PURCHASED = "purchased"
    SUBSCRIBED = "subscribed"


class AccessReason(StrEnum):
    """The reason why content is open, or why its playback URL is withheld."""

    FREE = "free"
    REGISTERED = "registered"
    PURCHASED = "purchased"
    SUBSCRIBED = "subscribed"
    LOGIN_REQUIRED = "login_required"
    PURCHASE_REQUIRED = "purchase_required"
    GEO_BLOCKED = "geo_blocked"
    NOT_STARTED = "not_started"
    NO_REPLAY = "no_replay"


@dataclass(frozen=True, slots=True)
class Viewer:
    """The properties of a viewer that the access rules need."""

    is_logged_in: bool
    country: str | None = None


@dataclass(frozen=True, slots=True)
class Access:
    """The result of an access check.

    `is_granted` means that the viewer may watch as soon as there is something to watch. `reason` says why the
    viewer may or may not watch. `is_open`: the content has started, and its replay has not ended.
    """

    is_granted: bool
    reason: AccessReason
    is_open: bool = True

    @property
    def can_play(self) -> bool:
        """Whether a playback URL may be given out now."""
        return self.is_granted and self.is_open


def check_access(
    pass_type: PassType,
    viewer: Viewer,
    *,
    entitlement_kind: EntitlementKind | None,
    is_blocked: bool,
    closed_reason: AccessReason | None = None,
) -> Access:
    """Return whether a viewer may watch, and the reason.

    `closed_reason` is why nobody may watch now, such as `not_started`. Any reason that blocks access takes
    precedence over it.
    """
    refusal = _find_refusal(pass_type, viewer, entitlement_kind, is_blocked)
    if refusal:
        return Access(is_granted=False, reason=refusal, is_open=closed_reason is None)
    if closed_reason:
        return Access(is_granted=True, reason=closed_reason, is_open=False)
    return Access(is_granted=True, reason=_grant_reason(pass_type, entitlement_kind))


def _find_refusal(
    pass_type: PassType, viewer: Viewer, entitlement_kind: EntitlementKind | None, is_blocked: bool
) -> AccessReason | None:
    if is_blocked:
        return AccessReason.GEO_BLOCKED
    if pass_type is PassType.FREE:
        return None
    if not viewer.is_logged_in:
        return AccessReason.LOGIN_REQUIRED
    if pass_type.costs_money and entitlement_kind is None:
        return AccessReason.PURCHASE_REQUIRED
    return None


def _grant_reason(pass_type: PassType, entitlement_kind: EntitlementKind | None) -> AccessReason:
    if pass_type is PassType.FREE:
        return AccessReason.FREE
    if pass_type is PassType.REGISTER or entitlement_kind is None:
        return AccessReason.REGISTERED
    return AccessReason(entitlement_kind.value)
