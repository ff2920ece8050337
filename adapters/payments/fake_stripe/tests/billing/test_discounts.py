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
    made = subscribe_with_discount(merchant, {"coupon": merchant.api.coupons.create(coupon).id})
    assert made.status == "active"
    merchant.fake_stripe.advance(days=95)
    assert list_totals(merchant, made) == expected


def test_what_is_too_little_to_be_charged_waits_for_the_next_invoice(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"amount_off": 970, "currency": "usd", "duration": "once"})
    made = subscribe_with_discount(merchant, {"coupon": coupon.id}, expand=["latest_invoice"])
    first = made.latest_invoice
    assert (first.total, first.amount_due, first.amount_paid, first.status) == (30, 0, 0, "paid")
    merchant.fake_stripe.advance(days=31)
    second = merchant.api.invoices.list({"subscription": made.id}).data[0]
    assert (second.total, second.starting_balance, second.amount_paid) == (1000, 30, 1030)
    assert [charge.amount for charge in merchant.api.charges.list().data] == [1030]


def test_an_invoice_lists_its_discounts(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20, "duration": "once"})
    made = subscribe_with_discount(merchant, {"coupon": coupon.id}, expand=["latest_invoice.discounts"])
    invoice: Any = made.latest_invoice
    assert (invoice.subtotal, invoice.total, invoice.amount_paid) == (1000, 800, 800)
    assert [discounts.amount for discounts in invoice.total_discount_amounts] == [200]
    assert invoice.discounts[0].source.coupon == coupon.id
    assert merchant.api.coupons.retrieve(coupon.id).times_redeemed == 1


def test_a_coupon_for_once_waits_for_the_end_of_a_trial(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 50, "duration": "once"})
    made = subscribe_with_discount(merchant, {"coupon": coupon.id}, trial_period_days=7)
    merchant.fake_stripe.advance(days=45)
    assert list_totals(merchant, made) == [0, 500, 1000]


def test_a_coupon_may_be_for_some_products(merchant: Merchant) -> None:
    other = merchant.api.products.create({"name": "Another"}).id
    coupon = merchant.api.coupons.create({"percent_off": 50, "applies_to": {"products": [other]}})
    found = merchant.api.coupons.retrieve(coupon.id, {"expand": ["applies_to"]})
    assert found.applies_to.products == [other]
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


def test_a_promotion_code_expires_and_may_be_for_one_customer_or_an_amount(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20}).id
    promotion: Any = {"type": "coupon", "coupon": coupon}
    codes = merchant.api.promotion_codes
    expired = codes.create(
        {"promotion": promotion, "code": "SHORT", "expires_at": merchant.fake_stripe.now() + 60}
    )
    theirs = codes.create({"promotion": promotion, "code": "THEIRS", "customer": merchant.create_customer()})
    minimum: Any = {"minimum_amount": 2000, "minimum_amount_currency": "usd"}
    large = codes.create({"promotion": promotion, "code": "LARGE", "restrictions": minimum})
    merchant.fake_stripe.advance(days=1)
    assert codes.list({"code": "SHORT", "active": True}).data == []
    for code in (expired, theirs, large):
        with pytest.raises(stripe.InvalidRequestError):
            subscribe_with_discount(merchant, {"promotion_code": code.id})
    assert list_totals(
        merchant, subscribe_with_discount(merchant, {"promotion_code": large.id}, amount=2000)
    ) == [1600]


def test_a_coupon_of_another_currency_or_over_its_time_is_refused(merchant: Merchant) -> None:
    euros = merchant.api.coupons.create({"amount_off": 300, "currency": "eur"})
    over = merchant.api.coupons.create({"percent_off": 20, "redeem_by": merchant.fake_stripe.now() + 60})
    merchant.fake_stripe.advance(days=1)
    for coupon in (euros, over):
        with pytest.raises(stripe.InvalidRequestError):
            subscribe_with_discount(merchant, {"coupon": coupon.id})


def test_a_deleted_coupon_is_redeemed_no_more_and_stays_where_it_was(merchant: Merchant) -> None:
    coupon = merchant.api.coupons.create({"percent_off": 20, "duration": "forever", "id": "SPRING"})
    made = subscribe_with_discount(merchant, {"coupon": "SPRING"})
    merchant.api.coupons.delete(coupon.id)
    merchant.fake_stripe.advance(days=31)
    assert list_totals(merchant, made) == [800, 800]
    with pytest.raises(stripe.InvalidRequestError, match="No such coupon"):
        subscribe_with_discount(merchant, {"coupon": "SPRING"})
