"""Domain events about a synced order, for other contexts and emails: one event per ledger transaction."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.ledger.transactions import Movement, Transaction, TransactionLabel
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.shared.rehearsals import is_viewer_address
from touchline.shared.unit_of_work import Announce

NO_TRANSACTION = 0


class OrderEventPublisher:
    """Publishes domain events for new ledger transactions. The order of a rehearsal notifies nobody."""

    def __init__(self, channel: CurrentChannel, announce: Announce) -> None:
        self._channel = channel
        self._announce = announce

    def __call__(self, before: OrderStatus, order: Order, transactions: Sequence[Transaction]) -> None:
        """Publish events for an order that had the status `before`, and for its new ledger transactions."""
        if (transactions or before is not order.status) and self.is_of_rehearsal(order):
            return
        paid = [
            transaction
            for transaction in transactions
            if transaction.movement is Movement.CHARGE and transaction.signed_amount
        ]
        if order.status is not OrderStatus.FAILED:  # a failed order's money is refunded at once
            for transaction in paid:
                self._publish_paid(
                    order, transaction.id, renewal=transaction.label is TransactionLabel.UPDATED
                )
        if before is OrderStatus.CREATED and order.starts_at is not None and not paid:
            self._publish_paid(order, NO_TRANSACTION, renewal=False)
        for transaction in transactions:
            self._publish_other(before, order, transaction)

    def is_of_rehearsal(self, order: Order) -> bool:
        """Return whether the order belongs to the viewer of a rehearsal, and so counts nowhere."""
        if order.account_id is None:
            return False
        viewer = self._channel.get_viewer_profile(order.account_id)
        return viewer is not None and is_viewer_address(viewer.email)

    def _publish_paid(self, order: Order, transaction_id: int, *, renewal: bool) -> None:
        self._announce(
            OrderPaid(self._get_channel_id(), order.id, order.account_id or 0, transaction_id, renewal)
        )

    def _publish_other(self, before: OrderStatus, order: Order, transaction: Transaction) -> None:
        event_fields = (self._get_channel_id(), order.id, order.account_id or 0, transaction.id)
        if transaction.movement is Movement.REFUND:
            self._announce(OrderRefunded(*event_fields))
            return
        # A failed charge after a trial is not labeled as a renewal, but for the viewer it is one.
        is_renewal = transaction.label is TransactionLabel.UPDATED or before is OrderStatus.PAID
        if transaction.status is OrderStatus.FAILED and is_renewal:
            self._announce(RenewalFailed(*event_fields))

    def _get_channel_id(self) -> int:
        return self._channel.get_billing_settings().id
