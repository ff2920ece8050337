"""A complete in-memory checkout that sells an event, packages, passes and subscriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from touchline.billing.application.checkout.card_limits import CardLimits
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.order_events import OrderEventPublisher
from touchline.billing.application.checkout.payment_provider_service import PaymentProviderService
from touchline.billing.application.checkout.place_order import PlaceOrder
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.checkout.sync_order import SyncOrder
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.customers.customer_service import CustomerService
from touchline.billing.application.customers.trial_digests import TrialDigests
from touchline.billing.application.customers.trial_usage import TrialUsage
from touchline.billing.application.offers.event_offers import GetEventOffers
from touchline.billing.application.offers.offer_packs import OfferPacks
from touchline.billing.application.offers.pricing_service import PricingService
from touchline.billing.application.offers.purchase_options import PurchaseOptionQueries
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.application.vouchers.new_vouchers import NewVouchers
from touchline.billing.application.vouchers.redeemed_orders import RedeemedOrders
from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.application.webhooks.reconcile_orders import ReconcileOrders
from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.coupons import Coupon
from touchline.billing.domain.ledger.taxes import TaxLine, TaxRate, calculate_taxes
from touchline.billing.domain.ledger.transactions import Transaction, net_amount
from touchline.billing.domain.vouchers.voucher_codes import VoucherCodes
from touchline.billing.tests.checkout_fakes import (
    CopyingOrders,
    InMemoryChannel,
    InMemoryProcessedWebhooks,
    RecordedEvents,
)
from touchline.billing.tests.offer_fakes import InMemoryOffers
from touchline.billing.tests.offer_samples import IDS, billing_part, package_entry, subscription_entry
from touchline.billing.tests.order_fakes import (
    InMemoryCoupons,
    InMemoryCustomers,
    InMemoryLedger,
    InMemoryTrials,
)
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.payment_fakes import VISA, InMemoryPayments, raise_unavailable
from touchline.billing.tests.sale_catalog_fakes import EVENT_ID as EVENT_ID
from touchline.billing.tests.sale_catalog_fakes import SINGLE_EVENT_PACKAGE_ID as SINGLE_EVENT_PACKAGE_ID
from touchline.billing.tests.sale_catalog_fakes import InMemorySaleCatalog
from touchline.billing.tests.voucher_fakes import InMemoryVouchers
from touchline.platform.throttle import SlidingWindowThrottle, create_memory_storage
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.money import Money
from touchline.shared.principal import Principal
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL = ChannelId(1)
ADA = Principal(CHANNEL, SessionId(1), AccountId(4), "en", "CA")
BOB = Principal(CHANNEL, SessionId(2), AccountId(5), "fr", None)
SEASON, TEAM_PASS = 2, 3
YEARLY, MONTHLY = 1, 2
GRACE_PERIOD = timedelta(days=7)


class FixedTaxes:
    """A fixed tax rate: ten percent by default. `is_unavailable` simulates a tax service that does not
    respond.
    """

    def __init__(self) -> None:
        self.is_unavailable = False
        self.percent = Decimal(10)

    def calculate(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        if self.is_unavailable:
            raise_unavailable()
        return calculate_taxes(amount, [TaxRate("GST", self.percent)])


class InMemoryJobs:
    """In-memory `Jobs`. `CheckoutEnvironment.run_jobs` runs them."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, tuple[int | str, ...]]] = []

    def enqueue(self, name: str, *ids: int | str, **options: Any) -> None:
        self.waiting.append((name, ids))


