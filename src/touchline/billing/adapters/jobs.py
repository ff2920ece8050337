"""Billing jobs: syncing orders and handling missed webhook events, erasures, reminders and postponed
events."""

from __future__ import annotations

import logging

from dependency_injector.wiring import Provide, inject

from touchline.billing.application.bundles.sync_bundle_grants import (
    SYNC_BUNDLE_JOB,
    RequestBundleSyncs,
    SyncBundleGrants,
)
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.order_sync_requests import SYNC_ORDER_JOB
from touchline.billing.application.customers.customer_closure import ERASE_CUSTOMER_JOB
from touchline.billing.application.customers.customer_erasure_service import CustomerErasureService
from touchline.billing.application.make_good.make_good_service import MakeGoodService
from touchline.billing.application.make_good.run_make_goods import PAY_MAKE_GOODS_JOB, RunMakeGoods
from touchline.billing.application.products.extend_postponed_orders import EXTEND_POSTPONED_ORDERS_JOB
from touchline.billing.application.products.postponement_service import PostponementService
from touchline.billing.application.renewals.renewal_reminder_service import RenewalReminderService
from touchline.billing.application.vouchers.voucher_emails import SendVoucherEmails
from touchline.billing.application.webhooks.webhook_service import WebhookService
from touchline.billing.container import BillingContainer
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.tasks.jobs import Task

RECONCILE_JOB = "billing.reconcile"
PRUNE_WEBHOOK_EVENTS_JOB = "billing.forget_notices"
RETRY_CUSTOMER_ERASURES_JOB = "billing.forget_leavers"
SEND_VOUCHER_EMAILS_JOB = "billing.voucher_emails"
SEND_RENEWAL_REMINDERS_JOB = "billing.remind"
RECONCILE_BUNDLES_JOB = "billing.reconcile_bundles"
CHECK_MAKE_GOODS_JOB = "billing.check_make_goods"
log = logging.getLogger(__name__)


@inject
def sync_order(
    channel_id: int,
    order_id: int,
    checkout_service: CheckoutService = Provide[BillingContainer.checkout_service],
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
    webhook_service: WebhookService = Provide[BillingContainer.webhook_service],
) -> None:
    """Request all due order syncs, then handle missed webhook events."""
    webhook_service.reconcile()


@inject
def prune_webhook_events(
    webhook_service: WebhookService = Provide[BillingContainer.webhook_service],
) -> None:
    """Delete the webhook events that will not be sent again."""
    log.info("pruned %s webhook events of the payment provider", webhook_service.prune())


@inject
def erase_customer(
    channel_id: int,
    account_id: int,
    customer_erasure_service: CustomerErasureService = Provide[BillingContainer.customer_erasure_service],
) -> None:
    """Erase a viewer who closed their account at the provider.

    If the provider is unavailable, the job fails and is retried.
    """
    customer_erasure_service.erase(ChannelId(channel_id), AccountId(account_id))


@inject
def retry_customer_erasures(
    customer_erasure_service: CustomerErasureService = Provide[BillingContainer.customer_erasure_service],
) -> None:
    """Enqueue the erasures again that failed because the provider was unavailable."""
    customer_erasure_service.retry_pending()


@inject
def send_renewal_reminders(
    renewal_reminder_service: RenewalReminderService = Provide[BillingContainer.renewal_reminder_service],
) -> None:
    """Remind viewers of yearly renewals and trial ends that are near."""
    log.info("sent %s renewal reminders", renewal_reminder_service())


@inject
def extend_postponed_orders(
    channel_id: int = 0,
    postponement_service: PostponementService = Provide[BillingContainer.postponement_service],
) -> None:
    """Extend single-event orders of postponed events, in the channel whose pack was applied, or in all
    channels.
    """
    extended = (
        postponement_service(ChannelId(channel_id))
        if channel_id
        else postponement_service.run_for_all_channels()
    )
    log.info("extended %s orders to the new start of their events", extended)


