"""What is offered opens what it says, and what opens nothing is not offered and not sold: over every offer,
pass type, state of an event, date, region and medium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.billing.application.offer_lines import OfferLine, OfferLines
from touchline.billing.application.pricing import Pricing
from touchline.billing.application.purchases import NotForSale, NotSelected, Purchase
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.domain.coverage import Availability, CoveredEvent, PassType
from touchline.billing.domain.offers import PackageType
from touchline.billing.domain.orders import Activity, Grant, Kind, Order, OrderStatus
from touchline.billing.ports.shelf import Team
from touchline.billing.tests.orders import NOW, order
from touchline.billing.tests.shelf_fakes import ACES, BEARS, an_event
from touchline.billing.tests.shop import ADA, GRACE, TEAM_PASS, Shop
from touchline.shared.errors import NotFound

FILM = 1
CRANES = 72
DAY = timedelta(days=1)
OVER = (Availability.RECORDED, Availability.NONE)
CAPABILITIES = st.sampled_from(
    [["watch"], ["watch", "vod_media"], ["vod_media"], ["no_ads"], ["watch", "clipping", "no_ads"]]
)
CATEGORIES = st.sampled_from([[], ["hockey"], ["soccer"], ["hockey", "soccer"]])


@st.composite
def events(draw: st.DrawFn, number: int) -> CoveredEvent:
    """An event in some state, at some distance."""
    availability = draw(st.sampled_from(list(Availability)))
    days = draw(st.integers(1, 60)) * (-1 if availability in OVER else 1)
    return an_event(
        id=number,
        pass_type=draw(st.sampled_from(list(PassType))),
        category_id=draw(st.sampled_from([7, 9, None])),
        participant_ids=draw(st.sampled_from([(), (ACES,), (ACES, BEARS), (BEARS, CRANES)])),
        starts_at=NOW + days * DAY,
        availability=availability,
        blocked=draw(st.booleans()),
    )


@st.composite
def packs(draw: st.DrawFn) -> dict[str, dict[str, Any]]:
    """Terms, categories and capabilities of the usual offers."""

    def terms() -> dict[str, Any]:
        until = draw(st.sampled_from([None, date(2026, 11, 20), date(2026, 11, 25), date(2027, 6, 30)]))
        return {"days": draw(st.sampled_from([None, 1, 30])), "until": until}

    passes = {"categories": CATEGORIES, "capabilities": CAPABILITIES}
    season = {name: draw(values) for name, values in passes.items()}
    team = {name: draw(values) for name, values in passes.items()}
    return {
        "solo": terms() | {"categories": []},
        "season": terms() | season,
        "team": terms() | team,
        "yearly": {"capabilities": draw(CAPABILITIES)},
    }


@st.composite
def shops(draw: st.DrawFn) -> Shop:
    """A channel with up to four events and a library, and its offers."""
    shop = Shop(**draw(packs()))
    first, *more = [draw(events(12 + number)) for number in range(draw(st.integers(1, 4)))]
    shop.shelf.game = replace(shop.shelf.game, covered=first)
    shop.shelf.more = more
    shop.shelf.known = [Team(ACES, {"en": "Aces"}, (7,)), Team(BEARS, {"en": "Bears"}, (7, 9))]
    shop.shelf.paid_films = draw(st.booleans())
    shop.shelf.library_is_empty = not shop.shelf.paid_films and draw(st.booleans())
    shop.shelf.blocked_countries = frozenset(draw(st.sampled_from([[], [], ["CA"]])))
    return shop


def lines_of(shop: Shop) -> OfferLines:
    """What the pages of a shop ask."""
    pricing = Pricing(shop.offers, shop.shelf, shop.channel)
    check = SaleCheck(pricing, shop.shelf, shop.orders, shop.clock, GRACE)
    return OfferLines(shop.offers, pricing, check, shop.shelf, shop.orders, shop.clock)


def purchases(shop: Shop) -> list[Purchase]:
    """Everything that somebody could ask to buy."""
    wanted = [Purchase(kind=Kind.EVENT, id=one.id, package_id=1) for one in shop.shelf._events(None)]
    for pack in shop.offers.packages():
        if pack.type is not PackageType.EVENT:
            teams: Sequence[int | None] = (ACES, BEARS) if pack.for_team else (None,)
            wanted += [Purchase(kind=Kind.PACKAGE, id=pack.id, participant_id=team) for team in teams]
    return wanted + [Purchase(kind=Kind.SUBSCRIPTION, id=one.id) for one in shop.offers.subscriptions()]


def asked_by(line: OfferLine) -> Purchase:
    """The purchase that a line of an offer leads to."""
    return Purchase(
        kind=line.type,
        id=line.id,
        package_id=line.single_event_package_id,
        participant_id=line.participant_id,
    )


def grant_of(shop: Shop, purchase: Purchase) -> Grant | None:
    """What a purchase made now opens; None where it is refused."""
    try:
        return shop.sale_check()(purchase, ADA).grant
    except (NotForSale, NotFound, NotSelected):
        return None


def covers(grant: Grant, event: CoveredEvent) -> bool:
    """Whether an event is in the categories of a pass and, for a team pass, one of its team's."""
    in_categories = not grant.category_ids or event.category_id in grant.category_ids
    return in_categories and (grant.participant_id is None or grant.participant_id in event.participant_ids)


