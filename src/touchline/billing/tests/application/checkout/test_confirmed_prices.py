"""Tests for price confirmation: the displayed price is charged, or nothing is."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.checkout.purchases import AlreadyBoughtError, PriceChangedError
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.offers.offers import Price
from touchline.billing.tests.checkout_environment import MONTHLY, CheckoutEnvironment
from touchline.billing.tests.offer_samples import usd
from touchline.shared.errors import InvalidInputError

KEY = "idempotency-key-1"
PRICE_CHANGED_MESSAGE = "The price has changed. Check the new total and try again."


def raise_price(env: CheckoutEnvironment) -> None:
    """Raise the price of the event by one dollar."""
    env.sale_catalog.main_event = replace(env.sale_catalog.main_event, price=Price(usd("13.00"), usd("1.50")))


def assert_price_refused(env: CheckoutEnvironment, *arguments: Any, **more: Any) -> None:
    """Assert that the purchase is refused for its price, with no new order and no provider call."""
    before = len(env.orders.stored), list(env.payments.calls)
    with pytest.raises(PriceChangedError) as refusal:
        env.buy(*arguments, **more)
    assert (refusal.value.message, refusal.value.code) == (PRICE_CHANGED_MESSAGE, "errors.price_changed")
    assert (len(env.orders.stored), env.payments.calls) == before


@pytest.mark.parametrize("total", ["13.50", "13.5", None])
def test_the_confirmed_amount_is_charged(total: str | None) -> None:
    bought = CheckoutEnvironment().buy(total=total)
    assert (bought.status, bought.total) == (OrderStatus.PAID, usd("13.50"))


@pytest.mark.parametrize("total", ["13.49", "13.51", "0.00", "1350.00"])
def test_another_amount_is_refused_before_an_order_is_placed_or_charged(total: str) -> None:
    assert_price_refused(CheckoutEnvironment(), total=total)


def test_a_changed_price_is_charged_after_confirmation() -> None:
    env = CheckoutEnvironment()
    raise_price(env)
    assert_price_refused(env, total="13.50")
    assert env.buy(total="14.50").status is OrderStatus.PAID
    assert env.payments.get_balance() == 1450


def test_a_price_that_changes_while_the_customer_is_created_is_refused_too() -> None:
    env = CheckoutEnvironment()
    env.payments.before["get_or_create_customer"] = lambda: raise_price(env)
    with pytest.raises(PriceChangedError):
        env.buy(total="13.50")
    assert (env.orders.stored, env.payments.get_balance()) == ([], 0)


def test_the_confirmed_amount_includes_the_promo_code() -> None:
    env = CheckoutEnvironment()
    env.add_coupon("HALF", percent=Decimal(50))
    assert_price_refused(env, promo_code="HALF", total="13.50")
    assert env.buy(promo_code="HALF", total="7.50").total == usd("7.50")


def test_the_same_key_returns_the_same_order_after_a_price_change() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(key=KEY, total="13.50")
    raise_price(env)
    assert env.buy(key=KEY, total="13.50") == bought
    assert env.buy(key=KEY, total="14.50") == bought


def test_a_key_can_be_reused_after_a_price_refusal() -> None:
    env = CheckoutEnvironment()
    assert_price_refused(env, key=KEY, total="1.00")
    assert env.buy(key=KEY, total="13.50").status is OrderStatus.PAID


def test_a_price_changed_from_free_needs_confirmation_before_a_card() -> None:
    assert_price_refused(CheckoutEnvironment(), card=None, total="0.00")


def test_an_owned_product_is_reported_before_a_changed_price() -> None:
    env = CheckoutEnvironment()
    env.buy()
    with pytest.raises(AlreadyBoughtError):
        env.buy(total="1.00")


@pytest.mark.parametrize("trial", [True, False])
def test_a_subscription_renews_at_the_confirmed_price(trial: bool) -> None:
    env = CheckoutEnvironment()
    assert_price_refused(env, ProductKind.SUBSCRIPTION, is_trial=trial, renewal="98.00")
    assert env.buy(ProductKind.SUBSCRIPTION, is_trial=trial, renewal="99.00").status is OrderStatus.PAID


def test_a_promo_code_does_not_reduce_the_confirmed_renewal_price() -> None:
    env = CheckoutEnvironment()
    env.add_coupon("ALL", percent=Decimal(100))
    assert_price_refused(env, ProductKind.SUBSCRIPTION, promo_code="ALL", total="0.00", renewal="98.00")
    bought = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY, promo_code="ALL", total="0.00", renewal="99.00")
    assert bought.total == usd("0.00")


def test_a_one_time_purchase_has_no_renewal_amount() -> None:
    assert CheckoutEnvironment().buy(renewal="1.00").status is OrderStatus.PAID


@pytest.mark.parametrize("field", ["total", "renewal"])
def test_an_amount_with_too_many_decimals_is_invalid(field: str) -> None:
    env = CheckoutEnvironment()
    amounts: Any = {field: "99.001"}
    with pytest.raises(InvalidInputError) as refusal:
        env.buy(ProductKind.SUBSCRIPTION, **amounts)
    assert refusal.value.errors == {field: ["This is not a valid amount in USD."]}
    assert env.orders.stored == []
