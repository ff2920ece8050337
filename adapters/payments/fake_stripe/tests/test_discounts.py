"""Coupons and promotion codes."""

from __future__ import annotations

from typing import Any

import pytest
import stripe

from adapters.payments.fake_stripe.tests.shop import Shop


def totals(shop: Shop, subscription: Any) -> list[int]:
    """What each invoice asked for, oldest first."""
    return [invoice.total for invoice in shop.api.invoices.list({"subscription": subscription.id}).data][::-1]


def bought(shop: Shop, discount: dict[str, str], amount: int = 1000, **more: Any) -> Any:
    customer = shop.customer()
    price = shop.price(amount, interval="day", count=30)
    return shop.subscribe(customer, shop.card(customer), price, discounts=[discount], **more)


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
def test_a_coupon_takes_off_what_it_says_for_as_long_as_it_says(
    shop: Shop, coupon: dict[str, Any], expected: list[int]
) -> None:
    made = bought(shop, {"coupon": shop.api.coupons.create(coupon).id})
    assert made.status == "active"
    shop.running.advance(days=95)
    assert totals(shop, made) == expected


def test_what_is_too_little_to_be_charged_waits_for_the_next_invoice(shop: Shop) -> None:
    coupon = shop.api.coupons.create({"amount_off": 970, "currency": "usd", "duration": "once"})
    made = bought(shop, {"coupon": coupon.id}, expand=["latest_invoice"])
    first = made.latest_invoice
    assert (first.total, first.amount_due, first.amount_paid, first.status) == (30, 0, 0, "paid")
    shop.running.advance(days=31)
    second = shop.api.invoices.list({"subscription": made.id}).data[0]
    assert (second.total, second.starting_balance, second.amount_paid) == (1000, 30, 1030)
    assert [charge.amount for charge in shop.api.charges.list().data] == [1030]


def test_an_invoice_tells_what_was_taken_off(shop: Shop) -> None:
    coupon = shop.api.coupons.create({"percent_off": 20, "duration": "once"})
    made = bought(shop, {"coupon": coupon.id}, expand=["latest_invoice.discounts"])
    invoice: Any = made.latest_invoice
    assert (invoice.subtotal, invoice.total, invoice.amount_paid) == (1000, 800, 800)
    assert [taken.amount for taken in invoice.total_discount_amounts] == [200]
    assert invoice.discounts[0].source.coupon == coupon.id
    assert shop.api.coupons.retrieve(coupon.id).times_redeemed == 1


def test_a_coupon_for_once_waits_for_the_end_of_a_trial(shop: Shop) -> None:
    coupon = shop.api.coupons.create({"percent_off": 50, "duration": "once"})
    made = bought(shop, {"coupon": coupon.id}, trial_period_days=7)
    shop.running.advance(days=45)
    assert totals(shop, made) == [0, 500, 1000]


def test_a_coupon_may_be_for_some_products(shop: Shop) -> None:
    other = shop.api.products.create({"name": "Another"}).id
    coupon = shop.api.coupons.create({"percent_off": 50, "applies_to": {"products": [other]}})
    found = shop.api.coupons.retrieve(coupon.id, {"expand": ["applies_to"]})
    assert found.applies_to.products == [other]
    assert totals(shop, bought(shop, {"coupon": coupon.id})) == [1000]


def test_a_promotion_code_is_redeemed_until_it_is_used_up(shop: Shop) -> None:
    coupon = shop.api.coupons.create({"percent_off": 20, "duration": "once"}).id
    promotion: Any = {"type": "coupon", "coupon": coupon}
    code = shop.api.promotion_codes.create({"promotion": promotion, "code": "TIPOFF20", "max_redemptions": 1})
    assert shop.api.promotion_codes.list({"code": "tipoff20", "active": True}).data[0].id == code.id
    with pytest.raises(stripe.InvalidRequestError, match="already exists"):
        shop.api.promotion_codes.create({"promotion": promotion, "code": "TIPOFF20"})
    assert totals(shop, bought(shop, {"promotion_code": code.id})) == [800]
    used = shop.api.promotion_codes.retrieve(code.id)
    assert (used.active, used.times_redeemed) == (False, 1)
    with pytest.raises(stripe.InvalidRequestError) as error:
        bought(shop, {"promotion_code": code.id})
    assert error.value.code == "coupon_expired"


def test_a_promotion_code_expires_and_may_be_for_one_customer_or_an_amount(shop: Shop) -> None:
    coupon = shop.api.coupons.create({"percent_off": 20}).id
    promotion: Any = {"type": "coupon", "coupon": coupon}
    codes = shop.api.promotion_codes
    short = codes.create({"promotion": promotion, "code": "SHORT", "expires_at": shop.running.now() + 60})
    theirs = codes.create({"promotion": promotion, "code": "THEIRS", "customer": shop.customer()})
    least: Any = {"minimum_amount": 2000, "minimum_amount_currency": "usd"}
    large = codes.create({"promotion": promotion, "code": "LARGE", "restrictions": least})
    shop.running.advance(days=1)
    assert codes.list({"code": "SHORT", "active": True}).data == []
    for code in (short, theirs, large):
        with pytest.raises(stripe.InvalidRequestError):
            bought(shop, {"promotion_code": code.id})
    assert totals(shop, bought(shop, {"promotion_code": large.id}, amount=2000)) == [1600]


def test_a_coupon_of_another_currency_or_over_its_time_is_refused(shop: Shop) -> None:
    euros = shop.api.coupons.create({"amount_off": 300, "currency": "eur"})
    over = shop.api.coupons.create({"percent_off": 20, "redeem_by": shop.running.now() + 60})
    shop.running.advance(days=1)
    for coupon in (euros, over):
        with pytest.raises(stripe.InvalidRequestError):
            bought(shop, {"coupon": coupon.id})


def test_a_deleted_coupon_is_redeemed_no_more_and_stays_where_it_was(shop: Shop) -> None:
    coupon = shop.api.coupons.create({"percent_off": 20, "duration": "forever", "id": "SPRING"})
    made = bought(shop, {"coupon": "SPRING"})
    shop.api.coupons.delete(coupon.id)
    shop.running.advance(days=31)
    assert totals(shop, made) == [800, 800]
    with pytest.raises(stripe.InvalidRequestError, match="No such coupon"):
        bought(shop, {"coupon": "SPRING"})
