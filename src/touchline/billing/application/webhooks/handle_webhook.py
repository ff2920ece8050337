"""Webhook events from the provider. Each event only means that an order must be checked again."""

from __future__ import annotations

import logging
from datetime import timedelta

from touchline.billing.application.checkout.order_sync_requests import SYNC_ORDER_JOB
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.payments import WebhookEvent
from touchline.billing.ports.processed_webhooks import ProcessedWebhooks
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs

RETENTION = timedelta(days=60)
"""How long processed webhook events are kept; longer than the provider lists missed events."""
log = logging.getLogger(__name__)


class HandleWebhook:
    """Records a webhook event and requests a sync of its order. An event that was processed before does
    nothing.

    Runs in an unscoped database transaction, which sees all channels.
    """

    def __init__(
        self, processed_webhooks: ProcessedWebhooks, orders: Orders, jobs: Jobs, clock: Clock
    ) -> None:
        self._processed_webhooks = processed_webhooks
        self._orders = orders
        self._jobs = jobs
        self._clock = clock

    def __call__(self, webhook_event: WebhookEvent) -> bool:
        """Return whether an order will be synced because of the event.

        Events about unknown orders are ignored, because other sites may share the provider's account.
        """
        if webhook_event.order is None and webhook_event.ref is None:
            return False
        now = self._clock.now()
        if not self._processed_webhooks.record(webhook_event.id, webhook_event.kind, now):
            return False
        location = self._orders.find_location(webhook_event.order, webhook_event.ref)
        if location is None:
            log.info("webhook event %s belongs to no order of this site", webhook_event.kind)
            return False
        channel_id, order_id = location
        # The ref finds the payment even if the account was erased and the customer deleted.
        self._orders.schedule_check(order_id, now, webhook_event.ref)
        self._jobs.enqueue(SYNC_ORDER_JOB, channel_id, order_id)
        return True

    def prune(self) -> int:
        """Delete webhook events that will not be sent again; return how many were deleted."""
        return self._processed_webhooks.delete_before(self._clock.now() - RETENTION)
