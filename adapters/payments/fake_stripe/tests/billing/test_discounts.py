"""Tests for coupons and promotion codes."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.merchant import Merchant


def list_totals(merchant: Merchant, subscription: Any) -> list[int]:
    """List the totals of a subscription's invoices, oldest first."""
    return [invoice.total for invoice in merchant.api.invoices.list({"subscription": subscription.id}).data][
        ::-1
    ]


def subscribe_with_discount(
    merchant: Merchant, discount: dict[str, str], amount: int = 1000, **more: Any
) -> Any:
    customer = merchant.create_customer()
    price = merchant.create_price(amount, interval="day", count=30)
    return merchant.subscribe(customer, merchant.attach_card(customer), price, discounts=[discount], **more)


@pytest.mark.parametrize(
    ("coupon", "expected"),
    [
        ({"percent_off": 20, "duration": "once"}, [800, 1000, 1000, 1000]),
        ({"percent_off": 33.3, "duration": "forever"}, [667, 667, 667, 667]),
        ({"amount_off": 300, "currency": "usd", "duration": "once"}, [700, 1000, 1000, 1000]),
        ({"percent_off": 50, "duration": "repeating", "duration_in_months": 2}, [500, 500, 500, 1000]),
        ({"percent_off": 100, "duration": "once"}, [0, 1000, 1000, 1000]),
        ({"amount_off": 5000, "currency": "usd", "duration": "once"}, [0, 1000, 1000, 1000]),
    ],
)
def test_a_coupon_reduces_invoices_for_its_duration(
    merchant: Merchant, coupon: dict[str, Any], expected: list[int]
) -> None:
    subscription = subscribe_with_discount(merchant, {"coupon": merchant.api.coupons.create(coupon).id})
    assert subscription.status == "active"
    merchant.fake_stripe.advance(days=95)
    assert list_totals(merchant, subscription) == expected


def test_an_amount_below_the_minimum_is_carried_over_to_the_next_invoice(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"amount_off": 970, "currency": "usd", "duration": "once"})
    subscription = subscribe_with_discount(merchant, {"coupon": coupon.id}, expand=["latest_invoice"])
    first = subscription.latest_invoice
    assert (first.total, first.amount_due, first.amount_paid, first.status) == (30, 0, 0, "paid")
    merchant.fake_stripe.advance(days=31)
    second = merchant.api.invoices.list({"subscription": subscription.id}).data[0]
    assert (second.total, second.starting_balance, second.amount_paid) == (1000, 30, 1030)
    assert [charge.amount for charge in merchant.api.charges.list().data] == [1030]


def test_an_invoice_lists_its_discounts(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20, "duration": "once"})
    subscription = subscribe_with_discount(
        merchant, {"coupon": coupon.id}, expand=["latest_invoice.discounts"]
    )
    invoice: Any = subscription.latest_invoice
    assert (invoice.subtotal, invoice.total, invoice.amount_paid) == (1000, 800, 800)
    assert [discount.amount for discount in invoice.total_discount_amounts] == [200]
    assert invoice.discounts[0].source.coupon == coupon.id
    assert merchant.api.coupons.retrieve(coupon.id).times_redeemed == 1


def test_a_coupon_with_duration_once_applies_after_the_trial(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 50, "duration": "once"})
    subscription = subscribe_with_discount(merchant, {"coupon": coupon.id}, trial_period_days=7)
    merchant.fake_stripe.advance(days=45)
    assert list_totals(merchant, subscription) == [0, 500, 1000]


def test_a_coupon_can_be_limited_to_products(merchant: Merchant) -> None:
    other = merchant.api.products.create({"name": "Another"}).id
    coupon = merchant.api.coupons.create({"percent_off": 50, "applies_to": {"products": [other]}})
    retrieved = merchant.api.coupons.retrieve(coupon.id, {"expand": ["applies_to"]})
    assert retrieved.applies_to.products == [other]
    assert list_totals(merchant, subscribe_with_discount(merchant, {"coupon": coupon.id})) == [1000]


def test_a_promotion_code_is_redeemed_until_it_is_used_up(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20, "duration": "once"}).id
    promotion: Any = {"type": "coupon", "coupon": coupon}
    code = merchant.api.promotion_codes.create(
        {"promotion": promotion, "code": "TIPOFF20", "max_redemptions": 1}
    )
    assert merchant.api.promotion_codes.list({"code": "tipoff20", "active": True}).data[0].id == code.id
    with pytest.raises(stripe.InvalidRequestError, match="already exists"):
        merchant.api.promotion_codes.create({"promotion": promotion, "code": "TIPOFF20"})
    assert list_totals(merchant, subscribe_with_discount(merchant, {"promotion_code": code.id})) == [800]
    used = merchant.api.promotion_codes.retrieve(code.id)
    assert (used.active, used.times_redeemed) == (False, 1)
    with pytest.raises(stripe.InvalidRequestError) as error:
        subscribe_with_discount(merchant, {"promotion_code": code.id})
    assert error.value.code == "coupon_expired"


def test_a_promotion_code_can_be_limited_by_time_customer_and_amount(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20}).id
    promotion: Any = {"type": "coupon", "coupon": coupon}
    codes = merchant.api.promotion_codes
    expired = codes.create(
        {"promotion": promotion, "code": "SHORT", "expires_at": merchant.fake_stripe.now() + 60}
    )
    for_another_customer = codes.create(
        {"promotion": promotion, "code": "THEIRS", "customer": merchant.create_customer()}
    )
    minimum: Any = {"minimum_amount": 2000, "minimum_amount_currency": "usd"}
    large = codes.create({"promotion": promotion, "code": "LARGE", "restrictions": minimum})
    merchant.fake_stripe.advance(days=1)
    assert codes.list({"code": "SHORT", "active": True}).data == []
    for code in (expired, for_another_customer, large):
        with pytest.raises(stripe.InvalidRequestError):
            subscribe_with_discount(merchant, {"promotion_code": code.id})
    assert list_totals(
        merchant, subscribe_with_discount(merchant, {"promotion_code": large.id}, amount=2000)
    ) == [1600]


def test_a_coupon_in_another_currency_or_past_its_date_is_refused(merchant: Merchant) -> None:
    euros = merchant.api.coupons.create({"amount_off": 300, "currency": "eur"})
    past_redeem_by = merchant.api.coupons.create(
        {"percent_off": 20, "redeem_by": merchant.fake_stripe.now() + 60}
    )
    merchant.fake_stripe.advance(days=1)
    for coupon in (euros, past_redeem_by):
        with pytest.raises(stripe.InvalidRequestError):
            subscribe_with_discount(merchant, {"coupon": coupon.id})


def test_a_deleted_coupon_cannot_be_redeemed_but_its_discounts_remain(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20, "duration": "forever", "id": "SPRING"})
    subscription = subscribe_with_discount(merchant, {"coupon": "SPRING"})
    merchant.api.coupons.delete(coupon.id)
    merchant.fake_stripe.advance(days=31)
    assert list_totals(merchant, subscription) == [800, 800]
    with pytest.raises(stripe.InvalidRequestError, match="No such coupon"):
        subscribe_with_discount(merchant, {"coupon": "SPRING"})
