"""Which purchase opens which event, and whether something may be sold (house.md, "One rule has one home").

Access, the offers on a page, the price with a promo code, a purchase and a free trial all ask this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.checkout.orders import Grant
from touchline.billing.domain.offers.offers import Capability
from touchline.shared.geo import NOT_IN_REGION


class PassType(StrEnum):
    """What a viewer needs to watch an event (product.md, section 3)."""

    FREE = "free"
    REGISTER = "register"
    PAID = "paid"
    PPV = "ppv"


class Availability(StrEnum):
    """Whether there is anything to watch of an event: `expected` will be shown or is on now, `recorded` can
    be watched back, `none` is over and has no recording, `canceled` and `postponed` do not take place. A new
    state that cannot be sold gets its `SaleRefusal` in `_UNAVAILABLE_REFUSALS`."""

    EXPECTED = "expected"
    RECORDED = "recorded"
    NONE = "none"
    CANCELED = "canceled"
    POSTPONED = "postponed"


class SaleRefusal(StrEnum):
    """Why something is not sold. The value is the error code of the API."""

    FREE = "errors.free"
    FREE_WITH_ACCOUNT = "errors.free_with_account"
    NO_RECORDING = "errors.no_recording"
    CANCELED = "errors.event_canceled"
    POSTPONED = "errors.event_postponed"
    OFFER_ENDED = "errors.offer_ended"
    TEAM_NOT_COVERED = "errors.team_not_covered"
    OPENS_NOTHING = "errors.opens_nothing"
    GEO_BLOCKED = "errors.geo_blocked"
    ALREADY_COVERED = "errors.already_covered"


REFUSAL_MESSAGES = {
    SaleRefusal.FREE: "This is free. You do not need to buy it.",
    SaleRefusal.FREE_WITH_ACCOUNT: "This is free with an account. You do not need to buy it.",
    SaleRefusal.NO_RECORDING: "This event is over and has no recording. There is nothing to buy.",
    SaleRefusal.CANCELED: "This event was canceled. It cannot be bought.",
    SaleRefusal.POSTPONED: "This event was postponed. You can buy it once its new date is known.",
    SaleRefusal.OFFER_ENDED: "This offer has ended. Please choose another one.",
    SaleRefusal.TEAM_NOT_COVERED: "This pass does not cover that team. Please choose another team.",
    SaleRefusal.OPENS_NOTHING: "This pass does not open anything at the moment. Please choose another one.",
    SaleRefusal.GEO_BLOCKED: NOT_IN_REGION,
    SaleRefusal.ALREADY_COVERED: "You already have a pass that opens this.",
}

_UNAVAILABLE_REFUSALS = {
    Availability.NONE: SaleRefusal.NO_RECORDING,
    Availability.CANCELED: SaleRefusal.CANCELED,
    Availability.POSTPONED: SaleRefusal.POSTPONED,
}
_EXTRA_CAPABILITIES = frozenset(Capability) - {Capability.WATCH, Capability.VOD_MEDIA}
_FREE_REFUSALS = {PassType.FREE: SaleRefusal.FREE, PassType.REGISTER: SaleRefusal.FREE_WITH_ACCOUNT}


@dataclass(frozen=True, kw_only=True)
class EventScope:
    """An event as purchases speak of it: they cover the event itself, categories, or participants."""

    id: int
    pass_type: PassType
    category_id: int | None
    participant_ids: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class CoveredEvent(EventScope):
    """An event as far as its sale depends on it. `blocked`: not available in the buyer's region."""

    starts_at: datetime
    availability: Availability = Availability.EXPECTED
    blocked: bool = False


@dataclass(frozen=True, kw_only=True)
class ContentSupply:
    """What the channel has for a purchase to open: the event itself, or all events that a pass may cover,
    whatever they cost, and the library.

    `has_paid_library_items`: the library has films that need a pass. `library_is_empty`: it has none at all.
    `blocked`: the channel is not available in the buyer's region. `team_category_ids`: the categories in
    which the team of a team pass plays.
    """

    events: Sequence[CoveredEvent] = ()
    has_paid_library_items: bool = False
    library_is_empty: bool = True
    blocked: bool = False
    team_category_ids: tuple[int, ...] = ()


class AccessScope(Protocol):
    """What is held or about to be bought: one event (`event_id`), or the categories (none: all) and the team
    that it is limited to."""

    @property
    def capabilities(self) -> Collection[str]: ...
    @property
    def event_id(self) -> int | None: ...
    @property
    def category_ids(self) -> tuple[int, ...]: ...
    @property
    def participant_id(self) -> int | None: ...


