"""What is to be told of a purchase to the one who made it, by letter."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.application.receipts.receipt_service import (
    ReceiptFile,
    ReceiptService,
    get_product_title,
    get_receipt_number,
    has_receipt,
)
from touchline.billing.domain.checkout.orders import ActivityStatus, AutoRenewal, Order
from touchline.billing.domain.ledger.transactions import Transaction, TransactionLabel
from touchline.billing.domain.renewals.billing_periods import is_yearly
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Ledger, Orders
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, OrderId, TransactionId
from touchline.shared.money import Money


@dataclass(frozen=True, kw_only=True)
class PurchaseNotification:
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
    receipt: ReceiptFile | None = None


class PurchaseNotifications:
    """Tells of purchases in the present channel, in a language."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        receipt_service: ReceiptService,
        channel: CurrentChannel,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._ledger = ledger
        self._receipt_service = receipt_service
        self._channel = channel
        self._clock = clock
        self._grace = grace

    def for_transaction(self, transaction_id: TransactionId, language: str) -> PurchaseNotification | None:
        """A line of the ledger with its receipt; None where there is none of that id."""
        transaction = self._ledger.get(transaction_id)
        order = self._orders.get(transaction.order_id) if transaction else None
        return self._build(order, transaction, language) if transaction and order else None

    def for_order(self, order_id: OrderId, language: str) -> PurchaseNotification | None:
        """An order; None where there is none of that id."""
        order = self._orders.get(order_id)
        return self._build(order, None, language) if order else None

    def _build(self, order: Order, transaction: Transaction | None, language: str) -> PurchaseNotification:
        billing_settings = self._channel.billing_settings()
        with_receipt = transaction is not None and has_receipt(transaction)
        return PurchaseNotification(
            account_id=order.account_id,
            item=get_product_title(order, language, billing_settings.language),
            amount=transaction.amount if transaction else order.total,
            next_amount=order.price.total,
            yearly=is_yearly(order),
            renewal=transaction is not None and transaction.label is TransactionLabel.UPDATED,
            trial_days=order.trial_days,
            renews_at=order.expires_at if order.auto_renewal is AutoRenewal.ACTIVE else None,
            open_until=self._get_access_end(order),
            is_open=order.activity(self._clock.now(), self._grace) is ActivityStatus.ACTIVE,
            overdue=order.past_due_at is not None,
            product_status=order.product_status.value,
            starts_at=order.product_starts_at,
            refund_due=order.refund_due,
            number=get_receipt_number(billing_settings, transaction)
            if transaction and with_receipt
            else None,
            receipt=self._receipt_service.render(order, transaction.id, language)
            if transaction and with_receipt
            else None,
        )

    def _get_access_end(self, order: Order) -> datetime | None:
        if order.expires_at is None or order.past_due_at is None:
            return order.expires_at
        return order.expires_at + self._grace
