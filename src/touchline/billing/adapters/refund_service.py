"""What an operator does with the provider's help: the provider is asked outside of any transaction, and the
order follows by settling."""

from __future__ import annotations

from touchline.billing.adapters.checkout_service import CheckoutService
from touchline.billing.application.checkout.access_grants import RevokeAccess
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.ledger.refunds import RefundPlan, plan_refund
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.payments import Payments, PaymentsUnavailableError
from touchline.platform.db.session import Database
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import ChannelId, OrderId, TransactionId
from touchline.shared.money import Money


class RefundService:
    """Refunds and revocations. All raise `PaymentsUnavailableError`."""

    def __init__(
        self,
        database: Database,
        orders: Orders,
        ledger: Ledger,
        revoke_access: RevokeAccess,
        payments: Payments,
        checkout_service: CheckoutService,
    ) -> None:
        self._database = database
        self._orders = orders
        self._ledger = ledger
        self._revoke_access = revoke_access
        self._payments = payments
        self._checkout_service = checkout_service

    def plan_refund(
        self,
        channel_id: ChannelId,
        order_id: OrderId,
        amount: str | None = None,
        transaction_id: TransactionId | None = None,
    ) -> RefundPlan:
        """What would go back: an amount in major units, all that is left where it is None; of a line of the
        ledger, or of the last payment. `NotFoundError`, `RefusedError`."""
        with self._database.transaction(channel_id):
            order = self._orders.get(order_id)
            transaction = self._ledger.get(transaction_id) if transaction_id is not None else None
        if order is None:
            raise NotFoundError(f"There is no order {order_id} in this channel.")
        if transaction_id is not None and (transaction is None or transaction.order_id != order_id):
            raise NotFoundError(f"Order {order_id} has no transaction {transaction_id}.")
        if order.payment_ref is None:
            raise RefusedError(f"Nothing was charged for order {order_id}.")
        refund_amount = _parse_money(amount, order) if amount is not None else None
        payment = self._payments.retrieve(order.payment_ref)
        return plan_refund(order, payment, refund_amount, transaction.ref if transaction else None)

    def refund(self, channel_id: ChannelId, order_id: OrderId, refund: RefundPlan) -> None:
        """Give the money back, once however often it is asked for with the same plan; the order and its
        ledger follow."""
        self._payments.refund(refund.charge, refund.amount, refund.key)
        self.sync_order(channel_id, order_id)

    def revoke(self, channel_id: ChannelId, order_id: OrderId) -> bool:
        """Close what an order opened; a subscription is ended at the provider as well. False: the provider is
        away, and it is ended there by the next settling."""
        with self._database.transaction(channel_id):
            order = self._revoke_access(order_id)
        if order.payment_ref is None:
            return True
        try:
            self.sync_order(channel_id, order_id)
        except PaymentsUnavailableError:
            return False
        return True

    def sync_order(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Bring an order in line with the provider."""
        self._checkout_service.sync_order(channel_id, order_id)

    def get_order(self, channel_id: ChannelId, order_id: OrderId) -> tuple[Order, list[Transaction]]:
        """An order with the lines of its ledger; `NotFoundError`."""
        with self._database.transaction(channel_id):
            order = self._orders.get(order_id)
            transactions = list(self._ledger.list_for_orders([order_id]).get(order_id, ()))
        if order is None:
            raise NotFoundError(f"There is no order {order_id} in this channel.")
        return order, transactions


def _parse_money(text: str, order: Order) -> Money:
    try:
        return Money.parse(text, order.currency)
    except ValueError:
        raise RefusedError(f"{text} is not an amount of {order.currency}.") from None
