"""Offers as they are told, taken from packs and given back."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from touchline.billing.application.coupon_packs import CouponPacks
from touchline.billing.application.offer_queries import OfferQueries
from touchline.billing.application.packs import OfferPacks
from touchline.billing.facade import BillingFacade
from touchline.billing.tests.fakes import MemoryOffers
from touchline.billing.tests.holdings import Town, holdings
from touchline.billing.tests.order_fakes import MemoryCoupons
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.samples import IDS, dollars, package, part, subscription
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, PackageId


@pytest.fixture
def billing() -> BillingFacade:
    offers = MemoryOffers()
    packs = OfferPacks(offers, CouponPacks(MemoryCoupons(), offers))
    nothing: Any = None
    return BillingFacade(
        OfferQueries(offers, Town(), FixedClock(NOW)),
        packs,
        offers,
        *holdings(),
        nothing,
        nothing,
        nothing,
        nothing,
        nothing,
    )


def test_a_package_is_told_with_its_price_and_its_two_parts(billing: BillingFacade) -> None:
    billing.apply_pack(part(package("hockey")), IDS)
    (told,) = billing.packages("fr")
    assert told == {
        "id": 1,
        "name": "Forfait hockey",
        "description": "",
        "price": "41.49",
        "base_price": "39.99",
        "service_fee": "1.50",
        "currency": "USD",
        "offer": "season",
        "period": None,
        "weight": 0,
        "limits": {"clips": None, "downloads": None},
        "features": ["Chaque match"],
        "recommended": False,
        "capabilities": ["watch"],
        "type": "season",
        "event_categories": [7],
        "is_team_pass": False,
        "days": None,
        "until": None,
    }


def test_a_subscription_is_told_with_its_trial_and_in_the_channels_language_where_the_asked_one_is_missing(
    billing: BillingFacade,
) -> None:
    billing.apply_pack(part(subscriptions=(subscription("year"),)), IDS)
    (told,) = billing.subscriptions("fr")
    assert (told["name"], told["trial_period"], told["offer"]) == ("Year", 7, "annual")
    assert told["capabilities"] == ["watch", "clipping"]


@pytest.mark.parametrize(
    ("offer", "period"), [("annual", "annual"), ("monthly", "month"), ("monthly", "monthly")]
)
def test_a_subscription_tells_what_is_offered_and_how_often_it_renews(
    billing: BillingFacade, offer: str, period: str
) -> None:
    billing.apply_pack(part(subscriptions=(subscription("plan", offer=offer, period=period),)), IDS)
    (told,) = billing.subscriptions("en")
    assert (told["offer"], told["period"]) == (offer, period)


def test_the_heaviest_offer_comes_first(billing: BillingFacade) -> None:
    billing.apply_pack(part(package("light"), package("heavy", weight=9), package("middle", weight=3)), IDS)
    assert [one["name"] for one in billing.packages("en")] == ["Heavy", "Middle", "Light"]


def test_an_offer_that_is_not_on_sale_is_not_found() -> None:
    queries = OfferQueries(MemoryOffers(), Town(), FixedClock(NOW))
    with pytest.raises(NotFound):
        queries.package(1, "en")
    with pytest.raises(NotFound):
        queries.subscription(1, "en")


def test_a_package_tells_how_long_it_is_open(billing: BillingFacade) -> None:
    month, season = package("month", days=30), package("season", until=date(2027, 6, 30))
    billing.apply_pack(part(month, season), IDS)
    told = {one["name"]: (one["days"], one["until"]) for one in billing.packages("en")}
    assert told == {"Month": (30, None), "Season": (None, "2027-06-30")}


def test_only_packages_of_type_event_sell_a_single_event(billing: BillingFacade) -> None:
    single = package("single", type="event", price={"base": dollars("8.99"), "fee": dollars("1")})
    billing.apply_pack(
        part(package("season"), single, package("any", type="event", categories=[], weight=1)), IDS
    )
    found = billing.single_event_packages()
    assert [(one.id, one.category_ids) for one in found] == [(PackageId(3), ()), (PackageId(2), (7,))]
    assert (found[1].base, found[1].fee) == (dollars("8.99"), dollars("1"))


def test_what_was_applied_is_exported_again(billing: BillingFacade) -> None:
    given = part(
        package("hockey", categories=["hockey", "soccer"], weight=2),
        package("team", type="team", is_team_pass=True, recommended=True),
        subscriptions=(subscription("year", limits={"clips": 50}),),
    )
    billing.apply_pack(given, IDS)
    assert billing.export_pack() == given


def test_an_offer_tells_what_it_limits_and_what_not(billing: BillingFacade) -> None:
    billing.apply_pack(part(package("hockey", limits={"clips": 50})), IDS)
    assert billing.packages("en")[0]["limits"] == {"clips": 50, "downloads": None}


def test_an_account_without_a_pass_is_allowed_nothing_that_is_counted(billing: BillingFacade) -> None:
    assert not billing.allowance(AccountId(1), "clipping", "clips").allowed


def test_an_account_without_orders_holds_nothing(billing: BillingFacade) -> None:
    assert billing.entitlements(AccountId(1)) == []
