"""Rules for refusing a sale, and the reasons.

Purchase options, quotes, purchases and free trials use this module. `coverage` decides what a purchase
grants access to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from touchline.billing.domain.checkout.orders import Grant
from touchline.billing.domain.coverage import (
    Availability,
    CoveredEvent,
    EventScope,
    PassType,
    grants_access,
    grants_library_access,
    is_in_scope,
)
from touchline.billing.domain.offers.offers import Capability
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.geo import NOT_IN_REGION


class SaleRefusal(StrEnum):
    """Reason for refusing a sale. The value is the API's error code."""

    FREE = "errors.free"
    FREE_WITH_ACCOUNT = "errors.free_with_account"
    NO_RECORDING = "errors.no_recording"
    CANCELED = "errors.event_canceled"
    POSTPONED = "errors.event_postponed"
    OFFER_ENDED = "errors.offer_ended"
    TEAM_NOT_COVERED = "errors.team_not_covered"
    OPENS_NOTHING = "errors.opens_nothing"
    NOT_INCLUDED = "errors.not_included"
    GEO_BLOCKED = "errors.geo_blocked"
    ALREADY_COVERED = "errors.already_covered"


REFUSAL_MESSAGES = {
    SaleRefusal.FREE: ErrorMessage("errors.free", "This is free. You do not need to buy it."),
    SaleRefusal.FREE_WITH_ACCOUNT: ErrorMessage(
        "errors.free_with_account", "This is free with an account. You do not need to buy it."
    ),
    SaleRefusal.NO_RECORDING: ErrorMessage(
        "errors.no_recording", "This event has ended and has no recording to buy."
    ),
    SaleRefusal.CANCELED: ErrorMessage(
        "errors.event_canceled", "This event was canceled and is no longer on sale."
    ),
    SaleRefusal.POSTPONED: ErrorMessage(
        "errors.event_postponed", "This event was postponed. You can buy it when it has a new date."
    ),
    SaleRefusal.OFFER_ENDED: ErrorMessage(
        "errors.offer_ended", "This offer has ended. Please choose another one."
    ),
    SaleRefusal.TEAM_NOT_COVERED: ErrorMessage(
        "errors.team_not_covered", "This pass does not cover that team. Please choose another team."
    ),
    SaleRefusal.OPENS_NOTHING: ErrorMessage(
        "errors.opens_nothing", "This pass doesn’t include anything right now. Choose another one."
    ),
    SaleRefusal.NOT_INCLUDED: ErrorMessage(
        "errors.not_included", "This offer doesn’t include what is left to watch. Choose another one."
    ),
    SaleRefusal.GEO_BLOCKED: NOT_IN_REGION,
    SaleRefusal.ALREADY_COVERED: ErrorMessage(
        "errors.already_covered", "You already have a pass that includes this."
    ),
}

_UNAVAILABLE_REFUSALS = {
    Availability.NONE: SaleRefusal.NO_RECORDING,
    Availability.CANCELED: SaleRefusal.CANCELED,
    Availability.POSTPONED: SaleRefusal.POSTPONED,
}
_EXTRA_CAPABILITIES = frozenset(Capability) - {Capability.WATCH, Capability.VOD_MEDIA}
_FREE_REFUSALS = {PassType.FREE: SaleRefusal.FREE, PassType.REGISTER: SaleRefusal.FREE_WITH_ACCOUNT}


@dataclass(frozen=True, kw_only=True)
class ContentSupply:
    """Content that a purchase could grant access to: the event itself, or all events that a pass may cover,
    whatever they cost, and the library.

    `has_paid_library_items`: the library has items that need a pass. `is_library_empty`: the library has no
    items. `is_blocked`: the channel is not available in the buyer's region. `team_category_ids`: the
    categories in which the team of a team pass plays.
    """

    events: Sequence[CoveredEvent] = ()
    has_paid_library_items: bool = False
    is_library_empty: bool = True
    is_blocked: bool = False
    team_category_ids: tuple[int, ...] = ()


def is_sellable(event: CoveredEvent) -> bool:
    """Return whether the event has, or will have, anything to watch."""
    return event.availability not in _UNAVAILABLE_REFUSALS


