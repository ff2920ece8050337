"""Notices of the provider: each says no more than "look again at this order"."""

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
"""Longer than the provider tells of what was missed."""
log = logging.getLogger(__name__)


class HandleWebhook:
    """Notes a notice and has its order settled; one that was heard before does nothing. In a transaction of
    no channel that sees all of them."""

    def __init__(
        self, processed_webhooks: ProcessedWebhooks, orders: Orders, jobs: Jobs, clock: Clock
    ) -> None:
        self._processed_webhooks = processed_webhooks
        self._orders = orders
        self._jobs = jobs
        self._clock = clock

    def __call__(self, webhook_event: WebhookEvent) -> bool:
        """Whether an order will be looked at because of it. What concerns none of ours is passed over: other
        sites may share the provider's account."""
        if webhook_event.order is None and webhook_event.ref is None:
            return False
        now = self._clock.now()
        if not self._processed_webhooks.record(webhook_event.id, webhook_event.kind, now):
            return False
        found = self._orders.find_location(webhook_event.order, webhook_event.ref)
        if found is None:
            log.info("notice %s of the payment provider is about no order here", webhook_event.kind)
            return False
        channel_id, order_id = found
        # Its name finds the payment, whatever became of the viewer by whom it would be looked for.
        self._orders.schedule_check(order_id, now, webhook_event.ref)
        self._jobs.enqueue(SYNC_ORDER_JOB, channel_id, order_id)
        return True

    def prune(self) -> int:
        """Forget notices that will not come again; answers how many."""
        return self._processed_webhooks.delete_before(self._clock.now() - RETENTION)
