"""Tests for managing promo codes as an operator."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.coupons.coupon_admin import CouponAdmin, NewCoupon
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.coupons import Coupon
from touchline.billing.tests.application.checkout.test_access_grants import FakeCatalogKeys
from touchline.billing.tests.checkout_environment import SEASON, CheckoutEnvironment
from touchline.billing.tests.checkout_fakes import InMemoryChannel
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_fakes import InMemoryCoupons, InMemoryOrders
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.shared.errors import InvalidInputError, NotFoundError, RefusedError
from touchline.shared.money import Money


def build_coupon_admin(*coupons: Coupon) -> CouponAdmin:
    """Build a `CouponAdmin`. Two orders used the code TIPOFF, and one of them failed."""
    used = build_order(promo_code="TIPOFF")
    failed = build_order(promo_code="TIPOFF", uuid="1" * 32, status=OrderStatus.FAILED)
    product_references = ProductReferences(CheckoutEnvironment().offers, FakeCatalogKeys())
    return CouponAdmin(
        InMemoryCoupons(*coupons), InMemoryOrders(used, failed), product_references, InMemoryChannel()
    )


def test_a_code_is_stored_in_upper_case_with_its_products() -> None:
    added = build_coupon_admin().add(
        NewCoupon(code=" tipoff ", percent="12.5", products=("event", "package:season"), max_redemptions=9)
    )
    coupon = added.coupon
    assert (coupon.code, coupon.percent, coupon.max_redemptions, coupon.max_redemptions_per_customer) == (
        "TIPOFF",
        Decimal("12.5"),
        9,
        None,
    )
    assert coupon.products == ("event", f"package:{SEASON}")
    assert not coupon.from_pack
    assert (added.redemptions, added.products) == (1, ("event", "package:season"))


def test_an_amount_is_in_the_channel_currency() -> None:
    assert build_coupon_admin().add(NewCoupon(code="FIVE", amount="5")).coupon.amount == usd("5.00")


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"code": "A B", "percent": "5"}, "code"),
        ({"code": "AB", "percent": "5"}, "code"),
        ({"percent": "0"}, "percent"),
        ({"percent": "101"}, "percent"),
        ({"percent": "20%"}, "percent"),
        ({"percent": "1.234"}, "percent"),
        ({"amount": "0"}, "amount"),
        ({"amount": "5.001"}, "amount"),
        ({"amount": "-5"}, "amount"),
        ({}, "percent"),
        ({"percent": "5", "amount": "5"}, "percent"),
        ({"percent": "5", "starts_at": NOW, "ends_at": NOW}, "ends"),
    ],
)
def test_an_invalid_field_is_reported(params: dict[str, Any], field: str) -> None:
    coupon_admin = build_coupon_admin()
    with pytest.raises(InvalidInputError) as refusal:
        coupon_admin.add(NewCoupon(**{"code": "GOOD", **params}))
    assert list(refusal.value.errors) == [field]
    assert coupon_admin.list_all() == []


@pytest.mark.parametrize(
    ("currency", "amount", "message"),
    [("KWD", "1.005", "KWD use steps of 0.010"), ("JPY", "0.5", "amount in JPY above 0, such as 5.")],
)
def test_an_amount_that_no_card_can_pay_names_a_valid_step(
    currency: str, amount: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    billing_settings = replace(InMemoryChannel().get_billing_settings(), currency=currency)
    monkeypatch.setattr(InMemoryChannel, "get_billing_settings", lambda _: billing_settings)
    with pytest.raises(InvalidInputError) as refusal:
        build_coupon_admin().add(NewCoupon(code="GOOD", amount=amount))
    assert message in refusal.value.errors["amount"][0]
    assert build_coupon_admin().add(NewCoupon(code="GOOD", amount="5")).coupon.amount == Money.parse(
        "5", currency
    )


def test_a_product_that_is_not_on_sale_is_named() -> None:
    with pytest.raises(NotFoundError, match="no package seasn"):
        build_coupon_admin().add(NewCoupon(code="GOOD", percent="5", products=("package:seasn",)))


def test_an_active_code_is_not_overwritten_and_a_stopped_code_can_be_added_again() -> None:
    coupon_admin = build_coupon_admin()
    coupon_admin.add(NewCoupon(code="TIPOFF", percent="5"))
    with pytest.raises(RefusedError, match="TIPOFF already exists"):
        coupon_admin.add(NewCoupon(code="tipoff", percent="50"))
    assert coupon_admin.stop("tipoff").coupon.is_stopped
    with pytest.raises(RefusedError, match="already inactive"):
        coupon_admin.stop("TIPOFF")
    again = coupon_admin.add(NewCoupon(code="TIPOFF", percent="50", ends_at=NOW + timedelta(days=1)))
    assert (again.coupon.percent, again.coupon.is_stopped, again.redemptions) == (Decimal(50), False, 1)


def test_the_error_names_an_unknown_code() -> None:
    with pytest.raises(NotFoundError, match="no promo code NOTHING"):
        build_coupon_admin().get("nothing")
