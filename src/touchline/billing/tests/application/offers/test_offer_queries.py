"""Tests for serializing offers, importing them from packs and exporting them."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

import pytest

from touchline.billing.application.coupons.coupon_packs import CouponPacks
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.offer_queries import OfferQueries
from touchline.billing.facade import BillingFacade
from touchline.billing.tests.account_fakes import FakeCurrentChannel, build_account_services
from touchline.billing.tests.offer_fakes import InMemoryOffers
from touchline.billing.tests.offer_samples import IDS, billing_part, package_entry, subscription_entry, usd
from touchline.billing.tests.order_fakes import InMemoryCoupons
from touchline.billing.tests.order_samples import NOW
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId, PackageId


@pytest.fixture
def billing() -> BillingFacade:
    offers = InMemoryOffers()
    packs = OfferPacks(offers, CouponPacks(InMemoryCoupons(), offers))
    unused: Any = None
    return BillingFacade(
        OfferQueries(offers, FakeCurrentChannel(), FixedClock(NOW)),
        packs,
        offers,
        *build_account_services(),
        *[*[unused] * 12, SimpleNamespace(get_gift=unused, get_redemption=unused)],
    )


def test_a_package_is_serialized_with_its_base_price_and_fee(billing: BillingFacade) -> None:
    billing.apply_pack(billing_part(package_entry("hockey")), IDS)
    (serialized,) = billing.list_packages("fr")
    assert serialized == {
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
        "limits": {"clips": None, "downloads": None, "streams": 3},
        "availability": {"live": True, "replay": True, "replay_delay_hours": 0, "audio_only": False},
        "features": ["Chaque match"],
        "recommended": False,
        "capabilities": ["watch"],
        "type": "season",
        "event_categories": [7],
        "is_team_pass": False,
        "days": None,
        "until": None,
        "price_choice": None,
    }


def test_a_subscription_is_serialized_with_its_trial_and_falls_back_to_the_channel_language(
    billing: BillingFacade,
) -> None:
    billing.apply_pack(billing_part(subscriptions=(subscription_entry("year"),)), IDS)
    (serialized,) = billing.list_subscriptions("fr")
    assert (serialized["name"], serialized["trial_period"], serialized["offer"]) == ("Year", 7, "annual")
    assert serialized["capabilities"] == ["watch", "clipping"]


@pytest.mark.parametrize(
    ("offer", "period"), [("annual", "annual"), ("monthly", "month"), ("monthly", "monthly")]
)
def test_a_subscription_includes_its_offer_and_period(
    billing: BillingFacade, offer: str, period: str
) -> None:
    billing.apply_pack(
        billing_part(subscriptions=(subscription_entry("plan", offer=offer, period=period),)), IDS
    )
    (serialized,) = billing.list_subscriptions("en")
    assert (serialized["offer"], serialized["period"]) == (offer, period)


def test_offers_are_listed_by_weight(billing: BillingFacade) -> None:
    billing.apply_pack(
        billing_part(
            package_entry("light"), package_entry("heavy", weight=9), package_entry("middle", weight=3)
        ),
        IDS,
    )
    assert [package["name"] for package in billing.list_packages("en")] == ["Heavy", "Middle", "Light"]


def test_an_offer_that_is_not_on_sale_is_not_found() -> None:
    queries = OfferQueries(InMemoryOffers(), FakeCurrentChannel(), FixedClock(NOW))
    with pytest.raises(NotFoundError):
        queries.get_package(1, "en")
    with pytest.raises(NotFoundError):
        queries.get_subscription(1, "en")


def test_a_package_includes_its_duration(billing: BillingFacade) -> None:
    month, season = package_entry("month", days=30), package_entry("season", until=date(2027, 6, 30))
    billing.apply_pack(billing_part(month, season), IDS)
    serialized = {
        package["name"]: (package["days"], package["until"]) for package in billing.list_packages("en")
    }
    assert serialized == {"Month": (30, None), "Season": (None, "2027-06-30")}


def test_only_packages_of_type_event_sell_a_single_event(billing: BillingFacade) -> None:
    single = package_entry("single", type="event", price={"base": usd("8.99"), "fee": usd("1")})
    billing.apply_pack(
        billing_part(
            package_entry("season"), single, package_entry("any", type="event", categories=[], weight=1)
        ),
        IDS,
    )
    found = billing.list_single_event_packages()
    assert [(package.id, package.category_ids) for package in found] == [
        (PackageId(3), ()),
        (PackageId(2), (7,)),
    ]
    assert (found[1].base, found[1].fee) == (usd("8.99"), usd("1"))


def test_an_applied_pack_is_exported_unchanged(billing: BillingFacade) -> None:
    pack_part = billing_part(
        package_entry("hockey", categories=["hockey", "soccer"], weight=2),
        package_entry("team", type="team", is_team_pass=True, recommended=True),
        subscriptions=(subscription_entry("year", limits={"clips": 50}),),
    )
    billing.apply_pack(pack_part, IDS)
    assert billing.export_pack() == pack_part


def test_an_offer_includes_its_limits(billing: BillingFacade) -> None:
    billing.apply_pack(billing_part(package_entry("hockey", limits={"clips": 50})), IDS)
    assert billing.list_packages("en")[0]["limits"] == {"clips": 50, "downloads": None, "streams": 3}


def test_an_account_without_a_pass_has_no_allowance(billing: BillingFacade) -> None:
    assert not billing.get_allowance(AccountId(1), "clipping", "clips").is_allowed


def test_an_account_without_orders_has_no_entitlements(billing: BillingFacade) -> None:
    assert billing.list_entitlements(AccountId(1)) == []
