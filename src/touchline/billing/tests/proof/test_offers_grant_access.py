"""Property tests: an offer grants the access that it promises, and a product that grants nothing is neither
offered nor sold. They cover every offer, pass type, event state, date, region and kind of media.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.billing.application.checkout.purchases import NotForSaleError, NotSelectedError, Purchase
from touchline.billing.application.offers.event_offers import EventOfferState
from touchline.billing.application.offers.purchase_options import PurchaseOption
from touchline.billing.domain.checkout.orders import ActivityStatus, Grant, Order, OrderStatus, ProductKind
from touchline.billing.domain.coverage import Availability, CoveredEvent, PassType
from touchline.billing.domain.offers.offers import PackageType
from touchline.billing.ports.sale_catalog import Team
from touchline.billing.tests.checkout_environment import (
    ADA,
    BOB,
    GRACE_PERIOD,
    TEAM_PASS,
    CheckoutEnvironment,
)
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.billing.tests.sale_catalog_fakes import ACES, BEARS, build_event
from touchline.shared.errors import NotFoundError

LIBRARY_ITEM_ID = 1
CRANES = 72
DAY = timedelta(days=1)
PAST_AVAILABILITIES = (Availability.RECORDED, Availability.NONE)
CAPABILITIES = st.sampled_from(
    [["watch"], ["watch", "vod_media"], ["vod_media"], ["no_ads"], ["watch", "clipping", "no_ads"]]
)
CATEGORIES = st.sampled_from([[], ["hockey"], ["soccer"], ["hockey", "soccer"]])


@st.composite
def draw_events(draw: st.DrawFn, number: int) -> CoveredEvent:
    """Draw an event in a random state, at a random distance in time."""
    availability = draw(st.sampled_from(list(Availability)))
    days = draw(st.integers(1, 60)) * (-1 if availability in PAST_AVAILABILITIES else 1)
    return build_event(
        id=number,
        pass_type=draw(st.sampled_from(list(PassType))),
        category_id=draw(st.sampled_from([7, 9, None])),
        participant_ids=draw(st.sampled_from([(), (ACES,), (ACES, BEARS), (BEARS, CRANES)])),
        starts_at=NOW + days * DAY,
        availability=availability,
        is_blocked=draw(st.booleans()),
    )


@st.composite
def draw_packs(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Draw the terms, categories and capabilities of the default offers."""

    def draw_terms() -> dict[str, Any]:
        until = draw(st.sampled_from([None, date(2026, 11, 20), date(2026, 11, 25), date(2027, 6, 30)]))
        return {"days": draw(st.sampled_from([None, 1, 30])), "until": until}

    passes = {"categories": CATEGORIES, "capabilities": CAPABILITIES}
    season = {name: draw(values) for name, values in passes.items()}
    team = {name: draw(values) for name, values in passes.items()}
    return {
        "solo": draw_terms() | {"categories": []},
        "season": draw_terms() | season,
        "team": draw_terms() | team,
        "yearly": {"capabilities": draw(CAPABILITIES)},
    }


@st.composite
def draw_environment(draw: st.DrawFn) -> CheckoutEnvironment:
    """Draw a channel with up to four events, a library and offers."""
    env = CheckoutEnvironment(**draw(draw_packs()))
    first, *more = [draw(draw_events(12 + number)) for number in range(draw(st.integers(1, 4)))]
    env.sale_catalog.main_event = replace(env.sale_catalog.main_event, coverage=first)
    env.sale_catalog.other_events = more
    env.sale_catalog.known_teams = [Team(ACES, {"en": "Aces"}, (7,)), Team(BEARS, {"en": "Bears"}, (7, 9))]
    env.sale_catalog.has_paid_library_items = draw(st.booleans())
    env.sale_catalog.library_is_empty = not env.sale_catalog.has_paid_library_items and draw(st.booleans())
    env.sale_catalog.blocked_countries = frozenset(draw(st.sampled_from([[], [], ["CA"]])))
    return env


def list_possible_purchases(env: CheckoutEnvironment) -> list[Purchase]:
    """Return all purchases that a viewer could request."""
    requested = [
        Purchase(kind=ProductKind.EVENT, id=event.id, package_id=1)
        for event in env.sale_catalog._list_events(None)
    ]
    for package in env.offers.list_packages():
        if package.type is not PackageType.EVENT:
            teams: Sequence[int | None] = (ACES, BEARS) if package.requires_team else (None,)
            requested += [
                Purchase(kind=ProductKind.PACKAGE, id=package.id, participant_id=team) for team in teams
            ]
    return requested + [
        Purchase(kind=ProductKind.SUBSCRIPTION, id=subscription.id)
        for subscription in env.offers.list_subscriptions()
    ]


