"""Tests for handling webhooks, and for finding missed webhook events."""

from __future__ import annotations

from datetime import timedelta

from touchline.billing.application.webhooks.handle_webhook import RETENTION, HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.ports.payments import WebhookEvent
from touchline.billing.tests.checkout_environment import CheckoutEnvironment
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.payment_fakes import REQUIRES_AUTHENTICATION


def build_handle_webhook(env: CheckoutEnvironment) -> HandleWebhook:
    """Build the use case for an environment."""
    return HandleWebhook(env.processed_webhooks, env.orders, env.jobs, env.clock)


def build_reconcile_orders(env: CheckoutEnvironment) -> ReconcileOrders:
    """Build the use case for an environment."""
    return ReconcileOrders(env.orders, env.processed_webhooks, env.jobs, env.clock)


def test_a_webhook_schedules_one_sync_of_its_order() -> None:
    env = CheckoutEnvironment()
    bought = env.buy()
    webhook_event = WebhookEvent("evt_9", "charge.refunded", NOW, ref="pi_1")
    assert build_handle_webhook(env)(webhook_event)
    assert not build_handle_webhook(env)(webhook_event)
    assert env.jobs.waiting == [("billing.settle", (1, bought.id))]
    assert env.get_order(bought.id).next_check_at == NOW


def test_a_webhook_processed_during_a_sync_is_not_lost_with_its_job() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.payments.after["retrieve"] = lambda: build_handle_webhook(env)(
        WebhookEvent("evt_9", "…", NOW, order=bought.uuid)
    )
    env.sync(bought)
    assert env.get_order(bought.id).next_check_at == NOW


def test_a_webhook_without_an_order_is_ignored() -> None:
    env = CheckoutEnvironment()
    assert not build_handle_webhook(env)(
        WebhookEvent("evt_1", "charge.refunded", NOW, order="not ours", ref="pi_7")
    )
    assert not build_handle_webhook(env)(WebhookEvent("evt_2", "customer.created", NOW))
    assert (env.jobs.waiting, list(env.processed_webhooks.webhook_events)) == ([], ["evt_1"])


def test_webhooks_are_retained_longer_than_they_can_be_redelivered() -> None:
    env = CheckoutEnvironment()
    build_handle_webhook(env)(WebhookEvent("evt_1", "charge.refunded", NOW, ref="pi_7"))
    env.clock.advance(RETENTION)
    assert build_handle_webhook(env).prune() == 0
    env.clock.advance(timedelta(seconds=1))
    assert build_handle_webhook(env).prune() == 1


def test_the_first_cursor_is_an_hour_ago_and_later_ones_overlap() -> None:
    env = CheckoutEnvironment()
    assert build_reconcile_orders(env).get_cursor() == NOW - timedelta(hours=1)
    build_reconcile_orders(env).advance_cursor(NOW)
    env.clock.advance(timedelta(days=2))
    assert build_reconcile_orders(env).get_cursor() == NOW - timedelta(minutes=5)


def test_an_order_that_cannot_be_synced_does_not_block_others() -> None:
    env = CheckoutEnvironment()
    bought = env.buy(card=REQUIRES_AUTHENTICATION)
    env.clock.advance(timedelta(seconds=30))
    assert build_reconcile_orders(env).request_due_syncs() == 1
    assert build_reconcile_orders(env).request_due_syncs() == 0
    assert env.get_order(bought.id).next_check_at == env.clock.now() + timedelta(minutes=2)
