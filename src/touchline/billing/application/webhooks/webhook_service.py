"""Webhook events from the provider, each handled in its own transaction."""

from __future__ import annotations

import logging

from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.ports.payments import PaymentsUnavailableError, WebhookEvent, WebhookEvents
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory

log = logging.getLogger(__name__)


class WebhookService:
    """Handles webhook events when they arrive, and missed ones later."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        handle_webhook: HandleWebhook,
        reconcile_orders: ReconcileOrders,
        webhook_events: WebhookEvents,
        clock: Clock,
    ) -> None:
        self._uow = uow
        self._handle_webhook = handle_webhook
        self._reconcile_orders = reconcile_orders
        self._webhook_events = webhook_events
        self._clock = clock

    def handle(self, webhook_event: WebhookEvent) -> None:
        """Handle one webhook event."""
        with self._uow.all_channels():
            self._handle_webhook(webhook_event)

    def reconcile(self) -> None:
        """Request all due order syncs, then handle missed webhook events.

        An interrupted run keeps its progress.
        """
        with self._uow.all_channels():
            self._reconcile_orders.request_due_syncs()
            since = self._reconcile_orders.get_cursor()
        started_at = self._clock.now()
        try:
            for webhook_event in self._webhook_events.list_since(since):
                self.handle(webhook_event)
        except PaymentsUnavailableError:
            log.warning("what was missed cannot be read: the payment provider is away")
            return
        with self._uow.all_channels():
            self._reconcile_orders.advance_cursor(started_at)

    def prune(self) -> int:
        """Delete the webhook events that will not be sent again. Return how many were deleted."""
        with self._uow.all_channels():
            return self._handle_webhook.prune()
