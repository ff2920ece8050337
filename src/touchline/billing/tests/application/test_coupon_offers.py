"""What a viewer would pay with a promo code (api.md, `GET /apply_coupon`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.coupon_offers import CouponOffers
from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.application.packs import OfferPacks
from touchline.billing.application.pricing import Pricing
from touchline.billing.application.purchases import NotSelected, Purchase
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.domain.coupons import Coupon, WrongPromoCode
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import Kind
from touchline.billing.tests.fakes import MemoryOffers
from touchline.billing.tests.holdings import Town
from touchline.billing.tests.order_fakes import MemoryCoupons, MemoryOrders
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.samples import IDS, dollars, package, part
from touchline.billing.tests.shelf_fakes import MemoryShelf
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ME = Principal(ChannelId(1), SessionId(1), AccountId(4), "en", "US")


def at_20_and_2() -> MemoryShelf:
    """Game 12, sold by package 1."""
    shelf = MemoryShelf()
    shelf.game = replace(shelf.game, price=Price(dollars("20.00"), dollars("2.00")))
    return shelf


def offering(coupon: Coupon, **season: Any) -> CouponOffers:
    """The game, and a season pass, with one code."""
    kept, packs = MemoryOffers(), type("NoCoupons", (), {"apply": lambda *_: None})()  # type: MemoryOffers, Any
    told = part(package("game", type="event"), package("season", **season))
    OfferPacks(kept, packs).apply(told, IDS["category"])
    quotes = CouponQuotes(MemoryCoupons(coupon), MemoryOrders(), FixedClock(NOW))
    shelf, clock = at_20_and_2(), FixedClock(NOW)
    pricing = Pricing(kept, shelf, Town())
    return CouponOffers(SaleCheck(pricing, shelf, MemoryOrders(), clock, timedelta(days=7)), quotes)


@pytest.fixture
def offers() -> CouponOffers:
    return offering(Coupon(code="TIPOFF20", percent=Decimal(20)))


def wanted(**changes: Any) -> Purchase:
    """The game with the code."""
    return Purchase(**{"kind": Kind.EVENT, "id": 12, "package_id": 1, "promo_code": " tipoff20", **changes})


def test_the_code_takes_from_the_price_of_the_event_itself(offers: CouponOffers) -> None:
    assert offers(ME, wanted()) == {
        "code": "TIPOFF20",
        "base_price": "20.00",
        "service_fee": "2.00",
        "discount": "4.00",
        "total": "18.00",
        "currency": "USD",
    }


def test_an_event_is_priced_without_its_package_and_refused_with_another(offers: CouponOffers) -> None:
    assert offers(ME, wanted(package_id=None)) == offers(ME, wanted())
    with pytest.raises(NotSelected):
        offers(ME, wanted(package_id=2))


def test_a_package_is_priced_by_itself(offers: CouponOffers) -> None:
    told = offers(ME, wanted(kind=Kind.PACKAGE, id=2, package_id=None))
    assert (told["base_price"], told["discount"], told["total"]) == ("39.99", "8.00", "33.49")


@pytest.mark.parametrize("code", ["TIPOFF21", "", None])
def test_another_code_is_wrong(offers: CouponOffers, code: str | None) -> None:
    with pytest.raises(WrongPromoCode):
        offers(ME, wanted(promo_code=code))


@pytest.mark.parametrize(
    ("taken", "left"), [("9.50", "0.50"), ("9.51", None), ("9.99", None), ("10", "0.00")]
)
def test_a_code_that_leaves_too_little_for_a_card_is_refused(taken: str, left: str | None) -> None:
    price = {"base": dollars("10.00"), "fee": dollars("0")}
    offers = offering(Coupon(code="TIPOFF20", amount=dollars(taken)), price=price)
    season = wanted(kind=Kind.PACKAGE, id=2, package_id=None)
    if left is not None:
        assert offers(ME, season)["total"] == left
        return
    with pytest.raises(Refused, match=r"^This price cannot be paid by card\.$") as refusal:
        offers(ME, season)
    assert refusal.value.code == "errors.amount"


def test_what_is_not_on_sale_has_no_price(offers: CouponOffers) -> None:
    with pytest.raises(NotSelected):
        offers(ME, wanted(id=None))
    with pytest.raises(NotFound):
        offers(ME, wanted(id=13))