@inject
def pay_make_goods(
    channel_id: int,
    event_id: int,
    is_automatic: bool = False,
    make_good_service: MakeGoodService = Provide[BillingContainer.make_good_service],
) -> None:
    """Pay the make-goods of an event. If the provider is unavailable, the job fails and is retried."""
    run = make_good_service.pay(ChannelId(channel_id), event_id, is_automatic=is_automatic)
    log.info("paid %s make-goods of event %s, %s were refused", run.paid, event_id, len(run.refused))


@inject
def check_make_goods(
    run_make_goods: RunMakeGoods = Provide[BillingContainer.run_make_goods],
) -> None:
    """Propose the make-goods of recent events, and pay them where the policy is automatic."""
    run_make_goods.check_all_channels()


@inject
def send_voucher_emails(
    send_emails: SendVoucherEmails = Provide[BillingContainer.send_voucher_emails],
) -> None:
    """Send the emails of gifts that are due."""
    log.info("sent %s emails of gifts", send_emails())


@inject
def sync_bundle(
    channel_id: int,
    order_id: int,
    sync_bundle_grants: SyncBundleGrants = Provide[BillingContainer.sync_bundle_grants],
) -> None:
    """Update the access that an order gives in other channels."""
    sync_bundle_grants(ChannelId(channel_id), OrderId(order_id))


@inject
def reconcile_bundles(
    request_bundle_syncs: RequestBundleSyncs = Provide[BillingContainer.request_bundle_syncs],
) -> None:
    """Request a sync of every order that gives access in another channel."""
    log.info("requested %s syncs of bundles", request_bundle_syncs.for_all_channels())


JOBS = (
    Job(SYNC_BUNDLE_JOB, sync_bundle, one_transaction=False),
    Job(RECONCILE_BUNDLES_JOB, reconcile_bundles, one_transaction=False),
    Job(SEND_VOUCHER_EMAILS_JOB, send_voucher_emails, one_transaction=False),
    Job(SYNC_ORDER_JOB, sync_order, one_transaction=False),
    Job(RECONCILE_JOB, reconcile, one_transaction=False),
    Job(PRUNE_WEBHOOK_EVENTS_JOB, prune_webhook_events, one_transaction=False),
    Job(ERASE_CUSTOMER_JOB, erase_customer, one_transaction=False),
    Job(RETRY_CUSTOMER_ERASURES_JOB, retry_customer_erasures, one_transaction=False),
    Job(SEND_RENEWAL_REMINDERS_JOB, send_renewal_reminders, one_transaction=False),
    Job(EXTEND_POSTPONED_ORDERS_JOB, extend_postponed_orders, one_transaction=False),
    Job(PAY_MAKE_GOODS_JOB, pay_make_goods, one_transaction=False),
    Job(CHECK_MAKE_GOODS_JOB, check_make_goods, one_transaction=False),
)
REGULAR = (
    Task(RECONCILE_JOB, (), unique="billing-reconcile", timeout=600),
    Task(CHECK_MAKE_GOODS_JOB, (), unique="billing-check-make-goods", timeout=600),
    Task(SEND_VOUCHER_EMAILS_JOB, (), unique="billing-voucher-emails", timeout=600),
)
DAILY = (
    Task(RECONCILE_BUNDLES_JOB, (), unique="billing-reconcile-bundles", timeout=600),
    Task(PRUNE_WEBHOOK_EVENTS_JOB, (), unique="billing-forget-notices", timeout=600),
    Task(RETRY_CUSTOMER_ERASURES_JOB, (), unique="billing-forget-leavers", timeout=600),
    Task(SEND_RENEWAL_REMINDERS_JOB, (), unique="billing-remind", timeout=600),
    Task(EXTEND_POSTPONED_ORDERS_JOB, (), unique="billing-follow-games", timeout=600),
)
