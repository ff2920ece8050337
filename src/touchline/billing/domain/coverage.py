"""Which purchase grants access to what, and what a viewer already has (product.md §4, "Purchase
recognition").

The only home of these rules. Access checks, `GET /offers`, quotes, purchases and free trials use this module,
other contexts through billing's facade. The cases are in contracts/cases/purchase-recognition.json.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from touchline.billing.domain.checkout.orders import Grant, Order, Product, ProductKind, list_active
from touchline.billing.domain.offers.offer_availability import (
    EVERYTHING,
    Inclusion,
    OfferAvailability,
)
from touchline.billing.domain.offers.offers import (
    DEFAULT_STREAMS,
    Capability,
    Feature,
    Package,
    PackageType,
    Subscription,
)
from touchline.billing.domain.renewals.billing_periods import YEARLY_PERIODS

ANY_TEAM = None


class PassType(StrEnum):
    """Requirement for watching an event (product.md, section 3)."""

    FREE = "free"
    REGISTER = "register"
    PAID = "paid"
    PPV = "ppv"

    @property
    def costs_money(self) -> bool:
        """Whether viewers need a purchase."""
        return self in (PassType.PAID, PassType.PPV)


class EntitlementKind(StrEnum):
    """Source of a viewer's access: a purchase, or a subscription."""

    PURCHASED = "purchased"
    SUBSCRIBED = "subscribed"


class Availability(StrEnum):
    """Availability of an event for watching.

    `expected` is upcoming or live, `recorded` has a recording, `none` is over without a recording,
    `canceled` and `postponed` do not take place. A new state that cannot be sold needs a `SaleRefusal` in
    `sale_refusals._UNAVAILABLE_REFUSALS`.
    """

    EXPECTED = "expected"
    RECORDED = "recorded"
    NONE = "none"
    CANCELED = "canceled"
    POSTPONED = "postponed"


@dataclass(frozen=True, kw_only=True)
class EventScope:
    """The parts of an event that a purchase can cover: the event itself, its category or its participants.

    `ends_at` is the planned end. `is_over`: the event can now be watched only in replay. Without
    `has_video`, viewers get only its audio.
    """

    id: int
    pass_type: PassType
    category_id: int | None
    participant_ids: tuple[int, ...]
    ends_at: datetime | None = None
    is_over: bool = False
    has_video: bool = True


@dataclass(frozen=True, kw_only=True)
class CoveredEvent(EventScope):
    """An event with the data that its sale depends on.

    `is_blocked`: not available in the buyer's region, now or later. `has_live` and `has_replay`: buyers can
    still watch the live stream, or the replay.
    """

    starts_at: datetime
    availability: Availability = Availability.EXPECTED
    is_blocked: bool = False
    has_live: bool = True
    has_replay: bool = True


class AccessScope(Protocol):
    """Access that a viewer holds or is about to buy.

    It covers one event (`event_id`), or the events of some categories (none: all) and, if set, of one team.
    """

    @property
    def capabilities(self) -> Collection[str]: ...
    @property
    def event_id(self) -> int | None: ...
    @property
    def category_ids(self) -> tuple[int, ...]: ...
    @property
    def participant_id(self) -> int | None: ...
    @property
    def availability(self) -> OfferAvailability: ...
    @property
    def streams(self) -> int: ...


def grants_access(held: AccessScope, event: EventScope) -> bool:
    """Return whether a purchase grants access to an event that costs money.

    The purchase of the event itself always does. A pass covers the events in its scope, but never
    pay-per-view.
    """
    if held.event_id is not None:
        return held.event_id == event.id
    if event.pass_type is PassType.PPV or Capability.WATCH not in held.capabilities:
        return False
    return is_in_scope(held, event)


@dataclass(frozen=True, kw_only=True)
class EventAccess:
    """How an account may watch an event, or the library, that costs money.

    `opens_at` is when it opens, for `Inclusion.LATER`; None if the end of the event is unknown. `streams` is
    how many devices may watch at once. `audio_only`: the purchases open the audio, and no video.
    """

    kind: EntitlementKind
    inclusion: Inclusion = Inclusion.NOW
    opens_at: datetime | None = None
    streams: int = DEFAULT_STREAMS
    audio_only: bool = False


