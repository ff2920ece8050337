"""Tests for the discounts of promo codes (product.md §8; api.md, "Closed questions, Money")."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.domain.checkout.orders import OrderStatus, Product, ProductKind
from touchline.billing.domain.coupons import Coupon, InvalidPromoCodeError
from touchline.billing.domain.offers.offers import Price
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_fakes import InMemoryCoupons, InMemoryOrders
from touchline.billing.tests.order_samples import EVENT_PRODUCT, NOW, build_order
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.money import Money

PRICE = Price(usd("12.00"), usd("1.50"))
ME, ANOTHER = AccountId(4), AccountId(5)
SEASON = Product(kind=ProductKind.PACKAGE, id=3, name={"en": "Season"})


def build_coupon_discounts(coupon: Coupon, *orders: Any) -> CouponDiscounts:
    """Build `CouponDiscounts` with one promo code."""
    return CouponDiscounts(InMemoryCoupons(coupon), InMemoryOrders(*orders), FixedClock(NOW))


def quote_discount(
    coupon: Coupon, *orders: Any, product: Product = EVENT_PRODUCT, price: Price = PRICE
) -> str:
    """Return the discount of the promo code for the viewer."""
    return build_coupon_discounts(coupon, *orders).quote(coupon.code, product, price, ME).decimal


def build_coupon(**changes: Any) -> Coupon:
    """Build a promo code for 20% off everything, with one redemption per customer."""
    defaults: dict[str, Any] = {"code": "TIPOFF20", "percent": Decimal(20)}
    return Coupon(**(defaults | changes))


def build_used_order(**changes: Any) -> Any:
    """Build an order that used the promo code."""
    return build_order(promo_code="TIPOFF20", **changes)


def test_a_percentage_applies_to_the_base_price_only() -> None:
    assert quote_discount(build_coupon()) == "2.40"


def test_half_a_cent_is_rounded_in_favor_of_the_buyer() -> None:
    assert quote_discount(build_coupon(percent=Decimal(50)), price=Price(usd("0.05"), usd("1"))) == "0.03"


def test_an_amount_is_limited_to_the_base_price() -> None:
    assert quote_discount(build_coupon(percent=None, amount=usd("5"))) == "5.00"
    assert quote_discount(build_coupon(percent=None, amount=usd("50"))) == "12.00"


@pytest.mark.parametrize(
    ("base", "percent", "discount"),
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
def test_a_percentage_is_rounded_to_an_amount_that_a_card_can_pay(
    base: Money, percent: str, discount: str
) -> None:
    price = Price(base, Money(0, base.currency))
    assert quote_discount(build_coupon(percent=Decimal(percent)), price=price) == discount


def test_an_amount_is_rounded_to_an_amount_that_a_card_can_pay() -> None:
    dinar = Price(Money(4990, "KWD"), Money(0, "KWD"))
    assert quote_discount(build_coupon(percent=None, amount=Money(1125, "KWD")), price=dinar) == "1.130"


def test_a_code_ignores_case_and_spaces() -> None:
    assert (
        build_coupon_discounts(build_coupon()).quote("  tipOff20 ", EVENT_PRODUCT, PRICE, ME).decimal
        == "2.40"
    )


@pytest.mark.parametrize(
    "coupon",
    [
        build_coupon(is_stopped=True),
        build_coupon(starts_at=NOW + timedelta(seconds=1)),
        build_coupon(ends_at=NOW),
        build_coupon(max_redemptions=0),
        build_coupon(products=("subscription", "event:13", "package:4")),
        build_coupon(percent=None, amount=Money(500, "EUR")),
    ],
)
def test_an_unusable_code_has_one_message_for_every_reason(coupon: Coupon) -> None:
    with pytest.raises(InvalidPromoCodeError, match=r"^Wrong promo code$"):
        quote_discount(coupon)


@pytest.mark.parametrize("code", ["TIPOFF21", "", "TIPOFF20\x00", "x" * 5000])
def test_an_unknown_code_has_the_same_message(code: str) -> None:
    with pytest.raises(InvalidPromoCodeError, match=r"^Wrong promo code$"):
        build_coupon_discounts(build_coupon()).quote(code, EVENT_PRODUCT, PRICE, ME)


@pytest.mark.parametrize("name", ["event", "event:12", "package:3"])
def test_a_code_for_some_products_fits_them(name: str) -> None:
    assert quote_discount(build_coupon(products=(name,))) == "2.40"


def test_a_code_for_all_events_excludes_packages() -> None:
    with pytest.raises(InvalidPromoCodeError):
        quote_discount(build_coupon(products=("event",)), product=SEASON)


def test_each_viewer_redeems_a_code_once_unless_it_allows_more() -> None:
    with pytest.raises(InvalidPromoCodeError):
        quote_discount(build_coupon(), build_used_order())
    assert quote_discount(build_coupon(), build_used_order(account_id=ANOTHER)) == "2.40"
    assert quote_discount(build_coupon(max_redemptions_per_customer=2), build_used_order()) == "2.40"


def test_the_redemption_limit_counts_all_viewers() -> None:
    with pytest.raises(InvalidPromoCodeError):
        quote_discount(build_coupon(max_redemptions=1), build_used_order(account_id=ANOTHER))


def test_a_failed_order_redeems_no_code() -> None:
    assert (
        quote_discount(build_coupon(max_redemptions=1), build_used_order(status=OrderStatus.FAILED)) == "2.40"
    )


def test_a_code_is_locked_while_it_is_redeemed() -> None:
    coupons = InMemoryCoupons(build_coupon())
    coupon_discounts = CouponDiscounts(coupons, InMemoryOrders(), FixedClock(NOW))
    assert coupon_discounts.quote("tipoff20", EVENT_PRODUCT, PRICE, ME).decimal == "2.40"
    assert coupons.locked_codes == []
    assert coupon_discounts.redeem("tipoff20", EVENT_PRODUCT, PRICE, ME).decimal == "2.40"
    assert coupons.locked_codes == ["TIPOFF20"]