def grants_access(held: AccessScope, event: EventScope) -> bool:
    """Return whether a purchase opens an event that costs money. The event's own purchase always does; a pass
    opens what it covers, but never pay-per-view."""
    if held.event_id is not None:
        return held.event_id == event.id
    if event.pass_type is PassType.PPV or Capability.WATCH not in held.capabilities:
        return False
    return is_in_scope(held, event)


def grants_library_access(held: AccessScope) -> bool:
    """Return whether a purchase opens the films of the library."""
    return Capability.VOD_MEDIA in held.capabilities


def is_in_scope(held: AccessScope, event: EventScope) -> bool:
    """Return whether an event is in the categories of a pass and, for a team pass, one of its team's."""
    is_category_covered = not held.category_ids or event.category_id in held.category_ids
    return is_category_covered and held.participant_id in (None, *event.participant_ids)


def is_worth_buying(grant: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether a purchase made now lets the buyer watch an event that is closed without it."""
    return (
        event.pass_type not in _FREE_REFUSALS
        and grants_access(grant, event)
        and not event.blocked
        and event.availability not in _UNAVAILABLE_REFUSALS
        and _is_watchable_within_term(grant, event, now)
    )


def _adds_to_free_event(grant: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether a pass gives more than watching, such as clips, of an event that is free to watch."""
    return (
        event.pass_type in _FREE_REFUSALS
        and not _EXTRA_CAPABILITIES.isdisjoint(grant.capabilities)
        and is_in_scope(grant, event)
        and not event.blocked
        and event.availability not in _UNAVAILABLE_REFUSALS
        and _is_watchable_within_term(grant, event, now)
    )


def get_sale_refusal(grant: Grant, supply: ContentSupply, now: datetime) -> SaleRefusal | None:
    """Return why a purchase is refused; None where it may be sold. Whether the buyer holds it already is
    decided by `coverage_held`."""
    if supply.blocked:
        return SaleRefusal.GEO_BLOCKED
    if grant.event_id is not None:
        return _get_event_refusal(grant, supply.events, now)
    if grant.term.is_expired(now):
        return SaleRefusal.OFFER_ENDED
    if grant.participant_id is not None and not _covers_team(grant, supply.team_category_ids):
        return SaleRefusal.TEAM_NOT_COVERED
    return _get_pass_refusal(grant, supply, now)


def get_free_reason(event: EventScope) -> SaleRefusal | None:
    """Return why an event needs no purchase; None where it costs money."""
    return _FREE_REFUSALS.get(event.pass_type)


def _get_event_refusal(grant: Grant, events: Iterable[CoveredEvent], now: datetime) -> SaleRefusal | None:
    event = next(one for one in events if one.id == grant.event_id)
    if event.blocked:
        return SaleRefusal.GEO_BLOCKED
    reason = get_free_reason(event) or _UNAVAILABLE_REFUSALS.get(event.availability)
    if reason is None and not _is_watchable_within_term(grant, event, now):
        return SaleRefusal.OFFER_ENDED
    return reason


def _get_pass_refusal(grant: Grant, supply: ContentSupply, now: datetime) -> SaleRefusal | None:
    """A pass may be sold before its schedule is published. Once it is, it must open something of it. What
    gives neither events nor films (no ads, downloads) is sold for that alone."""
    if not _is_published(grant, supply) or (supply.has_paid_library_items and grants_library_access(grant)):
        return None
    if any(
        is_worth_buying(grant, event, now) or _adds_to_free_event(grant, event, now)
        for event in supply.events
    ):
        return None
    blocked = any(event.blocked and grants_access(grant, event) for event in supply.events)
    return SaleRefusal.GEO_BLOCKED if blocked else SaleRefusal.OPENS_NOTHING


def _is_published(grant: Grant, supply: ContentSupply) -> bool:
    """Whether the channel has announced anything of what a pass is for."""
    if grants_library_access(grant) and not supply.library_is_empty:
        return True
    return Capability.WATCH in grant.capabilities and any(is_in_scope(grant, one) for one in supply.events)


def _covers_team(grant: Grant, team_category_ids: Collection[int]) -> bool:
    return not grant.category_ids or bool(set(grant.category_ids).intersection(team_category_ids))


def _is_watchable_within_term(grant: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Whether there is anything to watch before the purchase ends."""
    end = grant.term.get_end(now)
    if end is None:
        return True
    return end > now and (event.availability is Availability.RECORDED or event.starts_at < end)
