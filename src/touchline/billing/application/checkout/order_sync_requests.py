"""Requests for order sync jobs, which bring an order in line with the provider."""

from __future__ import annotations

from datetime import datetime, timedelta

from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.tasks.jobs import Jobs

SYNC_ORDER_JOB = "billing.settle"
POLL_INTERVAL = timedelta(seconds=2)
"""How often the page polls for an order (product.md §9). Checking more often would find nothing new."""
_MAX_TRACKED_ORDERS = 10_000


def request_order_sync(jobs: Jobs, channel_id: ChannelId, order_id: OrderId, reason: str = "settle") -> None:
    """Enqueue the job. While it waits or runs, the queue accepts no second job with the same reason."""
    jobs.enqueue(SYNC_ORDER_JOB, channel_id, order_id, unique=f"{reason}-{order_id}", timeout=300)


class RequestOrderSync:
    """Requests the order sync job, at most once in two seconds for each order (in this process)."""

    def __init__(self, jobs: Jobs, clock: Clock) -> None:
        self._jobs = jobs
        self._clock = clock
        self._requested_at: dict[OrderId, datetime] = {}

    def __call__(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Request the job, unless it was requested just now."""
        now = self._clock.now()
        requested_at = self._requested_at.get(order_id)
        if requested_at is not None and requested_at <= now < requested_at + POLL_INTERVAL:
            return
        if len(self._requested_at) >= _MAX_TRACKED_ORDERS:
            self._requested_at.clear()
        self._requested_at[order_id] = now
        request_order_sync(self._jobs, channel_id, order_id)

    def for_renewal_change(self, channel_id: ChannelId, order_id: OrderId, *, enabled: bool) -> None:
        """Request a sync after a renewal change, because a job that is already running may have missed it."""
        request_order_sync(self._jobs, channel_id, order_id, "renewal-on" if enabled else "renewal-off")

    def for_refund(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Request a sync because money must be refunded, however recent the last sync is."""
        request_order_sync(self._jobs, channel_id, order_id, "refund")

    def for_order_end(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Request a sync because the order was ended here and must be ended at the provider."""
        request_order_sync(self._jobs, channel_id, order_id, "end")