def includes_remainder(grant: Grant, event: CoveredEvent) -> bool:
    """Return whether a purchase includes something of the event that can still be watched."""
    availability = grant.availability
    return (availability.live and event.has_live) or (availability.replay and event.has_replay)


def is_worth_buying(grant: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether a purchase made now lets the buyer watch an event that needs a purchase."""
    return (
        event.pass_type not in _FREE_REFUSALS
        and grants_access(grant, event)
        and not event.is_blocked
        and is_sellable(event)
        and includes_remainder(grant, event)
        and _is_watchable_within_term(grant, event, now)
    )


def _adds_to_free_event(grant: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether a pass adds something, such as clips, to an event that is free to watch."""
    return (
        event.pass_type in _FREE_REFUSALS
        and not _EXTRA_CAPABILITIES.isdisjoint(grant.capabilities)
        and is_in_scope(grant, event)
        and not event.is_blocked
        and is_sellable(event)
        and _is_watchable_within_term(grant, event, now)
    )


def get_sale_refusal(grant: Grant, supply: ContentSupply, now: datetime) -> SaleRefusal | None:
    """Return why a purchase is refused; None if it may be sold.

    `coverage` decides whether the buyer already holds it.
    """
    if supply.is_blocked:
        return SaleRefusal.GEO_BLOCKED
    if grant.event_id is not None:
        return _get_event_refusal(grant, supply.events, now)
    if grant.term.is_expired(now):
        return SaleRefusal.OFFER_ENDED
    if grant.participant_id is not None and not _covers_team(grant, supply.team_category_ids):
        return SaleRefusal.TEAM_NOT_COVERED
    return _get_pass_refusal(grant, supply, now)


def get_free_reason(event: EventScope) -> SaleRefusal | None:
    """Return why an event needs no purchase; None if it costs money."""
    return _FREE_REFUSALS.get(event.pass_type)


def _get_event_refusal(grant: Grant, events: Iterable[CoveredEvent], now: datetime) -> SaleRefusal | None:
    event = next(candidate for candidate in events if candidate.id == grant.event_id)
    if event.is_blocked:
        return SaleRefusal.GEO_BLOCKED
    reason = get_free_reason(event) or _UNAVAILABLE_REFUSALS.get(event.availability)
    if reason is None and not includes_remainder(grant, event):
        return SaleRefusal.NOT_INCLUDED
    if reason is None and not _is_watchable_within_term(grant, event, now):
        return SaleRefusal.OFFER_ENDED
    return reason


def _get_pass_refusal(grant: Grant, supply: ContentSupply, now: datetime) -> SaleRefusal | None:
    """Return why a pass is refused; None if it may be sold.

    A pass may be sold before its schedule is published. After that, it must grant access to part of the
    schedule. A pass without events or library items (no ads, downloads) is sold for its other capabilities
    alone.
    """
    if not _is_published(grant, supply) or (supply.has_paid_library_items and grants_library_access(grant)):
        return None
    if any(
        is_worth_buying(grant, event, now) or _adds_to_free_event(grant, event, now)
        for event in supply.events
    ):
        return None
    blocked = any(event.is_blocked and grants_access(grant, event) for event in supply.events)
    return SaleRefusal.GEO_BLOCKED if blocked else SaleRefusal.OPENS_NOTHING


def _is_published(grant: Grant, supply: ContentSupply) -> bool:
    """Return whether the channel has published anything that the pass is for."""
    if grants_library_access(grant) and not supply.is_library_empty:
        return True
    return Capability.WATCH in grant.capabilities and any(
        is_in_scope(grant, event) for event in supply.events
    )


def _covers_team(grant: Grant, team_category_ids: Collection[int]) -> bool:
    return not grant.category_ids or bool(set(grant.category_ids).intersection(team_category_ids))


def _is_watchable_within_term(grant: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether the event can be watched before the purchase ends."""
    end = grant.term.get_end(now)
    if end is None:
        return True
    return end > now and (event.availability is Availability.RECORDED or event.starts_at < end)
