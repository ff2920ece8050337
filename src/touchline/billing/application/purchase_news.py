"""What is to be told of a purchase to the one who made it, by letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.application.receipts import Receipt, Receipts, called, has_paper, number_of
from touchline.billing.domain.ledger import Label, Transaction
from touchline.billing.domain.orders import Activity, AutoRenewal, Order
from touchline.billing.domain.periods import is_yearly
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.orders import Ledger, Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, OrderId, TransactionId
from touchline.shared.money import Money


@dataclass(frozen=True, kw_only=True)
class PurchaseNews:
    """One purchase, or one line of its ledger. `item` is what was bought; `amount` the line's (of an order:
    what was paid at once); `renews_at` and `next_amount` when and what will be charged by itself, None where
    nothing will; `open_until` when access ends if nothing more is paid (None: never); `is_open` whether it is
    open now; `overdue` whether a renewal waits to be paid; `receipt` and its `number` where the line has one.
    `product_status` says what became of what was bought, `starts_at` when a rescheduled event starts,
    `refund_due` whether all is paid back.
    """

    account_id: AccountId | None
    item: str
    amount: Money
    next_amount: Money
    yearly: bool
    renewal: bool = False
    trial_days: int = 0
    renews_at: datetime | None = None
    open_until: datetime | None = None
    is_open: bool = True
    overdue: bool = False
    number: str | None = None
    product_status: str = "available"
    starts_at: datetime | None = None
    refund_due: bool = False
    receipt: Receipt | None = None


class TellPurchases:
    """Tells of purchases in the present channel, in a language."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        receipts: Receipts,
        channel: ChannelFacts,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._ledger = ledger
        self._receipts = receipts
        self._channel = channel
        self._clock = clock
        self._grace = grace

    def of_line(self, transaction_id: TransactionId, language: str) -> PurchaseNews | None:
        """A line of the ledger with its receipt; None where there is none of that id."""
        line = self._ledger.get(transaction_id)
        order = self._orders.get(line.order_id) if line else None
        return self._news(order, line, language) if line and order else None

    def of_order(self, order_id: OrderId, language: str) -> PurchaseNews | None:
        """An order; None where there is none of that id."""
        order = self._orders.get(order_id)
        return self._news(order, None, language) if order else None

    def _news(self, order: Order, line: Transaction | None, language: str) -> PurchaseNews:
        shop = self._channel.shop()
        on_paper = line is not None and has_paper(line)
        return PurchaseNews(
            account_id=order.account_id,
            item=called(order, language, shop.language),
            amount=line.amount if line else order.total,
            next_amount=order.price.total,
            yearly=is_yearly(order),
            renewal=line is not None and line.label is Label.UPDATED,
            trial_days=order.trial_days,
            renews_at=order.expires_at if order.auto_renewal is AutoRenewal.ACTIVE else None,
            open_until=self._open_until(order),
            is_open=order.activity(self._clock.now(), self._grace) is Activity.ACTIVE,
            overdue=order.past_due_at is not None,
            product_status=order.product_status.value,
            starts_at=order.product_starts_at,
            refund_due=order.refund_due,
            number=number_of(shop, line) if line and on_paper else None,
            receipt=self._receipts.of_line(order, line.id, language) if line and on_paper else None,
        )

    def _open_until(self, order: Order) -> datetime | None:
        if order.expires_at is None or order.past_due_at is None:
            return order.expires_at
        return order.expires_at + self._grace
