"""Tests for the checkout service: one order and one charge per product, however often the request is
repeated.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.checkout.purchases import (
    AlreadyBoughtError,
    IdempotencyKeyReusedError,
    PaymentInProgressError,
)
from touchline.billing.domain.checkout.declines import PAYMENT_REPLACED
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.coupons import InvalidPromoCodeError
from touchline.billing.domain.offers.offers import Price
from touchline.billing.tests.checkout_environment import (
    ADA,
    BOB,
    GRACE_PERIOD,
    MONTHLY,
    TEAM_PASS,
    CheckoutEnvironment,
    build_purchase,
)
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import ACCESS_KINDS
from touchline.billing.tests.payment_fakes import DECLINED, FOREIGN, PENDING, REQUIRES_AUTHENTICATION, VISA
from touchline.shared.errors import NotFoundError, RefusedError

KEY = "idempotency-key-1"


def test_a_valid_card_pays_the_order_and_adds_one_transaction() -> None:
    env = CheckoutEnvironment()
    bought = env.buy()
    assert (bought.status, bought.starts_at) == (OrderStatus.PAID, env.clock.now())
    assert [(line.amount, line.signed_amount) for line in env.list_transactions(bought)] == [
        (usd("13.50"), 1350)
    ]
    assert env.is_balanced()


def test_a_declined_card_fails_the_order_and_adds_a_failed_transaction() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(card=DECLINED)
    assert (bought.status, bought.failure_message) == (OrderStatus.FAILED, "Your card was declined.")
    assert [line.status for line in env.list_transactions(bought)] == [OrderStatus.FAILED]
    assert env.is_balanced()


def test_a_retry_after_a_declined_card_makes_a_new_order() -> None:
    env = CheckoutEnvironment()
    first, second = env.buy(card=DECLINED), env.buy()
    assert (first.id, second.id, second.status) == (1, 2, OrderStatus.PAID)


def test_a_card_of_another_customer_fails_the_order_with_a_message_for_the_viewer() -> None:
    bought = CheckoutEnvironment().buy(card=FOREIGN)
    assert (bought.status, bought.failure_message) == (OrderStatus.FAILED, "This card cannot be used.")


def test_a_card_that_requires_authentication_is_pending_and_then_paid() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    assert (bought.status, bought.client_secret) == (OrderStatus.CREATED, "pi_1_secret")
    env.payments.complete_authentication("pi_1")
    env.checkout_service.pay(ADA.channel_id, ADA.viewer_id, bought.id)
    assert env.get_order(bought.id).status is OrderStatus.PAID
    assert env.is_balanced()


def test_a_failed_authentication_fails_the_order_for_good() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.complete_authentication("pi_1", is_successful=False)
    env.checkout_service.pay(ADA.channel_id, ADA.viewer_id, bought.id)
    after = env.get_order(bought.id)
    assert (after.status, after.client_secret) == (OrderStatus.FAILED, None)
    assert after.failure_message is not None and "bank" in after.failure_message
    assert env.payments.calls[-1] == "cancel_unpaid"


def test_another_viewers_order_cannot_be_resumed() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    with pytest.raises(NotFoundError):
        env.checkout_service.pay(BOB.channel_id, BOB.viewer_id, bought.id)


def test_the_same_key_returns_the_same_order_with_one_charge() -> None:
    env = CheckoutEnvironment()
    assert env.buy(key=KEY).id == env.buy(key=KEY).id
    assert env.payments.calls.count("charge") == 1


@pytest.mark.parametrize("card", [DECLINED, REQUIRES_AUTHENTICATION])
def test_the_same_key_returns_the_same_order_in_any_status(card: str) -> None:
    env = CheckoutEnvironment()
    first = env.buy(card=card, key=KEY)
    assert env.buy(card=card, key=KEY) == first
    assert len(env.orders.stored) == 1


def test_the_same_key_for_another_purchase_is_refused() -> None:
    env = CheckoutEnvironment()
    env.buy(key=KEY)
    others = [
        build_purchase(ProductKind.PACKAGE, key=KEY),
        build_purchase(key=KEY, card=DECLINED),
        build_purchase(key=KEY, promo_code="TIPOFF20"),
    ]
    for other in others:
        with pytest.raises(IdempotencyKeyReusedError) as refusal:
            env.checkout_service.buy(other, ADA)
        assert refusal.value.code == "errors.idempotency_key"


def test_the_same_key_of_another_viewer_makes_another_order() -> None:
    env = CheckoutEnvironment()
    assert env.buy(key=KEY).id != env.buy(key=KEY, who=BOB).id
    assert [order.account_id for order in env.orders.stored] == [ADA.viewer_id, BOB.viewer_id]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (ProductKind.EVENT, "You already bought this event."),
        (ProductKind.PACKAGE, "You already bought this package."),
        (ProductKind.SUBSCRIPTION, "You already bought this subscription."),
    ],
)
def test_a_product_that_the_viewer_has_is_not_sold_again(kind: ProductKind, message: str) -> None:
    env = CheckoutEnvironment()
    env.buy(kind)
    with pytest.raises(AlreadyBoughtError) as refusal:
        env.buy(kind)
    assert refusal.value.message == message
    assert len(env.payments.payments) == 1


def test_team_passes_are_separate_products_and_a_season_pass_covers_both() -> None:
    env = CheckoutEnvironment()
    env.buy(ProductKind.PACKAGE, id=TEAM_PASS, participant_id=70)
    env.buy(ProductKind.PACKAGE, id=TEAM_PASS, participant_id=71)
    with pytest.raises(AlreadyBoughtError):
        env.buy(ProductKind.PACKAGE, id=TEAM_PASS, participant_id=71)
    env.buy(ProductKind.PACKAGE, who=BOB)
    with pytest.raises(AlreadyBoughtError):
        env.buy(ProductKind.PACKAGE, id=TEAM_PASS, participant_id=70, who=BOB)


def test_an_expired_product_can_be_bought_again() -> None:
    env = CheckoutEnvironment(season={"days": 30})
    first = env.buy(ProductKind.PACKAGE)
    env.clock.advance(timedelta(days=30))
    second = env.buy(ProductKind.PACKAGE)
    assert (env.get_order(first.id).slot, second.status) == (None, OrderStatus.PAID)


def test_a_refunded_product_can_be_bought_again() -> None:
    env = CheckoutEnvironment()
    first = env.buy()
    env.payments.reverse_charge("ch_pi_1", usd("13.50"), "re_1")
    assert env.sync(first).status is OrderStatus.REFUNDED
    assert env.buy().status is OrderStatus.PAID


def test_a_purchase_with_another_key_during_authentication_replaces_the_first_order() -> None:
    env = CheckoutEnvironment()
    first, second = env.buy(card=REQUIRES_AUTHENTICATION, key=KEY), env.buy(card=VISA, key="another-key")
    after = env.get_order(first.id)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, PAYMENT_REPLACED)
    assert second.status is OrderStatus.PAID
    env.payments.complete_authentication("pi_1")
    assert env.payments.get_balance() == 1350


def test_an_order_that_turns_out_to_be_paid_is_not_replaced() -> None:
    env = CheckoutEnvironment()
    first = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.complete_authentication("pi_1")
    with pytest.raises(AlreadyBoughtError):
        env.buy(card=VISA)
    assert env.get_order(first.id).status is OrderStatus.PAID
    assert env.payments.get_balance() == 1350


def test_a_payment_completed_during_cancellation_is_not_replaced() -> None:
    env = CheckoutEnvironment()
    env.buy(card=PENDING)
    env.payments.before["cancel_unpaid"] = lambda: env.payments.complete_payment("pi_1")
    with pytest.raises(AlreadyBoughtError):
        env.buy()


def test_a_payment_that_cannot_be_canceled_blocks_another_purchase() -> None:
    env = CheckoutEnvironment()
    first = env.buy(card=PENDING)
    env.payments.refuses_cancellation = True
    with pytest.raises(PaymentInProgressError):
        env.buy()
    env.payments.complete_payment("pi_1")
    assert env.sync(first).status is OrderStatus.PAID


def test_a_payment_in_progress_elsewhere_is_not_canceled() -> None:
    env = CheckoutEnvironment()

    def buy_again() -> None:
        with pytest.raises(PaymentInProgressError):
            env.new_checkout_service().buy(build_purchase(key="another-key"), ADA)

    env.payments.after["charge"] = buy_again
    assert env.buy(card=REQUIRES_AUTHENTICATION, key=KEY).client_secret == "pi_1_secret"
    assert "cancel_unpaid" not in env.payments.calls


def test_a_purchase_in_another_process_counts() -> None:
    env = CheckoutEnvironment()
    env.payments.before["get_or_create_customer"] = lambda: env.new_checkout_service().buy(
        build_purchase(ProductKind.PACKAGE), ADA
    )
    with pytest.raises(AlreadyBoughtError):
        env.buy(ProductKind.PACKAGE, id=TEAM_PASS, participant_id=70)
    assert len(env.orders.stored) == 1


def test_a_package_extended_after_its_purchase_is_not_sold_twice() -> None:
    env = CheckoutEnvironment()
    env.buy(ProductKind.PACKAGE)
    env.publish_offers(season={"categories": ["hockey", "soccer"]})
    with pytest.raises(AlreadyBoughtError):
        env.buy(ProductKind.PACKAGE)
    assert len(env.orders.stored) == 1


def test_two_viewers_buy_the_same_event_and_each_has_an_order() -> None:
    env = CheckoutEnvironment()
    ada, bob = env.buy(), env.buy(who=BOB)
    assert (ada.account_id, bob.account_id) == (ADA.viewer_id, BOB.viewer_id)
    assert env.customers.stored == {ADA.viewer_id: "cus_4", BOB.viewer_id: "cus_5"}
    assert env.payments.get_balance() == 2 * 1350


def test_a_promo_code_reduces_the_base_price_and_failed_orders_do_not_redeem_it() -> None:
    env = CheckoutEnvironment()
    env.add_coupon("TIPOFF20", percent=Decimal(20), max_redemptions=1)
    assert env.buy(card=DECLINED, promo_code="tipoff20").discount == usd("2.40")
    bought = env.buy(promo_code=" tipoff20 ")
    assert (bought.promo_code, bought.total) == ("TIPOFF20", usd("11.10"))
    assert env.payments.get_balance() == 1110
    with pytest.raises(InvalidPromoCodeError):
        env.buy(promo_code="TIPOFF20", who=BOB)


def test_a_free_order_needs_no_card_and_no_provider() -> None:
    env = CheckoutEnvironment()
    env.sale_catalog.main_event = replace(
        env.sale_catalog.main_event, price=replace(env.sale_catalog.main_event.price, fee=usd("0"))
    )
    env.add_coupon("FREE", percent=Decimal(100))
    bought = env.buy(card=None, promo_code="FREE")
    assert (bought.status, bought.total, bought.card) == (OrderStatus.PAID, usd("0"), None)
    assert (env.payments.calls, list(env.list_transactions(bought)), env.list_event_names()) == (
        [],
        [],
        ["OrderPaid"],
    )
    with pytest.raises(AlreadyBoughtError):
        env.buy()


def test_a_code_reduces_only_the_first_payment_of_a_subscription() -> None:
    env = CheckoutEnvironment()
    env.add_coupon("HALF", percent=Decimal(50))
    bought = env.buy(ProductKind.SUBSCRIPTION, promo_code="HALF")
    env.payments.attempt_renewal("sub_1")
    env.sync(bought)
    assert [line.amount for line in env.list_transactions(bought)] == [usd("49.50"), usd("99.00")]


@pytest.mark.parametrize("kind", ACCESS_KINDS)
def test_a_total_too_small_for_a_card_is_refused_before_the_provider_is_called(
    kind: ProductKind,
) -> None:
    price = {"base": usd("10.00"), "fee": usd("0")}
    env = CheckoutEnvironment(season={"price": price}, yearly={"price": price})
    env.sale_catalog.main_event = replace(env.sale_catalog.main_event, price=Price(**price))
    env.add_coupon("ALMOST", amount=usd("9.75"))
    with pytest.raises(RefusedError, match=r"^This amount cannot be paid by card\.$"):
        env.buy(kind, promo_code="ALMOST")
    assert (env.orders.stored, env.payments.calls) == ([], [])


@pytest.mark.parametrize("first", [{"is_trial": True}, {"promo_code": "FREE"}, {}])
def test_a_subscription_with_renewals_below_the_card_minimum_is_refused(first: dict[str, Any]) -> None:
    env = CheckoutEnvironment(yearly={"price": {"base": usd("0.25"), "fee": usd("0")}})
    env.add_coupon("FREE", percent=Decimal(100))
    with pytest.raises(RefusedError, match=r"^This amount cannot be paid by card\.$"):
        env.buy(ProductKind.SUBSCRIPTION, **first)
    assert env.payments.calls == []


def test_a_subscription_after_its_grace_period_is_ended_before_it_is_sold_again() -> None:
    env = CheckoutEnvironment()
    first = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    env.clock.advance(timedelta(days=30))
    env.payments.attempt_renewal("sub_1", is_successful=False)
    env.clock.advance(GRACE_PERIOD)
    second = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    billing_cycle = env.payments.payments["sub_1"].billing_cycle
    assert billing_cycle is not None and billing_cycle.ended_at is not None
    assert (second.status, env.get_order(first.id).slot) == (OrderStatus.PAID, None)


def test_a_subscription_renewed_without_a_webhook_is_not_sold_again() -> None:
    env = CheckoutEnvironment()
    first = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    env.clock.advance(timedelta(days=38))
    env.payments.attempt_renewal("sub_1")
    with pytest.raises(AlreadyBoughtError):
        env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    assert env.get_order(first.id).expires_at == env.clock.now() + timedelta(days=22)


def test_a_purchase_waits_while_the_same_product_is_being_paid() -> None:
    env = CheckoutEnvironment()
    refusals: list[Exception] = []

    def buy_again() -> None:
        for key in (KEY, "another-key"):
            with pytest.raises(PaymentInProgressError) as refusal:
                env.new_checkout_service().buy(build_purchase(key=key), ADA)
            refusals.append(refusal.value)

    env.payments.before["charge"] = buy_again
    assert env.buy(key=KEY).status is OrderStatus.PAID
    assert (len(refusals), len(env.orders.stored), env.payments.get_balance()) == (2, 1, 1350)