def is_shown_in_time(grant: Grant, event: CoveredEvent) -> bool:
    """Whether an event is shown before what was paid for now has ended: decided day by day, as by a clock."""
    if event.blocked or event.availability not in (Availability.EXPECTED, Availability.RECORDED):
        return False
    paid: Order = order(grant=grant, status=OrderStatus.CREATED)
    paid.pay(NOW, expires_at=grant.term.end(NOW))
    first = NOW if event.availability is Availability.RECORDED else event.starts_at
    return paid.activity(first, GRACE) is Activity.ACTIVE


def can_watch(grant: Grant, event: CoveredEvent) -> bool:
    """Whether a viewer who has paid now sees, at any time, an event that is closed to others."""
    if event.pass_type in (PassType.FREE, PassType.REGISTER):
        return False
    if grant.event_id is None:
        if event.pass_type is PassType.PPV or "watch" not in grant.capabilities or not covers(grant, event):
            return False
    elif grant.event_id != event.id:
        return False
    return is_shown_in_time(grant, event)


def adds_to_free(grant: Grant, event: CoveredEvent) -> bool:
    """Whether a pass gives clips, or no ads, at an event that everybody may watch."""
    is_free = event.pass_type in (PassType.FREE, PassType.REGISTER)
    gives_more = "clipping" in grant.capabilities or "no_ads" in grant.capabilities
    return is_free and gives_more and covers(grant, event) and is_shown_in_time(grant, event)


def opens_anything(shop: Shop, grant: Grant) -> bool:
    """Whether a viewer who has paid gets anything that others do not have."""
    if shop.shelf.blocked_countries:
        return False
    films = shop.shelf.paid_films and "vod_media" in grant.capabilities
    events = shop.shelf._events("CA")
    return films or any(can_watch(grant, event) or adds_to_free(grant, event) for event in events)


def is_ahead_of_its_schedule(shop: Shop, grant: Grant) -> bool:
    """Whether nothing is announced yet of what a pass is for."""
    announced = "vod_media" in grant.capabilities and not shop.shelf.library_is_empty
    for event in shop.shelf._events("CA"):
        announced = announced or ("watch" in grant.capabilities and covers(grant, event))
    return not announced and grant.event_id is None


@settings(max_examples=80, deadline=None)
@given(shops())
def test_what_is_offered_at_an_event_is_sold_and_opens_it(shop: Shop) -> None:
    for event in shop.shelf._events("CA"):
        for line in lines_of(shop).of_event(event.id, ADA):
            grant = grant_of(shop, asked_by(line))
            assert grant is not None, f"{line} is offered and refused"
            assert can_watch(grant, event), f"{line} does not open {event}"


