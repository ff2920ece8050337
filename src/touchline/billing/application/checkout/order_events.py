"""What other contexts, and those who write letters, are told of a settled order: once for each line."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.ledger.transactions import Movement, Transaction, TransactionLabel
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.shared.unit_of_work import Announce

NO_TRANSACTION = 0


class OrderEventPublisher:
    """Announces what new lines of the ledger mean."""

    def __init__(self, channel: CurrentChannel, announce: Announce) -> None:
        self._channel = channel
        self._announce = announce

    def __call__(self, before: OrderStatus, order: Order, transactions: Sequence[Transaction]) -> None:
        """Tell of an order that was in the status `before`, and has these new lines."""
        paid = [
            transaction
            for transaction in transactions
            if transaction.movement is Movement.CHARGE and transaction.signed_amount
        ]
        if order.status is not OrderStatus.FAILED:  # else the money goes back at once
            for transaction in paid:
                self._publish_paid(
                    order, transaction.id, renewal=transaction.label is TransactionLabel.UPDATED
                )
        if before is OrderStatus.CREATED and order.starts_at is not None and not paid:
            self._publish_paid(order, NO_TRANSACTION, renewal=False)
        for transaction in transactions:
            self._publish_other(before, order, transaction)

    def _publish_paid(self, order: Order, transaction_id: int, *, renewal: bool) -> None:
        self._announce(
            OrderPaid(self._get_channel_id(), order.id, order.account_id or 0, transaction_id, renewal)
        )

    def _publish_other(self, before: OrderStatus, order: Order, transaction: Transaction) -> None:
        event_fields = (self._get_channel_id(), order.id, order.account_id or 0, transaction.id)
        if transaction.movement is Movement.REFUND:
            self._announce(OrderRefunded(*event_fields))
            return
        # What cannot be charged after a trial is no renewal by its label, but it is to the viewer.
        is_renewal = transaction.label is TransactionLabel.UPDATED or before is OrderStatus.PAID
        if transaction.status is OrderStatus.FAILED and is_renewal:
            self._announce(RenewalFailed(*event_fields))

    def _get_channel_id(self) -> int:
        return self._channel.billing_settings().id
