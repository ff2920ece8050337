"""A whole till over memory, with a game, packages, passes and subscriptions to sell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Any

from touchline.billing.adapters.customer_desk import CustomerDesk
from touchline.billing.adapters.provider import Provider
from touchline.billing.adapters.till import Till
from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.application.hear_notice import HearNotice
from touchline.billing.application.packs import OfferPacks
from touchline.billing.application.place_order import PlaceOrder
from touchline.billing.application.pricing import Pricing
from touchline.billing.application.purchases import Purchase
from touchline.billing.application.reconcile import Reconcile
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.application.settle_order import SettleOrder
from touchline.billing.application.telling import Telling
from touchline.billing.application.trial_marks import TrialMarks
from touchline.billing.application.trial_use import TrialUse
from touchline.billing.domain.coupons import Coupon
from touchline.billing.domain.ledger import Transaction, kept
from touchline.billing.domain.orders import Kind, Order
from touchline.billing.domain.taxes import TaxLine, TaxRate, taxes_within
from touchline.billing.tests.fakes import MemoryOffers
from touchline.billing.tests.order_fakes import MemoryCoupons, MemoryCustomers, MemoryLedger, MemoryTrials
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.payment_fakes import VISA, MemoryPayments, away
from touchline.billing.tests.samples import IDS, package, part, subscription
from touchline.billing.tests.shelf_fakes import GAME as GAME
from touchline.billing.tests.shelf_fakes import SOLO as SOLO
from touchline.billing.tests.shelf_fakes import MemoryShelf
from touchline.billing.tests.till_fakes import (
    Announced,
    MemoryChannel,
    MemoryDatabase,
    MemoryHeard,
    StoredOrders,
)
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.money import Money
from touchline.shared.principal import Principal

CHANNEL = ChannelId(1)
ADA = Principal(CHANNEL, SessionId(1), AccountId(4), "en", "CA")
BOB = Principal(CHANNEL, SessionId(2), AccountId(5), "fr", None)
SEASON, TEAM_PASS = 2, 3
YEARLY, MONTHLY = 1, 2
GRACE = timedelta(days=7)


class FixedTaxes:
    """Ten percent, or what is set; `away` stands for a service that does not answer."""

    def __init__(self) -> None:
        self.away = False
        self.percent = Decimal(10)

    def within(self, amount: Money, country: str | None) -> tuple[TaxLine, ...]:
        if self.away:
            away()
        return taxes_within(amount, [TaxRate("GST", self.percent)])


class MemoryJobs:
    """`Jobs`: run when `Shop.work` says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[str, tuple[int | str, ...]]] = []

    def enqueue(self, name: str, *ids: int | str, **options: Any) -> None:
        self.waiting.append((name, ids))


