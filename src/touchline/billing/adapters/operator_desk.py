"""What an operator does with the provider's help: the provider is asked outside of any transaction, and the
order follows by settling."""

from __future__ import annotations

from touchline.billing.adapters.till import Till
from touchline.billing.application.order_desk import TakeAccess
from touchline.billing.domain.ledger import Transaction
from touchline.billing.domain.orders import Order
from touchline.billing.domain.refunds import Refund, plan
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.payments import Payments, PaymentsUnavailable
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import ChannelId, OrderId, TransactionId
from touchline.shared.money import Money


class OperatorDesk:
    """Refunds and revocations. All raise `PaymentsUnavailable`."""

    def __init__(
        self,
        database: Database,
        orders: Orders,
        ledger: Ledger,
        take: TakeAccess,
        payments: Payments,
        till: Till,
    ) -> None:
        self._database = database
        self._orders = orders
        self._ledger = ledger
        self._take = take
        self._payments = payments
        self._till = till

    def plan_refund(
        self,
        channel_id: ChannelId,
        order_id: OrderId,
        amount: str | None = None,
        transaction_id: TransactionId | None = None,
    ) -> Refund:
        """What would go back: an amount in major units, all that is left where it is None; of a line of the
        ledger, or of the last payment. `NotFound`, `Refused`."""
        with self._database.transaction(channel_id):
            order = self._orders.get(order_id)
            line = self._ledger.get(transaction_id) if transaction_id is not None else None
        if order is None:
            raise NotFound(f"There is no order {order_id} in this channel.")
        if transaction_id is not None and (line is None or line.order_id != order_id):
            raise NotFound(f"Order {order_id} has no transaction {transaction_id}.")
        if order.payment_ref is None:
            raise Refused(f"Nothing was charged for order {order_id}.")
        wanted = _money(amount, order) if amount is not None else None
        payment = self._payments.look(order.payment_ref)
        return plan(order, payment, wanted, line.ref if line else None)

    def refund(self, channel_id: ChannelId, order_id: OrderId, refund: Refund) -> None:
        """Give the money back, once however often it is asked for with the same plan; the order and its
        ledger follow."""
        self._payments.refund(refund.charge, refund.amount, refund.key)
        self.settle(channel_id, order_id)

    def revoke(self, channel_id: ChannelId, order_id: OrderId) -> bool:
        """Close what an order opened; a subscription is ended at the provider as well. False: the provider is
        away, and it is ended there by the next settling."""
        with self._database.transaction(channel_id):
            order = self._take(order_id)
        if order.payment_ref is None:
            return True
        try:
            self.settle(channel_id, order_id)
        except PaymentsUnavailable:
            return False
        return True

    def settle(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Bring an order in line with the provider."""
        self._till.settle(channel_id, order_id)

    def told(self, channel_id: ChannelId, order_id: OrderId) -> tuple[Order, list[Transaction]]:
        """An order with the lines of its ledger; `NotFound`."""
        with self._database.transaction(channel_id):
            order = self._orders.get(order_id)
            lines = list(self._ledger.of([order_id]).get(order_id, ()))
        if order is None:
            raise NotFound(f"There is no order {order_id} in this channel.")
        return order, lines


def _money(text: str, order: Order) -> Money:
    try:
        return Money.parse(text, order.currency)
    except ValueError:
        raise Refused(f"{text} is not an amount of {order.currency}.") from None
