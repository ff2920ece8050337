"""Tests for crash recovery: no payment is lost or charged twice. Responses get lost, processes die, and
webhooks arrive early, late, twice or never.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.billing.application.checkout.purchases import PaymentInProgressError
from touchline.billing.domain.checkout.declines import PAYMENT_TIMED_OUT
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.checkout.provider_actions import (
    ATTEMPT_TIMEOUT,
    AUTHENTICATION_TIMEOUT,
    RETRY_WINDOW,
)
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.checkout_environment import ADA, CHANNEL, CheckoutEnvironment, build_purchase
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.payment_fakes import (
    DECLINED,
    REQUIRES_AUTHENTICATION,
    VISA,
    ProcessKilledError,
    raise_killed,
    raise_unavailable,
)

KEY = "idempotency-key-1"
MOMENTS = [
    ("before", "get_or_create_customer"),
    ("after", "get_or_create_customer"),
    ("before", "charge"),
    ("after", "charge"),
]
SECOND = timedelta(seconds=1)


@pytest.fixture
def env() -> CheckoutEnvironment:
    """Return a checkout environment."""
    return CheckoutEnvironment()


def buy_interrupted(env: CheckoutEnvironment, moment: tuple[str, str], fail: Callable[[], None]) -> None:
    """Start a purchase that fails at the given moment."""
    getattr(env.payments, moment[0])[moment[1]] = fail
    with pytest.raises((ProcessKilledError, PaymentsUnavailableError)):
        env.checkout_service.buy(build_purchase(key=KEY), ADA)


def get_only_order(env: CheckoutEnvironment) -> Order:
    """Return the only order. Assert that the ledger matches the provider's balance."""
    assert len(env.orders.stored) == 1
    assert env.is_balanced()
    return env.get_order(env.orders.stored[0].id)


@pytest.mark.parametrize("fail", [raise_unavailable, raise_killed])
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_interrupted_purchase_resumes_with_its_key(
    env: CheckoutEnvironment, moment: tuple[str, str], fail: Callable[[], None]
) -> None:
    buy_interrupted(env, moment, fail)
    env.clock.advance(ATTEMPT_TIMEOUT)
    assert env.buy(key=KEY).status is OrderStatus.PAID
    assert get_only_order(env).status is OrderStatus.PAID
    assert env.payments.get_balance() == 1350


@pytest.mark.parametrize("fail", [raise_unavailable, raise_killed])
@pytest.mark.parametrize("moment", MOMENTS[2:])
def test_reconciliation_resumes_an_abandoned_order(
    env: CheckoutEnvironment, moment: tuple[str, str], fail: Callable[[], None]
) -> None:
    buy_interrupted(env, moment, fail)
    env.clock.advance(ATTEMPT_TIMEOUT)
    env.run_reconciliation()
    assert get_only_order(env).status is OrderStatus.PAID
    assert env.payments.get_balance() == 1350


def test_a_charge_with_a_lost_response_is_found_by_a_webhook(
    env: CheckoutEnvironment,
) -> None:
    buy_interrupted(env, ("after", "charge"), raise_killed)
    assert has_only_a_created_order(env)
    env.deliver_webhooks()
    assert get_only_order(env).status is OrderStatus.PAID


def test_a_charge_with_a_lost_response_is_found_by_the_next_request(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("after", "charge"), raise_killed)
    assert env.buy(key=KEY).status is OrderStatus.PAID
    assert env.payments.calls.count("charge") == 1


def test_a_purchase_waits_while_the_first_attempt_may_be_running(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_killed)
    env.clock.advance(ATTEMPT_TIMEOUT - SECOND)
    with pytest.raises(PaymentInProgressError):
        env.buy(key=KEY)
    assert env.payments.get_balance() == 0


def test_after_an_outage_the_same_request_may_retry_at_once(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_unavailable)
    assert env.buy(key=KEY).status is OrderStatus.PAID


def test_after_an_outage_another_purchase_waits_until_no_call_is_running(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_unavailable)
    with pytest.raises(PaymentInProgressError):
        env.buy(key="another-key")
    assert env.payments.calls.count("find") == 1
    env.clock.advance(ATTEMPT_TIMEOUT)
    assert env.buy(key="another-key").status is OrderStatus.PAID
    assert [order.status for order in env.orders.stored] == [OrderStatus.FAILED, OrderStatus.PAID]


def test_an_abandoned_attempt_is_not_charged_after_the_retry_window(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_killed)
    env.clock.advance(RETRY_WINDOW)
    env.run_reconciliation()
    after = get_only_order(env)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, PAYMENT_TIMED_OUT)
    assert env.payments.get_balance() == 0


