"""Access rules: who may watch an event or library item, and the single reason to report.

See api.md, "Closed questions", Catalog.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
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
    REPLAY_LATER = "replay_later"
    NOT_INCLUDED = "not_included"
    BLACKOUT = "blackout"


class Inclusion(StrEnum):
    """Whether a viewer's purchases include what an event shows now. `later`: they include its replay."""

    NOW = "now"
    LATER = "later"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Entitlement:
    """A viewer's purchases of an event: their kind, and whether they open it now or `opens_at` a time.

    `streams` is how many of the viewer's devices may watch at once. `audio_only`: the purchases include the
    audio, and no video.
    """

    kind: EntitlementKind
    inclusion: Inclusion = Inclusion.NOW
    opens_at: datetime | None = None
    streams: int | None = None
    audio_only: bool = False


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
    `available_at` is when the viewer can watch, for the reasons `replay_later` and `blackout`. `streams` is
    how many devices may watch at once with the viewer's purchases, None for no limit. `audio_only`: the
    viewer may listen to the audio, and gets no video.
    """

    is_granted: bool
    reason: AccessReason
    is_open: bool = True
    available_at: datetime | None = None
    streams: int | None = None
    audio_only: bool = False

    @property
    def can_play(self) -> bool:
        """Whether a playback URL may be given out now."""
        return self.is_granted and self.is_open

    @property
    def can_watch(self) -> bool:
        """Whether the viewer may have the video now, for clips and downloads as well."""
        return self.can_play and not self.audio_only


def check_access(
    pass_type: PassType,
    viewer: Viewer,
    *,
    entitlement: Entitlement | None,
    is_blocked: bool,
    blackout_end: datetime | None = None,
    closed_reason: AccessReason | None = None,
    opens_at: datetime | None = None,
    has_video: bool = True,
) -> Access:
    """Return whether a viewer may watch, and the reason.

    `closed_reason` is why nobody may watch now, such as `not_started`, and `opens_at` when that ends. Any
    reason that blocks access takes precedence over it. `blackout_end` is set during a blackout that ends.
    Without `has_video`, everybody gets only the audio.
    """
    is_audio_pass = entitlement is not None and entitlement.audio_only and pass_type.costs_money
    audio_only = not has_video or is_audio_pass
    refusal = _find_refusal(pass_type, viewer, entitlement, is_blocked, blackout_end)
    if refusal:
        available_at = blackout_end if refusal is AccessReason.BLACKOUT else None
        if refusal is AccessReason.REPLAY_LATER and entitlement:
            available_at = entitlement.opens_at
        return Access(
            is_granted=False,
            reason=refusal,
            is_open=closed_reason is None,
            available_at=available_at,
            audio_only=audio_only,
        )
    if closed_reason:
        return Access(
            is_granted=True, reason=closed_reason, is_open=False, available_at=opens_at, audio_only=audio_only
        )
    streams = entitlement.streams if entitlement and pass_type.costs_money else None
    reason = _grant_reason(pass_type, entitlement)
    return Access(is_granted=True, reason=reason, streams=streams, audio_only=audio_only)


def _find_refusal(
    pass_type: PassType,
    viewer: Viewer,
    entitlement: Entitlement | None,
    is_blocked: bool,
    blackout_end: datetime | None,
) -> AccessReason | None:
    if is_blocked:
        return AccessReason.GEO_BLOCKED
    if blackout_end:
        return AccessReason.BLACKOUT
    if pass_type is PassType.FREE:
        return None
    if not viewer.is_logged_in:
        return AccessReason.LOGIN_REQUIRED
    if not pass_type.costs_money:
        return None
    return _EXCLUDED_REASONS.get(entitlement.inclusion) if entitlement else AccessReason.PURCHASE_REQUIRED


_EXCLUDED_REASONS = {
    Inclusion.LATER: AccessReason.REPLAY_LATER,
    Inclusion.NEVER: AccessReason.NOT_INCLUDED,
}


def _grant_reason(pass_type: PassType, entitlement: Entitlement | None) -> AccessReason:
    if pass_type is PassType.FREE:
        return AccessReason.FREE
    if pass_type is PassType.REGISTER or entitlement is None:
        return AccessReason.REGISTERED
    return AccessReason(entitlement.kind.value)