class Shop:
    """The till and everything around it; `settle`, `hear` and `minute` are what the jobs do."""

    def __init__(self, **offers: Any) -> None:
        self.clock = FixedClock(NOW)
        self.payments = MemoryPayments(self.clock)
        self.orders = StoredOrders()
        self.ledger = MemoryLedger()
        self.customers = MemoryCustomers()
        self.trials = MemoryTrials()
        self.coupons = MemoryCoupons()
        self.heard = MemoryHeard()
        self.channel = MemoryChannel()
        self.announced = Announced()
        self.jobs = MemoryJobs()
        self.shelf = MemoryShelf()
        self.taxes = FixedTaxes()
        self.offers = MemoryOffers()
        self.sell(**offers)
        self.database: Any = MemoryDatabase(
            self.orders, self.ledger, self.customers, self.trials, self.heard, self.announced, self.jobs
        )
        self.till = self.new_till()

    def sell(self, **changes: Any) -> None:
        """Put the usual offers on sale, some of them changed: `season={"days": 30}`."""
        packages = (
            package("solo", type="event", **changes.get("solo", {})),
            package("season", **changes.get("season", {})),
            package("pass", type="team", is_team_pass=True, **changes.get("team", {})),
        )
        subscriptions = (
            subscription("yearly", **changes.get("yearly", {})),
            subscription("monthly", offer="monthly", period="month", trial_period=0),
        )
        told = part(*packages, subscriptions=subscriptions)
        OfferPacks(self.offers, _NoCodes()).apply(told, IDS["category"])  # type: ignore[arg-type]

    def new_till(self) -> Till:
        """A till of another process over the same database."""
        desk = CustomerDesk(self.database, self.customers, self.channel, self.payments)
        sale_check = self.sale_check()
        quotes = CouponQuotes(self.coupons, self.orders, self.clock)
        trials = TrialUse(self.trials, TrialMarks(b"secret"), self.channel)
        place = PlaceOrder(self.orders, sale_check, quotes, trials, self.clock, GRACE)
        telling = Telling(self.channel, self.announced)
        settling = SettleOrder(
            self.orders,
            self.ledger,
            self.customers,
            self.trials,
            self.channel,
            telling,
            self.clock,
            GRACE,
        )
        provider = Provider(self.payments, self.taxes)
        return Till(self.database, place, settling, provider, desk, self.payments, self.clock)

    def sale_check(self) -> SaleCheck:
        """What decides whether something is sold."""
        pricing = Pricing(self.offers, self.shelf, self.channel)
        return SaleCheck(pricing, self.shelf, self.orders, self.clock, GRACE)

    def buy(self, kind: Kind = Kind.EVENT, who: Principal = ADA, **more: Any) -> Order:
        """Press Pay for something, the game if nothing else is said; answers the order."""
        return self.order(self.till.buy(wish(kind, **more), who))

    def settle(self, order: Order) -> Order:
        """What the job does; answers the order."""
        self.till.settle(CHANNEL, order.id)
        return self.order(order.id)

    def hear(self) -> None:
        """The provider's notices arrive, all of them again, and the jobs they ask for run."""
        hear = HearNotice(self.heard, self.orders, self.jobs, self.clock)
        for notice in self.payments.notices:
            with self.database.transaction(None, unscoped=True):
                hear(notice)
        self.work()

    def minute(self) -> None:
        """What the job of each minute does about orders that wait."""
        reconcile = Reconcile(self.orders, self.heard, self.jobs, self.clock)
        with self.database.transaction(None, unscoped=True):
            reconcile.settle_what_waits()
        self.work()

    def work(self) -> None:
        """Run the jobs that wait."""
        while self.jobs.waiting:
            _, (channel_id, order_id) = self.jobs.waiting.pop(0)
            self.till.settle(ChannelId(int(channel_id)), OrderId(int(order_id)))

    def order(self, order_id: OrderId) -> Order:
        """An order as it is."""
        found = self.orders.get(order_id)
        assert found is not None
        return found

    def lines(self, order: Order) -> Sequence[Transaction]:
        """The ledger of an order."""
        found: Mapping[OrderId, Sequence[Transaction]] = self.ledger.of([order.id])
        return found[order.id]

    def told(self) -> list[str]:
        """The names of what was announced."""
        return [type(event).__name__ for event in self.announced.events]

    def balanced(self) -> bool:
        """Whether the ledger has what the provider has."""
        return kept(self.ledger.lines) == self.payments.kept()

    def coupon(self, code: str, **more: Any) -> None:
        """A promo code."""
        self.coupons.save(Coupon(code=code, **more))


class _NoCodes:
    def __getattr__(self, _name: str) -> Any:
        return lambda *_arguments: []


def wish(kind: Kind = Kind.EVENT, **more: Any) -> Purchase:
    """A purchase: of the game, the season, or the yearly subscription."""
    usual = {Kind.EVENT: GAME, Kind.PACKAGE: SEASON, Kind.SUBSCRIPTION: YEARLY}[kind]
    unsaid: dict[str, Any] = {"id": usual, "card": VISA}
    if kind is Kind.EVENT:
        unsaid["package_id"] = SOLO
    return Purchase(kind=kind, **(unsaid | more))
