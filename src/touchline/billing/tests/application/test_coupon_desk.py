"""Promo codes of operators."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.coupon_desk import CouponDesk, NewCode
from touchline.billing.application.product_names import ProductNames
from touchline.billing.domain.coupons import Coupon
from touchline.billing.domain.orders import OrderStatus
from touchline.billing.tests.application.test_order_desk import Keys
from touchline.billing.tests.order_fakes import MemoryCoupons, MemoryOrders
from touchline.billing.tests.orders import NOW, order
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import SEASON, Shop
from touchline.billing.tests.till_fakes import MemoryChannel
from touchline.shared.errors import Invalid, NotFound, Refused
from touchline.shared.money import Money


def desk(*known: Coupon) -> CouponDesk:
    """A desk; TIPOFF was used by two orders, one of which failed."""
    used = order(promo_code="TIPOFF")
    failed = order(promo_code="TIPOFF", uuid="1" * 32, status=OrderStatus.FAILED)
    names = ProductNames(Shop().offers, Keys())
    return CouponDesk(MemoryCoupons(*known), MemoryOrders(used, failed), names, MemoryChannel())


def test_a_code_is_kept_in_capitals_for_what_it_names() -> None:
    added = desk().add(
        NewCode(code=" tipoff ", percent="12.5", products=("event", "package:season"), limit=9)
    )
    coupon = added.coupon
    assert (coupon.code, coupon.percent, coupon.most, coupon.most_each) == (
        "TIPOFF",
        Decimal("12.5"),
        9,
        None,
    )
    assert coupon.products == ("event", f"package:{SEASON}")
    assert not coupon.of_pack
    assert (added.used, added.products) == (1, ("event", "package:season"))


def test_an_amount_is_of_the_channels_currency() -> None:
    assert desk().add(NewCode(code="FIVE", amount="5")).coupon.amount == dollars("5.00")


@pytest.mark.parametrize(
    ("asked", "field"),
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
def test_what_cannot_be_is_named_by_field(asked: dict[str, Any], field: str) -> None:
    counter = desk()
    with pytest.raises(Invalid) as wrong:
        counter.add(NewCode(**{"code": "GOOD", **asked}))
    assert list(wrong.value.errors) == [field]
    assert counter.all() == []


@pytest.mark.parametrize(
    ("currency", "amount", "told"),
    [("KWD", "1.005", "KWD in steps of 0.010"), ("JPY", "0.5", "amount of JPY above 0, such as 5.")],
)
def test_an_amount_that_no_card_pays_is_told_with_what_would_be_one(
    currency: str, amount: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = replace(MemoryChannel().shop(), currency=currency)
    monkeypatch.setattr(MemoryChannel, "shop", lambda _: shop)
    with pytest.raises(Invalid) as wrong:
        desk().add(NewCode(code="GOOD", amount=amount))
    assert told in wrong.value.errors["amount"][0]
    assert desk().add(NewCode(code="GOOD", amount="5")).coupon.amount == Money.parse("5", currency)


def test_a_product_that_is_not_on_sale_is_named() -> None:
    with pytest.raises(NotFound, match="no package seasn"):
        desk().add(NewCode(code="GOOD", percent="5", products=("package:seasn",)))


def test_a_code_in_use_is_not_written_over_and_a_stopped_one_may_come_again() -> None:
    counter = desk()
    counter.add(NewCode(code="TIPOFF", percent="5"))
    with pytest.raises(Refused, match="TIPOFF is a promo code already"):
        counter.add(NewCode(code="tipoff", percent="50"))
    assert counter.stop("tipoff").coupon.stopped
    with pytest.raises(Refused, match="stopped already"):
        counter.stop("TIPOFF")
    again = counter.add(NewCode(code="TIPOFF", percent="50", ends_at=NOW + timedelta(days=1)))
    assert (again.coupon.percent, again.coupon.stopped, again.used) == (Decimal(50), False, 1)


def test_a_code_that_is_not_there_is_named() -> None:
    with pytest.raises(NotFound, match="no promo code NOTHING"):
        desk().show("nothing")
