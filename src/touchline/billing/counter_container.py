"""Providers of viewers' orders, cards, renewals and promo codes."""

from dependency_injector import containers, providers

from touchline.billing.application.checkout.export_orders import ExportOrders
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.coupons.quote_coupon import QuoteCoupon
from touchline.billing.application.customers.account_closure import CloseAccount, CustomerErasure
from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.application.customers.saved_cards import SavedCards
from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.entitlements.entitlements import EntitlementQueries, TrialHistory
from touchline.billing.application.renewals.auto_renewal import CancelRenewals, SetAutoRenewal
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory


def _is_enabled(kind: str) -> bool:
    """Return whether this payments setting allows purchases."""
    return kind != "off"


class PurchaseContainer(containers.DeclarativeContainer):
    """Container of viewers' queries and actions for their purchases. IDs for
    `Provide["billing.purchases.…"]`.
    """

    settings = providers.Dependency()
    grace = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    database = providers.Dependency()
    uow = providers.Singleton(SqlUnitOfWorkFactory, database)
    jobs = providers.Dependency()
    payments = providers.Dependency()
    current_channel = providers.Dependency()
    sale_check = providers.Dependency()
    orders = providers.Dependency()
    ledger = providers.Dependency()
    coupons = providers.Dependency()
    customers = providers.Dependency()
    trials = providers.Dependency()

    order_serializer = providers.Singleton(OrderSerializer, ledger, current_channel, clock, grace)
    request_order_sync = providers.Singleton(RequestOrderSync, jobs, clock)
    order_queries = providers.Singleton(OrderQueries, orders, order_serializer, request_order_sync)
    set_auto_renewal = providers.Singleton(SetAutoRenewal, orders, request_order_sync, clock)
    cancel_renewals = providers.Singleton(CancelRenewals, orders, set_auto_renewal)
    coupon_discounts = providers.Singleton(CouponDiscounts, coupons, orders, clock)
    quote_coupon = providers.Singleton(QuoteCoupon, sale_check, coupon_discounts)
    customer_service = providers.Singleton(CustomerService, uow, customers, current_channel, payments)
    saved_cards = providers.Singleton(
        SavedCards, payments, is_enabled=providers.Callable(_is_enabled, settings.provided.payments)
    )
    trial_digests = providers.Singleton(TrialDigests, secret)
    trial_history = providers.Singleton(TrialHistory, trials, trial_digests, current_channel)
    entitlement_queries = providers.Singleton(EntitlementQueries, orders, clock, grace)
    close_account = providers.Singleton(CloseAccount, orders, customers, request_order_sync, jobs, clock)
    customer_erasure = providers.Singleton(CustomerErasure, orders, customers)
    export_orders = providers.Singleton(ExportOrders, orders, ledger, customers, trial_history)