def get_event_access(
    held: Iterable[tuple[ProductKind, AccessScope]], event: EventScope, now: datetime
) -> EventAccess | None:
    """Return how these purchases open an event at `now`; None if none of them covers it.

    The purchase that opens it soonest counts. More purchases never take access away. One purchase with video
    is enough for video.
    """
    by_inclusion: dict[Inclusion, list[tuple[ProductKind, AccessScope]]] = {}
    for kind, scope in held:
        if grants_access(scope, event):
            inclusion = scope.availability.get_inclusion(event.ends_at, now, is_over=event.is_over)
            by_inclusion.setdefault(inclusion, []).append((kind, scope))
    for inclusion in Inclusion:
        matching = by_inclusion.get(inclusion, [])
        strongest_kind = get_strongest_kind(kind for kind, _ in matching)
        if strongest_kind is None:
            continue
        opens_at = None
        if inclusion is Inclusion.LATER and event.ends_at is not None:
            opens_at = min(scope.availability.get_replay_start(event.ends_at) for _, scope in matching)
        return EventAccess(
            kind=strongest_kind,
            inclusion=inclusion,
            opens_at=opens_at,
            streams=max(scope.streams for _, scope in matching),
            audio_only=is_audio_only(scope for _, scope in matching),
        )
    return None


def is_audio_only(held: Iterable[AccessScope]) -> bool:
    """Return whether none of the purchases that open something includes its video."""
    return all(scope.availability.audio_only for scope in held)


def is_opened_by(event: EventScope, offer: Package | Subscription) -> bool:
    """Return whether a purchase of the offer can grant access to an event that costs money."""
    category_ids = offer.category_ids if isinstance(offer, Package) else ()
    grant = Grant(capabilities=offer.capabilities, category_ids=category_ids)
    if isinstance(offer, Package):
        if offer.type is PackageType.EVENT:
            return is_in_scope(grant, event)
        if offer.requires_team and not event.participant_ids:
            return False
    return grants_access(grant, event)


def grants_library_access(held: AccessScope) -> bool:
    """Return whether a purchase grants access to the library items."""
    return Capability.VOD_MEDIA in held.capabilities


def get_library_access(held: Iterable[tuple[ProductKind, AccessScope]]) -> EventAccess | None:
    """Return how these purchases open the library; None if none of them does."""
    matching = [(kind, scope) for kind, scope in held if grants_library_access(scope)]
    kind = get_strongest_kind(kind for kind, _ in matching)
    if kind is None:
        return None
    return EventAccess(
        kind=kind,
        streams=max(scope.streams for _, scope in matching),
        audio_only=is_audio_only(scope for _, scope in matching),
    )


def is_in_scope(held: AccessScope, event: EventScope) -> bool:
    """Return whether an event is in a pass's categories and, for a team pass, has its team as a
    participant."""
    is_category_covered = not held.category_ids or event.category_id in held.category_ids
    return is_category_covered and held.participant_id in (None, *event.participant_ids)


def get_strongest_kind(kinds: Iterable[ProductKind]) -> EntitlementKind | None:
    """Return how a viewer has access with products of these kinds; None without any.

    A purchase takes precedence over a subscription.
    """
    distinct_kinds = set(kinds)
    if distinct_kinds - {ProductKind.SUBSCRIPTION}:
        return EntitlementKind.PURCHASED
    return EntitlementKind.SUBSCRIBED if distinct_kinds else None


@dataclass(frozen=True, kw_only=True)
class SaleItem:
    """Something on sale.

    `category_ids` is empty for all categories. `participant_ids` are the teams of a team pass: the chosen
    team, or all teams that it is on sale for. `availability` counts for packages and events.
    """

    kind: ProductKind
    id: int
    category_ids: tuple[int, ...] = ()
    participant_ids: tuple[int, ...] = ()
    availability: OfferAvailability = EVERYTHING


