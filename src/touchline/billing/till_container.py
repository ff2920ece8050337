"""Providers of checkout: placing, paying and syncing orders, and handling the provider's webhooks."""

from dependency_injector import containers, providers

from touchline.billing.application.checkout.checkout_service import CheckoutService as TheTill
from touchline.billing.application.checkout.order_events import OrderEventPublisher
from touchline.billing.application.checkout.payment_provider_service import PaymentProviderService
from touchline.billing.application.checkout.place_order import PlaceOrder
from touchline.billing.application.checkout.sync_order import SyncOrder
from touchline.billing.application.customers.trial_usage import TrialUsage
from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.application.webhooks.webhook_service import WebhookService
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


class CheckoutContainer(containers.DeclarativeContainer):
    """Container of checkout. IDs for `Provide["billing.checkout.…"]`. The service itself is
    `billing.checkout.checkout_service`.
    """

    grace = providers.Dependency()
    clock = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    jobs = providers.Dependency()
    announce = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    sale_check = providers.Dependency()
    customers = providers.Dependency()
    trials = providers.Dependency()
    trial_digests = providers.Dependency()
    processed_webhooks = providers.Dependency()
    current_channel = providers.Dependency()
    coupon_discounts = providers.Dependency()
    customer_service = providers.Dependency()
    payments = providers.Dependency()
    taxes = providers.Dependency()

    trial_usage = providers.Singleton(TrialUsage, trials, trial_digests, current_channel)
    place_order = providers.Singleton(
        PlaceOrder,
        orders,
        sale_check,
        coupon_discounts,
        trial_usage,
        clock,
        grace,
    )
    order_event_publisher = providers.Singleton(OrderEventPublisher, current_channel, announce)
    sync_order = providers.Singleton(
        SyncOrder,
        orders,
        ledger,
        customers,
        trials,
        current_channel,
        order_event_publisher,
        clock,
        grace,
    )
    payment_provider_service = providers.Singleton(PaymentProviderService, payments, taxes)
    checkout_service = providers.Singleton(
        TheTill,
        uow,
        place_order,
        sync_order,
        payment_provider_service,
        customer_service,
        payments,
        clock,
    )
    handle_webhook = providers.Singleton(HandleWebhook, processed_webhooks, orders, jobs, clock)
    reconcile_orders = providers.Singleton(ReconcileOrders, orders, processed_webhooks, jobs, clock)
    webhook_service = providers.Singleton(
        WebhookService, uow, handle_webhook, reconcile_orders, payments, clock
    )