def test_a_charge_for_a_failed_order_is_refunded(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_killed)
    order = env.orders.stored[0]
    env.clock.advance(RETRY_WINDOW)
    env.run_reconciliation()
    snapshot = env.checkout_service._load_snapshot(CHANNEL, order.id)
    assert snapshot is not None and snapshot.payment_request is not None
    env.payments.charge(snapshot.payment_request)
    env.deliver_webhooks()
    assert get_only_order(env).status is OrderStatus.FAILED
    assert env.payments.get_balance() == 0
    assert [line.movement.value for line in env.list_transactions(order)] == ["charge", "refund"]
    assert env.list_event_names() == ["OrderRefunded"]


def test_a_subscription_for_a_failed_order_is_canceled_and_refunded(
    env: CheckoutEnvironment,
) -> None:
    env.payments.before["subscribe"] = raise_killed
    with pytest.raises(ProcessKilledError):
        env.buy(ProductKind.SUBSCRIPTION)
    env.clock.advance(RETRY_WINDOW)
    env.run_reconciliation()
    snapshot = env.checkout_service._load_snapshot(CHANNEL, env.orders.stored[0].id)
    assert snapshot is not None
    env.payments.subscribe(snapshot.payment_request)  # type: ignore[arg-type]
    env.deliver_webhooks()
    billing_cycle = env.payments.payments["sub_1"].billing_cycle
    assert billing_cycle is not None and billing_cycle.ended_at is not None
    assert (get_only_order(env).status, env.payments.get_balance()) == (OrderStatus.FAILED, 0)


def test_a_webhook_before_the_response_makes_one_paid_order(env: CheckoutEnvironment) -> None:
    env.payments.after["charge"] = env.deliver_webhooks
    assert env.buy(key=KEY).status is OrderStatus.PAID
    assert get_only_order(env).status is OrderStatus.PAID
    assert env.list_event_names() == ["OrderPaid"]


def test_a_decline_webhook_before_the_response_fails_the_order_once(env: CheckoutEnvironment) -> None:
    env.payments.after["charge"] = env.deliver_webhooks
    assert env.buy(key=KEY, card=DECLINED).status is OrderStatus.FAILED
    assert get_only_order(env).failure_message == "Your card was declined."


def test_webhooks_delivered_twice_out_of_order_or_late_change_nothing(env: CheckoutEnvironment) -> None:
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.complete_authentication("pi_1")
    env.deliver_webhooks()
    paid = get_only_order(env)
    env.processed_webhooks.webhook_events.clear()
    env.payments.webhook_events.reverse()
    env.clock.advance(timedelta(days=3))
    env.deliver_webhooks()
    after = get_only_order(env)
    assert (after.status, after.starts_at) == (paid.status, paid.starts_at)
    assert (env.list_event_names(), len(env.list_transactions(bought))) == (["OrderPaid"], 1)


def test_without_any_webhook_the_order_is_paid_within_minutes(env: CheckoutEnvironment) -> None:
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.complete_authentication("pi_1")
    env.clock.advance(timedelta(minutes=1))
    env.run_reconciliation()
    assert env.get_order(bought.id).status is OrderStatus.PAID


def test_a_card_never_authenticated_fails_after_a_day_and_can_never_be_charged(
    env: CheckoutEnvironment,
) -> None:
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.clock.advance(AUTHENTICATION_TIMEOUT - SECOND)
    env.run_reconciliation()
    assert env.get_order(bought.id).status is OrderStatus.CREATED
    env.clock.advance(SECOND)
    env.run_reconciliation()
    after = env.get_order(bought.id)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, PAYMENT_TIMED_OUT)
    env.payments.complete_authentication("pi_1")
    assert env.payments.get_balance() == 0


def test_a_process_killed_after_a_cancellation_leaves_the_order_to_the_next_sync(
    env: CheckoutEnvironment,
) -> None:
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.complete_authentication("pi_1", is_successful=False)
    env.payments.after["cancel_unpaid"] = raise_killed
    with pytest.raises(ProcessKilledError):
        env.sync(bought)
    assert env.sync(bought).status is OrderStatus.FAILED


def test_two_concurrent_syncs_add_each_transaction_once(env: CheckoutEnvironment) -> None:
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.complete_authentication("pi_1")
    env.payments.after["retrieve"] = lambda: env.sync(bought)
    assert env.sync(bought).status is OrderStatus.PAID
    assert (len(env.list_transactions(bought)), env.list_event_names()) == (1, ["OrderPaid"])


def test_two_processes_that_resume_the_same_attempt_charge_once(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_unavailable)
    env.payments.before["charge"] = lambda: env.sync(env.orders.stored[0])
    env.run_reconciliation()
    assert get_only_order(env).status is OrderStatus.PAID
    assert env.payments.get_balance() == 1350


def test_two_processes_that_find_no_charge_do_not_both_charge(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_unavailable)
    env.payments.after["find"] = lambda: env.sync(env.orders.stored[0])
    assert env.sync(env.orders.stored[0]).status is OrderStatus.PAID
    assert env.payments.calls.count("charge") == 2


def test_an_older_snapshot_does_not_undo_a_newer_one(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION)
    env.payments.attempt_renewal("sub_1", is_successful=False)

    def complete_payment() -> None:
        env.payments.attempt_renewal("sub_1")
        env.sync(bought)

    env.payments.after["retrieve"] = complete_payment
    assert env.sync(bought).past_due_at is None


