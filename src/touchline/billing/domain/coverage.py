"""Which purchase opens which event, and whether something may be sold (house.md, "One rule has one home").

Access, the offers on a page, the price with a promo code, a purchase and a free trial all ask this module.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.offers import Capability
from touchline.billing.domain.orders import Grant
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
    state that cannot be sold gets its `Refusal` in `_UNAVAILABLE`."""

    EXPECTED = "expected"
    RECORDED = "recorded"
    NONE = "none"
    CANCELED = "canceled"
    POSTPONED = "postponed"


class Refusal(StrEnum):
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


SENTENCES = {
    Refusal.FREE: "This is free. You do not need to buy it.",
    Refusal.FREE_WITH_ACCOUNT: "This is free with an account. You do not need to buy it.",
    Refusal.NO_RECORDING: "This event is over and has no recording. There is nothing to buy.",
    Refusal.CANCELED: "This event was canceled. It cannot be bought.",
    Refusal.POSTPONED: "This event was postponed. You can buy it once its new date is known.",
    Refusal.OFFER_ENDED: "This offer has ended. Please choose another one.",
    Refusal.TEAM_NOT_COVERED: "This pass does not cover that team. Please choose another team.",
    Refusal.OPENS_NOTHING: "This pass does not open anything at the moment. Please choose another one.",
    Refusal.GEO_BLOCKED: NOT_IN_REGION,
    Refusal.ALREADY_COVERED: "You already have a pass that opens this.",
}

_UNAVAILABLE = {
    Availability.NONE: Refusal.NO_RECORDING,
    Availability.CANCELED: Refusal.CANCELED,
    Availability.POSTPONED: Refusal.POSTPONED,
}
_MORE_THAN_WATCHING = frozenset(Capability) - {Capability.WATCH, Capability.VOD_MEDIA}
_FREE = {PassType.FREE: Refusal.FREE, PassType.REGISTER: Refusal.FREE_WITH_ACCOUNT}


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
class Supply:
    """What the channel has for a purchase to open: the event itself, or all events that a pass may cover,
    whatever they cost, and the library.

    `paid_films`: the library has films that need a pass. `library_is_empty`: it has none at all. `blocked`:
    the channel is not available in the buyer's region. `team_category_ids`: the categories in which the team
    of a team pass plays.
    """

    events: Sequence[CoveredEvent] = ()
    paid_films: bool = False
    library_is_empty: bool = True
    blocked: bool = False
    team_category_ids: tuple[int, ...] = ()


class Opening(Protocol):
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


def opens(held: Opening, event: EventScope) -> bool:
    """Return whether a purchase opens an event that costs money. The event's own purchase always does; a pass
    opens what it covers, but never pay-per-view."""
    if held.event_id is not None:
        return held.event_id == event.id
    if event.pass_type is PassType.PPV or Capability.WATCH not in held.capabilities:
        return False
    return in_scope(held, event)


def opens_library(held: Opening) -> bool:
    """Return whether a purchase opens the films of the library."""
    return Capability.VOD_MEDIA in held.capabilities


def in_scope(held: Opening, event: EventScope) -> bool:
    """Return whether an event is in the categories of a pass and, for a team pass, one of its team's."""
    covered = not held.category_ids or event.category_id in held.category_ids
    return covered and held.participant_id in (None, *event.participant_ids)


def is_worth_buying(wanted: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether a purchase made now lets the buyer watch an event that is closed without it."""
    return (
        event.pass_type not in _FREE
        and opens(wanted, event)
        and not event.blocked
        and event.availability not in _UNAVAILABLE
        and _in_time(wanted, event, now)
    )


def _adds_to_free(wanted: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Return whether a pass gives more than watching, such as clips, of an event that is free to watch."""
    return (
        event.pass_type in _FREE
        and not _MORE_THAN_WATCHING.isdisjoint(wanted.capabilities)
        and in_scope(wanted, event)
        and not event.blocked
        and event.availability not in _UNAVAILABLE
        and _in_time(wanted, event, now)
    )


def why_not_sold(wanted: Grant, supply: Supply, now: datetime) -> Refusal | None:
    """Return why a purchase is refused; None where it may be sold. Whether the buyer holds it already is
    decided by `coverage_held`."""
    if supply.blocked:
        return Refusal.GEO_BLOCKED
    if wanted.event_id is not None:
        return _why_event_not_sold(wanted, supply.events, now)
    if wanted.term.is_over(now):
        return Refusal.OFFER_ENDED
    if wanted.participant_id is not None and not _covers_team(wanted, supply.team_category_ids):
        return Refusal.TEAM_NOT_COVERED
    return _why_pass_not_sold(wanted, supply, now)


def why_free(event: EventScope) -> Refusal | None:
    """Return why an event needs no purchase; None where it costs money."""
    return _FREE.get(event.pass_type)


def _why_event_not_sold(wanted: Grant, events: Iterable[CoveredEvent], now: datetime) -> Refusal | None:
    event = next(one for one in events if one.id == wanted.event_id)
    if event.blocked:
        return Refusal.GEO_BLOCKED
    reason = why_free(event) or _UNAVAILABLE.get(event.availability)
    if reason is None and not _in_time(wanted, event, now):
        return Refusal.OFFER_ENDED
    return reason


def _why_pass_not_sold(wanted: Grant, supply: Supply, now: datetime) -> Refusal | None:
    """A pass may be sold before its schedule is published. Once it is, it must open something of it. What
    gives neither events nor films (no ads, downloads) is sold for that alone."""
    if not _is_published(wanted, supply) or (supply.paid_films and opens_library(wanted)):
        return None
    if any(
        is_worth_buying(wanted, event, now) or _adds_to_free(wanted, event, now) for event in supply.events
    ):
        return None
    blocked = any(event.blocked and opens(wanted, event) for event in supply.events)
    return Refusal.GEO_BLOCKED if blocked else Refusal.OPENS_NOTHING


def _is_published(wanted: Grant, supply: Supply) -> bool:
    """Whether the channel has announced anything of what a pass is for."""
    if opens_library(wanted) and not supply.library_is_empty:
        return True
    return Capability.WATCH in wanted.capabilities and any(in_scope(wanted, one) for one in supply.events)


def _covers_team(wanted: Grant, team_category_ids: Collection[int]) -> bool:
    return not wanted.category_ids or bool(set(wanted.category_ids).intersection(team_category_ids))


def _in_time(wanted: Grant, event: CoveredEvent, now: datetime) -> bool:
    """Whether there is anything to watch before the purchase ends."""
    end = wanted.term.end(now)
    if end is None:
        return True
    return end > now and (event.availability is Availability.RECORDED or event.starts_at < end)
