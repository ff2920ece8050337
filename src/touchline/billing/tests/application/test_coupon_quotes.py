"""What a promo code takes off (product.md §8; api.md, "Closed questions, Money")."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.domain.coupons import Coupon, WrongPromoCode
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import Kind, OrderStatus, Product
from touchline.billing.tests.order_fakes import MemoryCoupons, MemoryOrders
from touchline.billing.tests.orders import GAME, NOW, order
from touchline.billing.tests.samples import dollars
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.money import Money

PRICE = Price(dollars("12.00"), dollars("1.50"))
ME, ANOTHER = AccountId(4), AccountId(5)
SEASON = Product(kind=Kind.PACKAGE, id=3, name={"en": "Season"})


def desk(coupon: Coupon, *orders: Any) -> CouponQuotes:
    """Quotes of one code."""
    return CouponQuotes(MemoryCoupons(coupon), MemoryOrders(*orders), FixedClock(NOW))


def off(coupon: Coupon, *orders: Any, product: Product = GAME, price: Price = PRICE) -> str:
    """What the code takes off for me."""
    return desk(coupon, *orders).quote(coupon.code, product, price, ME).decimal


def tipoff(**changes: Any) -> Coupon:
    """20 % off everything, once each."""
    unsaid: dict[str, Any] = {"code": "TIPOFF20", "percent": Decimal(20)}
    return Coupon(**(unsaid | changes))


def used(**changes: Any) -> Any:
    """An order that used the code."""
    return order(promo_code="TIPOFF20", **changes)


def test_a_percentage_is_taken_from_the_base_price_alone() -> None:
    assert off(tipoff()) == "2.40"


def test_half_a_cent_goes_to_the_buyer() -> None:
    assert off(tipoff(percent=Decimal(50)), price=Price(dollars("0.05"), dollars("1"))) == "0.03"


def test_an_amount_takes_no_more_than_there_is() -> None:
    assert off(tipoff(percent=None, amount=dollars("5"))) == "5.00"
    assert off(tipoff(percent=None, amount=dollars("50"))) == "12.00"


@pytest.mark.parametrize(
    ("base", "percent", "taken"),
    [
        (Money(999, "JPY"), "20", "200"),
        (Money(4990, "KWD"), "15", "0.750"),
        (Money(4990, "KWD"), "12.5", "0.620"),
        (Money(100, "BHD"), "15", "0.020"),
        (Money(4990, "OMR"), "100", "4.990"),
        (Money(123_00, "MGA"), "15", "18.00"),
        (Money(130_00, "MGA"), "5", "7.00"),
    ],
)
def test_a_percentage_is_rounded_to_what_a_card_can_be_charged(base: Money, percent: str, taken: str) -> None:
    price = Price(base, Money(0, base.currency))
    assert off(tipoff(percent=Decimal(percent)), price=price) == taken


def test_an_amount_is_rounded_to_what_a_card_can_be_charged() -> None:
    dinar = Price(Money(4990, "KWD"), Money(0, "KWD"))
    assert off(tipoff(percent=None, amount=Money(1125, "KWD")), price=dinar) == "1.130"


def test_a_code_is_found_however_it_is_typed() -> None:
    assert desk(tipoff()).quote("  tipOff20 ", GAME, PRICE, ME).decimal == "2.40"


@pytest.mark.parametrize(
    "coupon",
    [
        tipoff(stopped=True),
        tipoff(starts_at=NOW + timedelta(seconds=1)),
        tipoff(ends_at=NOW),
        tipoff(most=0),
        tipoff(products=("subscription", "event:13", "package:4")),
        tipoff(percent=None, amount=Money(500, "EUR")),
    ],
)
def test_a_code_that_does_not_fit_is_wrong_whatever_the_reason(coupon: Coupon) -> None:
    with pytest.raises(WrongPromoCode, match=r"^Wrong promo code$"):
        off(coupon)


@pytest.mark.parametrize("code", ["TIPOFF21", "", "TIPOFF20\x00", "x" * 5000])
def test_an_unknown_code_is_wrong_in_the_same_words(code: str) -> None:
    with pytest.raises(WrongPromoCode, match=r"^Wrong promo code$"):
        desk(tipoff()).quote(code, GAME, PRICE, ME)


@pytest.mark.parametrize("name", ["event", "event:12", "package:3"])
def test_a_code_for_some_products_fits_them(name: str) -> None:
    assert off(tipoff(products=(name,))) == "2.40"


def test_a_code_for_all_events_is_not_for_packages() -> None:
    with pytest.raises(WrongPromoCode):
        off(tipoff(products=("event",)), product=SEASON)


def test_each_viewer_uses_a_code_once_unless_it_says_more() -> None:
    with pytest.raises(WrongPromoCode):
        off(tipoff(), used())
    assert off(tipoff(), used(account_id=ANOTHER)) == "2.40"
    assert off(tipoff(most_each=2), used()) == "2.40"


def test_a_code_is_used_up_by_all_viewers_together() -> None:
    with pytest.raises(WrongPromoCode):
        off(tipoff(most=1), used(account_id=ANOTHER))


def test_an_order_that_failed_used_nothing_up() -> None:
    assert off(tipoff(most=1), used(status=OrderStatus.FAILED)) == "2.40"


def test_a_code_is_held_while_an_order_is_placed_with_it() -> None:
    coupons = MemoryCoupons(tipoff())
    quotes = CouponQuotes(coupons, MemoryOrders(), FixedClock(NOW))
    assert quotes.quote("tipoff20", GAME, PRICE, ME).decimal == "2.40"
    assert coupons.held == []
    assert quotes.take("tipoff20", GAME, PRICE, ME).decimal == "2.40"
    assert coupons.held == ["TIPOFF20"]