class CheckoutEnvironment:
    """The checkout service and its dependencies. `sync`, `deliver_webhooks` and `run_reconciliation` do what
    the jobs do.
    """

    def __init__(self, **offers: Any) -> None:
        self.clock = FixedClock(NOW)
        self.payments = InMemoryPayments(self.clock)
        self.orders = CopyingOrders()
        self.vouchers = InMemoryVouchers(self.orders)
        self.redeemed_orders = RedeemedOrders(self.orders, self.vouchers)
        self.voucher_codes = VoucherCodes(b"secret")
        self.ledger = InMemoryLedger()
        self.customers = InMemoryCustomers()
        self.trials = InMemoryTrials()
        self.throttle = SlidingWindowThrottle(create_memory_storage(), b"secret")
        self.coupons = InMemoryCoupons()
        self.processed_webhooks = InMemoryProcessedWebhooks()
        self.channel = InMemoryChannel()
        self.published_events = RecordedEvents()
        self.jobs = InMemoryJobs()
        self.sale_catalog = InMemorySaleCatalog()
        self.taxes = FixedTaxes()
        self.offers = InMemoryOffers()
        self.publish_offers(**offers)
        self.uow = FakeUnitOfWorkFactory(
            self.orders,
            self.ledger,
            self.customers,
            self.trials,
            self.processed_webhooks,
            self.published_events,
            self.jobs,
        )
        self.payments.uow = self.uow
        self.checkout_service = self.new_checkout_service()

    def publish_offers(self, **changes: Any) -> None:
        """Put the default offers on sale, with changes such as `season={"days": 30}`."""
        packages = (
            package_entry("solo", type="event", **changes.get("solo", {})),
            package_entry("season", **changes.get("season", {})),
            package_entry("pass", type="team", is_team_pass=True, **changes.get("team", {})),
        )
        subscriptions = (
            subscription_entry("yearly", **changes.get("yearly", {})),
            subscription_entry("monthly", offer="monthly", period="month", trial_period=0),
        )
        pack_part = billing_part(*packages, subscriptions=subscriptions)
        OfferPacks(self.offers, _NoCoupons()).apply(pack_part, IDS["category"])  # type: ignore[arg-type]

    def new_checkout_service(self) -> CheckoutService:
        """Build the checkout service of another process over the same database."""
        customer_service = CustomerService(self.uow, self.customers, self.channel, self.payments)
        sale_check = self.build_sale_check()
        coupon_discounts = CouponDiscounts(self.coupons, self.orders, self.clock)
        trial_usage = TrialUsage(self.trials, TrialDigests(b"secret"), self.channel)
        place_order = PlaceOrder(
            self.orders,
            sale_check,
            coupon_discounts,
            trial_usage,
            self.clock,
            GRACE_PERIOD,
            NewVouchers(self.vouchers, self.voucher_codes),
        )
        event_publisher = OrderEventPublisher(self.channel, self.published_events)
        sync_order = SyncOrder(
            self.orders,
            self.ledger,
            self.customers,
            self.trials,
            self.channel,
            event_publisher,
            self.clock,
            GRACE_PERIOD,
            self.redeemed_orders,
        )
        payment_provider = PaymentProviderService(self.payments, self.taxes, self.clock)
        return CheckoutService(
            self.uow,
            place_order,
            sync_order,
            payment_provider,
            customer_service,
            self.payments,
            CardLimits(self.throttle),
            self.clock,
        )

    def build_sale_check(self) -> SaleCheck:
        """Build the check of whether a product is on sale."""
        pricing_service = PricingService(self.offers, self.sale_catalog, self.channel)
        return SaleCheck(pricing_service, self.sale_catalog, self.orders, self.clock, GRACE_PERIOD)

    def build_purchase_options(self) -> PurchaseOptionQueries:
        """Build the queries of the shop's pages."""
        pricing_service = PricingService(self.offers, self.sale_catalog, self.channel)
        return PurchaseOptionQueries(
            self.offers, pricing_service, self.build_sale_check(), self.sale_catalog, self.orders
        )

    def build_event_offers(self) -> GetEventOffers:
        """Build the query of the offers that open the event, whose key is `final`."""
        purchase_options = self.build_purchase_options()
        return GetEventOffers(purchase_options, self.offers, self.sale_catalog, _FinalKey(), self.clock)

    def buy(self, kind: ProductKind = ProductKind.EVENT, who: Principal = ADA, **more: Any) -> Order:
        """Buy a product, by default the event. Return the order."""
        return self.get_order(self.checkout_service.buy(build_purchase(kind, **more), who))

    def sync(self, order: Order) -> Order:
        """Run the sync job of an order. Return the order."""
        self.checkout_service.sync_order(CHANNEL, order.id)
        return self.get_order(order.id)

    def deliver_webhooks(self) -> None:
        """Deliver all of the provider's webhook events, including earlier ones. Then run the jobs that they
        enqueue.
        """
        handle_webhook = HandleWebhook(self.processed_webhooks, self.orders, self.jobs, self.clock)
        for webhook_event in self.payments.webhook_events:
            with self.uow.all_channels():
                handle_webhook(webhook_event)
        self.run_jobs()

    def run_reconciliation(self) -> None:
        """Sync the pending orders that are due, as the job that runs every minute does."""
        reconcile_orders = ReconcileOrders(self.orders, self.processed_webhooks, self.jobs, self.clock)
        with self.uow.all_channels():
            reconcile_orders.request_due_syncs()
        self.run_jobs()

    def run_jobs(self) -> None:
        """Run the waiting jobs."""
        while self.jobs.waiting:
            _, (channel_id, order_id) = self.jobs.waiting.pop(0)
            self.checkout_service.sync_order(ChannelId(int(channel_id)), OrderId(int(order_id)))

    def get_order(self, order_id: OrderId) -> Order:
        """Return the current state of an order."""
        found = self.orders.get(order_id)
        assert found is not None
        return found

    def list_transactions(self, order: Order) -> Sequence[Transaction]:
        """Return the transactions of an order."""
        found: Mapping[OrderId, Sequence[Transaction]] = self.ledger.list_for_orders([order.id])
        return found[order.id]

    def list_event_names(self) -> list[str]:
        """Return the names of the published events."""
        return [type(event).__name__ for event in self.published_events.events]

    def is_balanced(self) -> bool:
        """Return whether the ledger matches the provider's balance."""
        return net_amount(self.ledger.transactions) == self.payments.get_balance()

    def add_coupon(self, code: str, **more: Any) -> None:
        """Store a promo code."""
        self.coupons.save(Coupon(code=code, **more))


class _FinalKey:
    """`CatalogKeys` with the key of the event."""

    def get_id(self, kind: str, key: str) -> int | None:
        return EVENT_ID if (kind, key) == ("event", "final") else None


class _NoCoupons:
    def __getattr__(self, _name: str) -> Any:
        return lambda *_arguments: []


def build_purchase(kind: ProductKind = ProductKind.EVENT, **more: Any) -> Purchase:
    """Build a purchase of the event, the season pass or the yearly subscription."""
    product_id = {ProductKind.EVENT: EVENT_ID, ProductKind.PACKAGE: SEASON, ProductKind.SUBSCRIPTION: YEARLY}[
        kind
    ]
    defaults: dict[str, Any] = {"id": product_id, "card": VISA}
    if kind is ProductKind.EVENT:
        defaults["package_id"] = SINGLE_EVENT_PACKAGE_ID
    if more.get("gift"):
        defaults["key"] = uuid4().hex
    return Purchase(kind=kind, **(defaults | more))
