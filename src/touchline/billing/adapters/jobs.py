"""Billing jobs: syncing orders and handling missed webhook events, erasures, reminders and postponed
events."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.checkout_service import CheckoutService
from touchline.billing.adapters.customer_erasure_service import CustomerErasureService
from touchline.billing.adapters.postponement_service import PostponementService
from touchline.billing.adapters.renewal_reminder_service import RenewalReminderService
from touchline.billing.application.checkout.order_sync_requests import SYNC_ORDER_JOB
from touchline.billing.application.customers.account_closure import ERASE_CUSTOMER_JOB
from touchline.billing.application.products.extend_postponed_orders import EXTEND_POSTPONED_ORDERS_JOB
from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.ports.payments import PaymentsUnavailableError, WebhookEvents
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.tasks.jobs import Task

RECONCILE_JOB = "billing.reconcile"
PRUNE_WEBHOOK_EVENTS_JOB = "billing.forget_notices"
RETRY_CUSTOMER_ERASURES_JOB = "billing.forget_leavers"
SEND_RENEWAL_REMINDERS_JOB = "billing.remind"
log = logging.getLogger(__name__)


@inject
def sync_order(
    channel_id: int,
    order_id: int,
    checkout_service: CheckoutService = Provide["billing.checkout.checkout_service"],
) -> None:
    """Sync an order with the provider. If the provider is unavailable, the job that runs every minute
    retries.
    """
    try:
        checkout_service.sync_order(ChannelId(channel_id), OrderId(order_id))
    except PaymentsUnavailableError:
        log.warning("order %s was not synced: the payment provider is unavailable", order_id)


@inject
def reconcile(
    database: Database = Provide["database"],
    clock: Clock = Provide["clock"],
    reconcile_orders: ReconcileOrders = Provide["billing.checkout.reconcile_orders"],
    handle_webhook: HandleWebhook = Provide["billing.checkout.handle_webhook"],
    webhook_events: WebhookEvents = Provide["billing.payments"],
) -> None:
    """Request all due order syncs, then handle missed webhook events.

    Each event has its own database transaction, so that an interrupted run keeps its progress.
    """
    with database.transaction(None, unscoped=True):
        reconcile_orders.request_due_syncs()
        since = reconcile_orders.get_cursor()
    started_at = clock.now()
    try:
        for webhook_event in webhook_events.list_since(since):
            with database.transaction(None, unscoped=True):
                handle_webhook(webhook_event)
    except PaymentsUnavailableError:
        log.warning("missed webhook events were not read: the payment provider is unavailable")
        return
    with database.transaction(None, unscoped=True):
        reconcile_orders.advance_cursor(started_at)


@inject
def prune_webhook_events(
    database: Database = Provide["database"],
    handle_webhook: HandleWebhook = Provide["billing.checkout.handle_webhook"],
) -> None:
    """Delete the webhook events that will not be sent again."""
    with database.transaction(None, unscoped=True):
        log.info("pruned %s webhook events of the payment provider", handle_webhook.prune())


@inject
def erase_customer(
    channel_id: int,
    account_id: int,
    customer_erasure_service: CustomerErasureService = Provide["billing.customer_erasure_service"],
) -> None:
    """Erase a viewer who closed their account at the provider.

    If the provider is unavailable, the job fails and is retried.
    """
    customer_erasure_service.erase(ChannelId(channel_id), AccountId(account_id))


@inject
def retry_customer_erasures(
    customer_erasure_service: CustomerErasureService = Provide["billing.customer_erasure_service"],
) -> None:
    """Enqueue the erasures again that failed because the provider was unavailable."""
    customer_erasure_service.retry_pending()


@inject
def send_renewal_reminders(
    renewal_reminder_service: RenewalReminderService = Provide["billing.receipts.renewal_reminder_service"],
) -> None:
    """Remind viewers of yearly renewals and trial ends that are near."""
    log.info("sent %s renewal reminders", renewal_reminder_service())


@inject
def extend_postponed_orders(
    channel_id: int = 0,
    postponement_service: PostponementService = Provide["billing.admin.postponement_service"],
) -> None:
    """Extend single-event orders of postponed events, in the channel whose pack was applied, or in all
    channels.
    """
    extended = (
        postponement_service(ChannelId(channel_id))
        if channel_id
        else postponement_service.run_for_all_channels()
    )
    log.info("moved %s orders to the new start of their events", extended)


JOBS = (
    Job(SYNC_ORDER_JOB, sync_order, one_transaction=False),
    Job(RECONCILE_JOB, reconcile, one_transaction=False),
    Job(PRUNE_WEBHOOK_EVENTS_JOB, prune_webhook_events, one_transaction=False),
    Job(ERASE_CUSTOMER_JOB, erase_customer, one_transaction=False),
    Job(RETRY_CUSTOMER_ERASURES_JOB, retry_customer_erasures, one_transaction=False),
    Job(SEND_RENEWAL_REMINDERS_JOB, send_renewal_reminders, one_transaction=False),
    Job(EXTEND_POSTPONED_ORDERS_JOB, extend_postponed_orders, one_transaction=False),
)
REGULAR = (Task(RECONCILE_JOB, (), unique="billing-reconcile", timeout=600),)
DAILY = (
    Task(PRUNE_WEBHOOK_EVENTS_JOB, (), unique="billing-forget-notices", timeout=600),
    Task(RETRY_CUSTOMER_ERASURES_JOB, (), unique="billing-forget-leavers", timeout=600),
    Task(SEND_RENEWAL_REMINDERS_JOB, (), unique="billing-remind", timeout=600),
    Task(EXTEND_POSTPONED_ORDERS_JOB, (), unique="billing-follow-games", timeout=600),
)
