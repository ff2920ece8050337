"""Tests for the price quote with a promo code (api.md, `GET /apply_coupon`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.checkout.purchases import NotSelectedError, Purchase
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.coupons.quote_coupon import QuoteCoupon
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.pricing_service import PricingService
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.coupons import Coupon, InvalidPromoCodeError
from touchline.billing.domain.offers.offers import Price
from touchline.billing.tests.account_fakes import FakeCurrentChannel
from touchline.billing.tests.offer_fakes import InMemoryOffers
from touchline.billing.tests.offer_samples import IDS, billing_part, package_entry, usd
from touchline.billing.tests.order_fakes import InMemoryCoupons, InMemoryOrders
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.sale_catalog_fakes import InMemorySaleCatalog
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, ChannelId, SessionId
from touchline.shared.principal import Principal

ME = Principal(ChannelId(1), SessionId(1), AccountId(4), "en", "US")


def build_priced_catalog() -> InMemorySaleCatalog:
    """Build a catalog with event 12, sold by package 1."""
    sale_catalog = InMemorySaleCatalog()
    sale_catalog.main_event = replace(sale_catalog.main_event, price=Price(usd("20.00"), usd("2.00")))
    return sale_catalog


def build_quote_coupon(coupon: Coupon, **season: Any) -> QuoteCoupon:
    """Build a `QuoteCoupon` for the event and a season pass, with one promo code."""
    offers, packs = InMemoryOffers(), type("NoCoupons", (), {"apply": lambda *_: None})()  # type: InMemoryOffers, Any
    part = billing_part(package_entry("game", type="event"), package_entry("season", **season))
    OfferPacks(offers, packs).apply(part, IDS["category"])
    coupon_discounts = CouponDiscounts(InMemoryCoupons(coupon), InMemoryOrders(), FixedClock(NOW))
    sale_catalog, clock = build_priced_catalog(), FixedClock(NOW)
    pricing = PricingService(offers, sale_catalog, FakeCurrentChannel())
    return QuoteCoupon(
        SaleCheck(pricing, sale_catalog, InMemoryOrders(), clock, timedelta(days=7)), coupon_discounts
    )


@pytest.fixture
def quote_coupon() -> QuoteCoupon:
    return build_quote_coupon(Coupon(code="TIPOFF20", percent=Decimal(20)))


def build_purchase(**changes: Any) -> Purchase:
    """Build a purchase of the event with the promo code."""
    return Purchase(
        **{"kind": ProductKind.EVENT, "id": 12, "package_id": 1, "promo_code": " tipoff20", **changes}
    )


def test_the_code_reduces_the_price_of_the_event(quote_coupon: QuoteCoupon) -> None:
    assert quote_coupon(ME, build_purchase()) == {
        "code": "TIPOFF20",
        "base_price": "20.00",
        "service_fee": "2.00",
        "discount": "4.00",
        "total": "18.00",
        "currency": "USD",
    }


def test_an_event_is_priced_without_its_package_and_refused_with_another(quote_coupon: QuoteCoupon) -> None:
    assert quote_coupon(ME, build_purchase(package_id=None)) == quote_coupon(ME, build_purchase())
    with pytest.raises(NotSelectedError):
        quote_coupon(ME, build_purchase(package_id=2))


def test_a_package_is_priced_by_itself(quote_coupon: QuoteCoupon) -> None:
    quote = quote_coupon(ME, build_purchase(kind=ProductKind.PACKAGE, id=2, package_id=None))
    assert (quote["base_price"], quote["discount"], quote["total"]) == ("39.99", "8.00", "33.49")


@pytest.mark.parametrize("code", ["TIPOFF21", "", None])
def test_another_code_is_wrong(quote_coupon: QuoteCoupon, code: str | None) -> None:
    with pytest.raises(InvalidPromoCodeError):
        quote_coupon(ME, build_purchase(promo_code=code))


@pytest.mark.parametrize(
    ("amount", "total"), [("9.50", "0.50"), ("9.51", None), ("9.99", None), ("10", "0.00")]
)
def test_a_code_that_leaves_too_little_for_a_card_is_refused(amount: str, total: str | None) -> None:
    price = {"base": usd("10.00"), "fee": usd("0")}
    quote_coupon = build_quote_coupon(Coupon(code="TIPOFF20", amount=usd(amount)), price=price)
    season = build_purchase(kind=ProductKind.PACKAGE, id=2, package_id=None)
    if total is not None:
        assert quote_coupon(ME, season)["total"] == total
        return
    with pytest.raises(RefusedError, match=r"^This amount cannot be paid by card\.$") as refusal:
        quote_coupon(ME, season)
    assert refusal.value.code == "errors.amount"


def test_a_product_that_is_not_on_sale_has_no_quote(quote_coupon: QuoteCoupon) -> None:
    with pytest.raises(NotSelectedError):
        quote_coupon(ME, build_purchase(id=None))
    with pytest.raises(NotFoundError):
        quote_coupon(ME, build_purchase(id=13))
