"""Tests for the transactions of webhook handling."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.application.webhooks.webhook_service import WebhookService
from touchline.billing.ports.payments import WebhookEvent
from touchline.billing.tests.checkout_environment import CheckoutEnvironment
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.payment_fakes import raise_unavailable


class WebhookHarness:
    """The service over a checkout environment. It implements `WebhookEvents`: `events` were missed, and
    `is_unavailable` makes the provider unavailable after them.
    """

    def __init__(self) -> None:
        self.env, self.events, self.is_unavailable = CheckoutEnvironment(), list[WebhookEvent](), False
        env = self.env
        webhook_events: Any = self
        self.service = WebhookService(
            env.uow,
            HandleWebhook(env.processed_webhooks, env.orders, env.jobs, env.clock),
            ReconcileOrders(env.orders, env.processed_webhooks, env.jobs, env.clock),
            webhook_events,
            env.clock,
        )

    def list_since(self, since: datetime) -> Iterator[WebhookEvent]:
        """Yield the missed events."""
        for event in self.events:
            assert not self.env.uow.is_open
            yield event
        if self.is_unavailable:
            raise_unavailable()


@pytest.fixture
def harness() -> WebhookHarness:
    """Return a service whose provider has two missed events."""
    harness = WebhookHarness()
    harness.events = [WebhookEvent(f"evt_{number}", "charge.refunded", NOW, ref="pi_7") for number in (1, 2)]
    return harness


def test_each_missed_event_has_its_own_transaction(harness: WebhookHarness) -> None:
    harness.service.reconcile()
    assert harness.env.uow.commits == ["all"] * 4
    assert list(harness.env.processed_webhooks.webhook_events) == ["evt_1", "evt_2"]
    assert harness.env.processed_webhooks.until == NOW


def test_an_unavailable_provider_leaves_the_cursor_and_keeps_the_progress(harness: WebhookHarness) -> None:
    harness.is_unavailable = True
    harness.service.reconcile()
    assert list(harness.env.processed_webhooks.webhook_events) == ["evt_1", "evt_2"]
    assert harness.env.processed_webhooks.until is None


def test_old_events_are_pruned(harness: WebhookHarness) -> None:
    harness.service.handle(harness.events[0])
    harness.env.clock.advance(timedelta(days=61))
    assert (harness.service.prune(), harness.service.prune()) == (1, 0)