def test_an_outdated_snapshot_is_not_applied(env: CheckoutEnvironment) -> None:
    bought = env.buy(card=REQUIRES_AUTHENTICATION)

    def sync_concurrently() -> None:
        env.payments.complete_authentication("pi_1")
        env.sync(bought)

    env.payments.after["retrieve"] = sync_concurrently
    assert env.sync(bought).status is OrderStatus.PAID


def test_a_refund_with_a_lost_response_is_not_made_twice(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_killed)
    env.clock.advance(RETRY_WINDOW)
    env.run_reconciliation()
    snapshot = env.checkout_service._load_snapshot(CHANNEL, env.orders.stored[0].id)
    assert snapshot is not None and snapshot.payment_request is not None
    env.payments.charge(snapshot.payment_request)
    env.payments.after["refund"] = raise_killed
    with pytest.raises(ProcessKilledError):
        env.sync(snapshot.order)
    env.sync(snapshot.order)
    assert (get_only_order(env).status, env.payments.get_balance()) == (OrderStatus.FAILED, 0)


def test_only_the_rest_of_a_partly_refunded_charge_is_refunded(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_killed)
    env.clock.advance(RETRY_WINDOW)
    env.run_reconciliation()
    snapshot = env.checkout_service._load_snapshot(CHANNEL, env.orders.stored[0].id)
    assert snapshot is not None and snapshot.payment_request is not None
    env.payments.charge(snapshot.payment_request)
    env.payments.reverse_charge("ch_pi_1", usd("3.50"), "by hand")
    env.sync(snapshot.order)
    assert [line.signed_amount for line in env.list_transactions(snapshot.order)] == [1350, -350, -1000]


def test_an_order_of_an_erased_account_is_not_charged(env: CheckoutEnvironment) -> None:
    buy_interrupted(env, ("before", "charge"), raise_killed)
    env.orders.erase_account(ADA.viewer_id)
    env.clock.advance(RETRY_WINDOW)
    env.run_reconciliation()
    assert (get_only_order(env).status, env.payments.calls.count("charge")) == (OrderStatus.FAILED, 1)


@pytest.mark.parametrize(
    ("kind", "delay", "status"),
    [
        (ProductKind.EVENT, SECOND, OrderStatus.REFUNDED),
        (ProductKind.EVENT, RETRY_WINDOW, OrderStatus.FAILED),
        (ProductKind.SUBSCRIPTION, SECOND, OrderStatus.REFUNDED),
        (ProductKind.SUBSCRIPTION, RETRY_WINDOW, OrderStatus.FAILED),
    ],
)
def test_a_payment_for_an_erased_account_is_refunded(
    env: CheckoutEnvironment, kind: ProductKind, delay: timedelta, status: OrderStatus
) -> None:
    method = "subscribe" if kind is ProductKind.SUBSCRIPTION else "charge"
    env.payments.before[method] = raise_killed
    with pytest.raises(ProcessKilledError):
        env.buy(kind)
    snapshot = env.checkout_service._load_snapshot(CHANNEL, env.orders.stored[0].id)
    assert snapshot is not None
    env.orders.erase_account(ADA.viewer_id)
    env.customers.delete(ADA.viewer_id)
    env.clock.advance(delay)
    env.run_reconciliation()
    getattr(env.payments, method)(snapshot.payment_request)
    env.deliver_webhooks()
    assert (get_only_order(env).status, env.payments.get_balance()) == (status, 0)
    assert [line.movement.value for line in env.list_transactions(snapshot.order)] == ["charge", "refund"]


def test_a_payment_during_an_erasure_is_refunded(env: CheckoutEnvironment) -> None:
    def erase_account() -> None:
        env.orders.erase_account(ADA.viewer_id)
        env.customers.delete(ADA.viewer_id)

    env.payments.after["charge"] = erase_account
    env.buy()
    env.deliver_webhooks()
    assert (get_only_order(env).status, env.payments.get_balance()) == (OrderStatus.REFUNDED, 0)


@pytest.mark.parametrize("card", [VISA, DECLINED, REQUIRES_AUTHENTICATION])
def test_a_double_click_makes_one_order_and_one_charge(env: CheckoutEnvironment, card: str) -> None:
    def buy_again() -> None:
        with pytest.raises(PaymentInProgressError):
            env.new_checkout_service().buy(build_purchase(key=KEY, card=card), ADA)

    env.payments.before["charge"] = buy_again
    bought = env.buy(key=KEY, card=card)
    assert env.buy(key=KEY, card=card) == bought
    assert len(get_only_order(env).uuid) == 32
    assert env.payments.calls.count("charge") == 1


def has_only_a_created_order(env: CheckoutEnvironment) -> bool:
    """Return whether there is exactly one order and its status is still `created`."""
    return [order.status for order in env.orders.stored] == [OrderStatus.CREATED]