def build_sale_item(product: Product, grant: Grant) -> SaleItem:
    """Return the sale item for a product that is about to be bought."""
    teams = () if grant.participant_id is None else (grant.participant_id,)
    return SaleItem(
        kind=product.kind,
        id=product.id,
        category_ids=grant.category_ids,
        participant_ids=teams,
        availability=grant.availability,
    )


def is_already_bought(item: SaleItem, orders: Iterable[Order], now: datetime, grace: timedelta) -> bool:
    """Return whether an item is already bought, by one order or by several together.

    Orders that are not paid and active do not count (for `grace` see `Order.activity`).
    """
    held = list_active(orders, now, grace)
    if item.kind is not ProductKind.PACKAGE:
        return any(
            order.product.kind is item.kind
            and order.product.id == item.id
            and (
                item.kind is ProductKind.SUBSCRIPTION or order.grant.availability.includes(item.availability)
            )
            for order in held
        )
    grants = [
        order.grant
        for order in held
        if order.product.kind is ProductKind.PACKAGE and order.grant.availability.includes(item.availability)
    ]
    if _covers_categories(item, grants, ANY_TEAM):
        return True
    return bool(item.participant_ids) and all(
        _covers_categories(item, grants, team) for team in item.participant_ids
    )


def _covers_categories(item: SaleItem, grants: Sequence[Grant], team: int | None) -> bool:
    """Return whether packages cover every category of an item, for all teams or for one team."""
    matching = [grant for grant in grants if grant.participant_id in (ANY_TEAM, team)]
    if any(not grant.category_ids for grant in matching):
        return True
    covered_ids = {category_id for grant in matching for category_id in grant.category_ids}
    return bool(item.category_ids) and covered_ids.issuperset(item.category_ids)


def is_covered(
    product: Product,
    grant: Grant,
    orders: Iterable[Order],
    now: datetime,
    grace: timedelta,
    *,
    event: CoveredEvent | None = None,
) -> bool:
    """Return whether another purchase the buyer holds covers this one for at least as long.

    `is_already_bought` recognizes the same purchase. `event` is the event that `product` sells,
    if any.
    """
    held = list_active(orders, now, grace)
    if event is not None:
        return any(
            grants_access(order.grant, event)
            and order.grant.availability.includes(grant.availability, has_video=event.has_video)
            and _lasts_for(order, event)
            for order in held
        )
    passes = [
        order
        for order in held
        if order.product.kind is ProductKind.SUBSCRIPTION and _includes(order.grant, grant)
    ]
    if product.kind is ProductKind.SUBSCRIPTION:
        return any(held_pass.is_renewing and _is_as_long(held_pass, product) for held_pass in passes)
    end = grant.term.get_end(now)
    return any(_lasts_until(held_pass, end) for held_pass in passes)


def _lasts_for(order: Order, event: CoveredEvent) -> bool:
    """Return whether the event is a recording, or starts before the order ends."""
    if event.availability is Availability.RECORDED or order.is_renewing:
        return True
    return order.expires_at is None or order.expires_at > event.starts_at


def _lasts_until(order: Order, end: datetime | None) -> bool:
    if order.is_renewing or order.expires_at is None:
        return True
    return end is not None and order.expires_at >= end


def _is_as_long(order: Order, product: Product) -> bool:
    """Return whether a held subscription is at least as long as the new one.

    A viewer may switch from monthly to yearly. A monthly subscription adds nothing to a yearly one.
    """
    return order.product.period in YEARLY_PERIODS or product.period not in YEARLY_PERIODS


def _includes(held: Grant, grant: Grant) -> bool:
    """Return whether the held purchase includes everything in the new one, with limits at least as high."""
    if not set(held.capabilities).issuperset(grant.capabilities):
        return False
    if not {item.channel_id for item in held.bundle}.issuperset(item.channel_id for item in grant.bundle):
        return False
    if not held.availability.includes(grant.availability):
        return False
    return held.streams >= grant.streams and all(
        feature in grant.limits and limit >= grant.limits[feature]
        for feature, limit in held.limits.items()
        if feature is not Feature.STREAMS
    )