def to_purchase(option: PurchaseOption) -> Purchase:
    """Return the purchase of a purchase option."""
    return Purchase(
        kind=option.type,
        id=option.id,
        package_id=option.single_event_package_id,
        participant_id=option.participant_id,
    )


def get_grant(env: CheckoutEnvironment, purchase: Purchase) -> Grant | None:
    """Return what a purchase made now would grant; None if it is refused."""
    try:
        return env.build_sale_check()(purchase, ADA).grant
    except (NotForSaleError, NotFoundError, NotSelectedError):
        return None


def covers(grant: Grant, event: CoveredEvent) -> bool:
    """Return whether the pass's categories include the event and, for a team pass, its team plays in it."""
    in_categories = not grant.category_ids or event.category_id in grant.category_ids
    return in_categories and (grant.participant_id is None or grant.participant_id in event.participant_ids)


def is_shown_within_term(grant: Grant, event: CoveredEvent) -> bool:
    """Return whether an event is shown before the access of a purchase made now ends."""
    if event.is_blocked or event.availability not in (Availability.EXPECTED, Availability.RECORDED):
        return False
    paid: Order = build_order(grant=grant, status=OrderStatus.CREATED)
    paid.mark_paid(NOW, expires_at=grant.term.get_end(NOW))
    first = NOW if event.availability is Availability.RECORDED else event.starts_at
    return paid.activity(first, GRACE_PERIOD) is ActivityStatus.ACTIVE


def can_watch(grant: Grant, event: CoveredEvent) -> bool:
    """Return whether a viewer who pays now can ever watch an event that is closed to others."""
    if event.pass_type in (PassType.FREE, PassType.REGISTER):
        return False
    if grant.event_id is None:
        if event.pass_type is PassType.PPV or "watch" not in grant.capabilities or not covers(grant, event):
            return False
    elif grant.event_id != event.id:
        return False
    return is_shown_within_term(grant, event)


def adds_to_free(grant: Grant, event: CoveredEvent) -> bool:
    """Return whether a pass adds clips or removes ads at a free event."""
    is_free = event.pass_type in (PassType.FREE, PassType.REGISTER)
    adds_features = "clipping" in grant.capabilities or "no_ads" in grant.capabilities
    return is_free and adds_features and covers(grant, event) and is_shown_within_term(grant, event)


def grants_anything(env: CheckoutEnvironment, grant: Grant) -> bool:
    """Return whether a paying viewer gets anything that others do not have."""
    if env.sale_catalog.blocked_countries:
        return False
    grants_library = env.sale_catalog.has_paid_library_items and "vod_media" in grant.capabilities
    events = env.sale_catalog._list_events("CA")
    return grants_library or any(can_watch(grant, event) or adds_to_free(grant, event) for event in events)


def covers_nothing_announced(env: CheckoutEnvironment, grant: Grant) -> bool:
    """Return whether nothing that a pass covers is announced yet."""
    announced = "vod_media" in grant.capabilities and not env.sale_catalog.library_is_empty
    for event in env.sale_catalog._list_events("CA"):
        announced = announced or ("watch" in grant.capabilities and covers(grant, event))
    return not announced and grant.event_id is None


@settings(max_examples=80, deadline=None)
@given(draw_environment())
def test_an_offered_product_is_sold_and_grants_access_to_the_event(env: CheckoutEnvironment) -> None:
    for event in env.sale_catalog._list_events("CA"):
        for option in env.build_purchase_options().list_for_event(event.id, ADA):
            grant = get_grant(env, to_purchase(option))
            assert grant is not None, f"{option} is offered but refused"
            assert can_watch(grant, event), f"{option} grants no access to {event}"


@settings(max_examples=80, deadline=None)
@given(draw_environment())
def test_every_product_that_grants_access_to_an_event_is_offered_for_it(env: CheckoutEnvironment) -> None:
    for event in env.sale_catalog._list_events("CA"):
        offered = [
            to_purchase(option) for option in env.build_purchase_options().list_for_event(event.id, ADA)
        ]
        for purchase in list_possible_purchases(env):
            grant = get_grant(env, purchase)
            plays = purchase.participant_id is None or purchase.participant_id in event.participant_ids
            if grant is not None and plays and can_watch(grant, event):
                assert purchase in offered


