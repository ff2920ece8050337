"""Reconciliation with the provider: orders that are due for a sync, and webhook events that were missed."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.billing.application.checkout.order_sync_requests import request_order_sync
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.processed_webhooks import ProcessedWebhooks
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs

_BATCH_SIZE = 200
_RETRY_DELAY = timedelta(minutes=2)
_OVERLAP = timedelta(minutes=5)
_INITIAL_LOOKBACK = timedelta(hours=1)


class ReconcileOrders:
    """Requests due order syncs and tracks missed webhook events.

    Each step runs in an unscoped database transaction, which sees all channels.
    """

    def __init__(
        self, orders: Orders, processed_webhooks: ProcessedWebhooks, jobs: Jobs, clock: Clock
    ) -> None:
        self._orders = orders
        self._processed_webhooks = processed_webhooks
        self._jobs = jobs
        self._clock = clock

    def request_due_syncs(self) -> int:
        """Request a sync of all orders whose check is due; return how many there are."""
        now = self._clock.now()
        due = self._orders.claim_due(now, now + _RETRY_DELAY, _BATCH_SIZE)
        for channel_id, order_id in due:
            request_order_sync(self._jobs, channel_id, order_id)
        return len(due)

    def get_cursor(self) -> datetime:
        """Return the instant from which to read the provider's events.

        It is a little before the last read, because events may arrive late.
        """
        cursor = self._processed_webhooks.get_cursor()
        return cursor - _OVERLAP if cursor else self._clock.now() - _INITIAL_LOOKBACK

    def advance_cursor(self, until: datetime) -> None:
        """Record that all events up to an instant have been read."""
        self._processed_webhooks.set_cursor(until)
