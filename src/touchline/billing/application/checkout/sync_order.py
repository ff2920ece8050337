"""Order sync: the only writer of an order's status.

Applies the provider's current state to the order and its ledger in one database transaction, unless the order
changed since it was loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from touchline.billing.application.checkout.order_events import OrderEventPublisher
from touchline.billing.application.checkout.payment_requests import build_payment_request
from touchline.billing.application.receipts.receipt_service import has_receipt
from touchline.billing.application.vouchers.redeemed_orders import RedeemedOrders
from touchline.billing.domain.checkout.order_sync import get_next_check, sync_order
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.checkout.payments import Payment
from touchline.billing.domain.ledger.payment_transactions import build_transactions
from touchline.billing.domain.ledger.taxes import TaxLine, calculate_proportional_taxes
from touchline.billing.domain.ledger.transactions import Movement, Transaction
from touchline.billing.domain.vouchers.voucher_refunds import VoucherRefund
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.customers import Customers, Trials
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.payments import PaymentRequest, SubscriptionRequest
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId

TransactionKey = tuple[Movement, str]
_TAX_RETRY_DELAY = timedelta(minutes=10)


@dataclass(frozen=True)
class OrderSnapshot:
    """An order as it was loaded, for use outside of database transactions.

    `customer` is the viewer's id at the provider, `payment_request` the charge to make, `transactions` the
    order's ledger transactions, `voucher_refunds` the refunds that its canceled codes require.
    """

    order: Order
    customer: str | None
    payment_request: PaymentRequest | SubscriptionRequest | None
    transactions: Sequence[Transaction]
    voucher_refunds: Sequence[VoucherRefund] = ()

    def list_untaxed(self, payment: Payment | None) -> list[Transaction]:
        """Return the ledger transactions without taxes: new ones, and ones that were stored without taxes."""
        recorded = {_get_key(transaction) for transaction in self.transactions}
        new = (
            [
                transaction
                for transaction in build_transactions(self.order, payment)
                if _get_key(transaction) not in recorded
            ]
            if payment
            else []
        )
        return [transaction for transaction in new if has_receipt(transaction)] + [
            transaction for transaction in self.transactions if not transaction.taxed
        ]

    def calculate_refund_taxes(
        self, payment: Payment | None, new_taxes: Mapping[TransactionKey, Sequence[TaxLine]]
    ) -> dict[TransactionKey, Sequence[TaxLine]]:
        """Return the taxes in refunds, at the rates of their charges, even if the rates changed since.

        Leaves out refunds of charges with unknown taxes. Known taxes come from `new_taxes` or the
        ledger.
        """
        recorded = {
            _get_key(transaction): transaction.tax for transaction in self.transactions if transaction.taxed
        } | dict(new_taxes)
        charge_keys = {
            reversal.ref: (Movement.CHARGE, charge.ref)
            for charge in (payment.charges if payment else ())
            for reversal in charge.reversals
        }
        return {
            _get_key(transaction): calculate_proportional_taxes(
                transaction.amount, recorded[charge_keys[transaction.ref]]
            )
            for transaction in self.list_untaxed(payment)
            if transaction.movement is Movement.REFUND and charge_keys.get(transaction.ref) in recorded
        }


class SyncOrder:
    """Loads an order and later writes the result; each step in a database transaction of the order's
    channel."""

    def __init__(
        self,
        orders: Orders,
        ledger: Ledger,
        customers: Customers,
        trials: Trials,
        channel: CurrentChannel,
        event_publisher: OrderEventPublisher,
        clock: Clock,
        grace: timedelta,
        redeemed_orders: RedeemedOrders,
    ) -> None:
        self._orders = orders
        self._ledger = ledger
        self._customers = customers
        self._trials = trials
        self._channel = channel
        self._event_publisher = event_publisher
        self._clock = clock
        self.grace = grace
        self._redeemed_orders = redeemed_orders

    def load(self, order_id: OrderId) -> OrderSnapshot | None:
        """Return the order with its ledger; None if the id does not exist."""
        order = self._orders.get(order_id)
        return self._take_snapshot(order) if order else None

    def claim(self, snapshot: OrderSnapshot, until: datetime) -> OrderSnapshot | None:
        """Reserve the order for a provider call until an instant. Return None if the order has changed."""
        order = self._orders.get_for_update(snapshot.order.id)
        if order is None or order.version != snapshot.order.version:
            return None
        order.attempt_until = order.next_check_at = until
        self._orders.save(order)
        return self._take_snapshot(order)

    def release(self, order_id: OrderId) -> None:
        """Release the reservation after a provider call with an unknown result."""
        order = self._orders.get_for_update(order_id)
        if order is not None and order.status is OrderStatus.CREATED:
            order.attempt_until = None
            order.next_check_at = self._clock.now()
            self._orders.save(order)

    def apply(
        self,
        snapshot: OrderSnapshot,
        payment: Payment | None,
        taxes: Mapping[TransactionKey, Sequence[TaxLine]],
        *,
        abandoned: bool = False,
    ) -> bool:
        """Apply the provider's state. Return False if the order has changed and must be loaded again."""
        order = self._orders.get_for_update(snapshot.order.id)
        if order is None or order.version != snapshot.order.version:
            return False
        before, now = replace(order), self._clock.now()
        sync_order(order, payment, now, abandoned=abandoned)
        transactions = build_transactions(order, payment) if payment else []
        recorded = {_get_key(transaction) for transaction in snapshot.transactions}
        has_new = any(_get_key(transaction) not in recorded for transaction in transactions)
        if has_new and self._event_publisher.is_of_rehearsal(order):
            transactions = []  # reports read the ledger
        written = self._write_transactions(transactions, snapshot, taxes)
        if before.status is not order.status and order.status is OrderStatus.FAILED and order.trial_days:
            self._trials.release(order.uuid)
        if order.next_check_at == snapshot.order.next_check_at:  # otherwise another check was scheduled
            order.next_check_at = get_next_check(order, now, self.grace)
        has_unknown_fee = any(transaction.fee is None for transaction in transactions)
        if has_unknown_fee or _has_untaxed(snapshot.transactions, written, taxes):
            retry_at = now + _TAX_RETRY_DELAY
            order.next_check_at = min(order.next_check_at or retry_at, retry_at)
        if order != before:
            self._orders.save(order)
        self._redeemed_orders.follow(before, order)
        self._event_publisher(before.status, order, written)
        return True

    def _take_snapshot(self, order: Order) -> OrderSnapshot:
        customer = self._customers.get(order.account_id) if order.account_id is not None else None
        billing_settings = self._channel.get_billing_settings()
        payment_request = (
            build_payment_request(order, billing_settings.id, customer, billing_settings.language)
            if customer
            else None
        )
        return OrderSnapshot(
            replace(order),
            customer,
            payment_request,
            list(self._ledger.list_for_orders([order.id]).get(order.id, ())),
            self._redeemed_orders.list_refunds(order),
        )

    def _write_transactions(
        self,
        transactions: Sequence[Transaction],
        snapshot: OrderSnapshot,
        taxes: Mapping[TransactionKey, Sequence[TaxLine]],
    ) -> list[Transaction]:
        written = []
        for transaction in transactions:
            tax_lines = taxes.get(_get_key(transaction))
            taxed = replace(
                transaction,
                tax=tuple(tax_lines or ()),
                taxed=tax_lines is not None or not has_receipt(transaction),
            )
            transaction_id = self._ledger.add(taxed)
            if transaction_id is not None:
                written.append(replace(taxed, id=transaction_id))
        for transaction in snapshot.transactions:
            if not transaction.taxed and _get_key(transaction) in taxes:
                self._ledger.set_taxes(transaction.id, taxes[_get_key(transaction)])
        fees = {_get_key(transaction): transaction.fee for transaction in transactions}
        for transaction in snapshot.transactions:
            fee = fees.get(_get_key(transaction))
            if transaction.fee is None and fee is not None:
                self._ledger.set_fee(transaction.id, fee)
        return written


def _get_key(transaction: Transaction) -> TransactionKey:
    return transaction.movement, transaction.ref


def _has_untaxed(
    recorded: Sequence[Transaction],
    written: Sequence[Transaction],
    taxes: Mapping[TransactionKey, Sequence[TaxLine]],
) -> bool:
    """Return whether any transaction's taxes are still unknown."""
    return any(
        not transaction.taxed and _get_key(transaction) not in taxes for transaction in (*recorded, *written)
    )