@settings(max_examples=80, deadline=None)
@given(draw_environment())
def test_a_product_that_grants_nothing_is_neither_offered_nor_sold(env: CheckoutEnvironment) -> None:
    offered = [to_purchase(option) for option in env.build_purchase_options().list_on_sale(ADA)]
    for purchase in list_possible_purchases(env):
        grant = get_grant(env, purchase)
        if purchase.kind is not ProductKind.EVENT:
            assert (grant is not None) == (purchase in offered)
        if grant is not None:
            assert grants_anything(env, grant) or covers_nothing_announced(env, grant)


@settings(max_examples=50, deadline=None)
@given(draw_environment())
def test_products_offered_for_a_library_item_grant_library_access(env: CheckoutEnvironment) -> None:
    if env.sale_catalog.library_is_empty:
        return
    for option in env.build_purchase_options().list_for_library_item(LIBRARY_ITEM_ID, ADA):
        grant = get_grant(env, to_purchase(option))
        assert grant is not None and "vod_media" in grant.capabilities
        assert env.sale_catalog.has_paid_library_items and not env.sale_catalog.blocked_countries


@settings(max_examples=50, deadline=None)
@given(draw_environment())
def test_a_bought_product_is_marked_as_held_and_not_sold_again(env: CheckoutEnvironment) -> None:
    for option in env.build_purchase_options().list_on_sale(ADA):
        grant, product = get_grant(env, to_purchase(option)), None
        assert grant is not None
        product = env.build_sale_check()(to_purchase(option), ADA).product
        bought = build_order(product=product, grant=grant, status=OrderStatus.CREATED, slot=None)
        bought.mark_paid(NOW, expires_at=grant.term.get_end(NOW))
        env.orders.stored = [bought]
        again = next(
            other
            for other in env.build_purchase_options().list_on_sale(ADA)
            if replace(other, held=False) == option
        )
        assert again.held
        env.orders.stored = []


@settings(max_examples=80, deadline=None)
@given(draw_environment())
def test_operators_see_the_offers_of_an_event_that_viewers_can_buy(env: CheckoutEnvironment) -> None:
    env.sale_catalog.change_event(is_blocked=False)
    options = env.build_purchase_options().list_for_event(12, BOB)
    sold = {(option.type, option.single_event_package_id or option.id) for option in options}
    offers = env.build_event_offers()("final").offers
    on_sale = [offer for offer in offers if offer.state is EventOfferState.ON_SALE]
    assert {(offer.kind, offer.offer.id) for offer in on_sale} == sold
    assert not sold or env.sale_catalog.main_event.coverage.pass_type.costs_money


def test_the_property_tests_cover_sold_and_unsold_events() -> None:
    """Guard against the property tests passing with no matching events."""
    env = CheckoutEnvironment()
    assert [option.type for option in env.build_purchase_options().list_for_event(12, ADA)] == [
        ProductKind.EVENT, ProductKind.PACKAGE, ProductKind.PACKAGE, ProductKind.PACKAGE,
        ProductKind.SUBSCRIPTION, ProductKind.SUBSCRIPTION
    ]  # fmt: skip
    env.sale_catalog.change_event(pass_type=PassType.PPV)
    assert [option.type for option in env.build_purchase_options().list_for_event(12, ADA)] == [
        ProductKind.EVENT
    ]
    env.sale_catalog.change_event(availability=Availability.NONE)
    assert env.build_purchase_options().list_for_event(12, ADA) == []


def test_a_team_pass_is_not_offered_for_an_event_of_its_team_in_another_category() -> None:
    """Aces play hockey. One soccer event of theirs does not make a soccer pass apply to them."""
    env = CheckoutEnvironment(team={"categories": ["soccer"]})
    env.sale_catalog.change_event(category_id=9, participant_ids=(ACES,))
    team_pass = Purchase(kind=ProductKind.PACKAGE, id=TEAM_PASS, participant_id=ACES)
    offered = [to_purchase(option) for option in env.build_purchase_options().list_for_event(12, ADA)]
    assert get_grant(env, team_pass) is None and team_pass not in offered
    env.sale_catalog.known_teams = [Team(ACES, {"en": "Aces"}, (7, 9))]
    assert team_pass in [
        to_purchase(option) for option in env.build_purchase_options().list_for_event(12, ADA)
    ]