@settings(max_examples=80, deadline=None)
@given(shops())
def test_everything_that_is_sold_and_opens_an_event_is_offered_at_it(shop: Shop) -> None:
    for event in shop.shelf._events("CA"):
        offered = [asked_by(line) for line in lines_of(shop).of_event(event.id, ADA)]
        for purchase in purchases(shop):
            grant = grant_of(shop, purchase)
            plays = purchase.participant_id is None or purchase.participant_id in event.participant_ids
            if grant is not None and plays and can_watch(grant, event):
                assert purchase in offered


@settings(max_examples=80, deadline=None)
@given(shops())
def test_what_opens_nothing_is_neither_offered_nor_sold(shop: Shop) -> None:
    offered = [asked_by(line) for line in lines_of(shop).on_sale(ADA)]
    for purchase in purchases(shop):
        grant = grant_of(shop, purchase)
        if purchase.kind is not Kind.EVENT:
            assert (grant is not None) == (purchase in offered)
        if grant is not None:
            assert opens_anything(shop, grant) or is_ahead_of_its_schedule(shop, grant)


@settings(max_examples=50, deadline=None)
@given(shops())
def test_a_film_is_offered_what_opens_the_library(shop: Shop) -> None:
    if shop.shelf.library_is_empty:
        return
    for line in lines_of(shop).of_film(FILM, ADA):
        grant = grant_of(shop, asked_by(line))
        assert grant is not None and "vod_media" in grant.capabilities
        assert shop.shelf.paid_films and not shop.shelf.blocked_countries


@settings(max_examples=50, deadline=None)
@given(shops())
def test_whatever_was_bought_once_is_told_as_held_and_not_sold_again(shop: Shop) -> None:
    for line in lines_of(shop).on_sale(ADA):
        grant, product = grant_of(shop, asked_by(line)), None
        assert grant is not None
        product = shop.sale_check()(asked_by(line), ADA).product
        bought = order(product=product, grant=grant, status=OrderStatus.CREATED, slot=None)
        bought.pay(NOW, expires_at=grant.term.end(NOW))
        shop.orders.kept = [bought]
        again = next(one for one in lines_of(shop).on_sale(ADA) if replace(one, held=False) == line)
        assert again.held
        shop.orders.kept = []


def test_the_properties_meet_events_that_are_sold_and_events_that_are_not() -> None:
    """So that the tests above cannot pass by meeting nothing."""
    shop = Shop()
    assert [one.type for one in lines_of(shop).of_event(12, ADA)] == [
        Kind.EVENT, Kind.PACKAGE, Kind.PACKAGE, Kind.PACKAGE, Kind.SUBSCRIPTION, Kind.SUBSCRIPTION
    ]  # fmt: skip
    shop.shelf.change(pass_type=PassType.PPV)
    assert [one.type for one in lines_of(shop).of_event(12, ADA)] == [Kind.EVENT]
    shop.shelf.change(availability=Availability.NONE)
    assert lines_of(shop).of_event(12, ADA) == []


def test_a_team_pass_is_not_offered_at_a_game_that_its_team_plays_in_another_category() -> None:
    """Aces play hockey; their one game of soccer does not make a soccer pass theirs."""
    shop = Shop(team={"categories": ["soccer"]})
    shop.shelf.change(category_id=9, participant_ids=(ACES,))
    team_pass = Purchase(kind=Kind.PACKAGE, id=TEAM_PASS, participant_id=ACES)
    offered = [asked_by(line) for line in lines_of(shop).of_event(12, ADA)]
    assert grant_of(shop, team_pass) is None and team_pass not in offered
    shop.shelf.known = [Team(ACES, {"en": "Aces"}, (7, 9))]
    assert team_pass in [asked_by(line) for line in lines_of(shop).of_event(12, ADA)]
