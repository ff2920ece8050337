"""Refunds and revocations by an operator.

The provider is called outside of database transactions, and the order is synced afterwards.
"""

from __future__ import annotations

from dataclasses import replace

from touchline.billing.application.checkout.access_grants import RevokeAccess
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.vouchers.voucher_refunds import RefundVouchers
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.ledger.refunds import RefundPlan, plan_refund
from touchline.billing.domain.ledger.transactions import Transaction
from touchline.billing.ports.orders import Ledger, Orders
from touchline.billing.ports.payments import Payments, PaymentsUnavailableError
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, NotFoundError, RefusedError
from touchline.shared.ids import ChannelId, OrderId, TransactionId
from touchline.shared.money import Money
from touchline.shared.unit_of_work import UnitOfWorkFactory

NO_PAYMENT = ErrorMessage("errors.order_no_payment", "Order {order} has no payment to refund.")
INVALID_AMOUNT = ErrorMessage("errors.refund_amount", "{amount} is not a valid amount in {currency}.")
REFUND_OUTDATED = ErrorMessage(
    "errors.refund_outdated", "The payment has changed, or it was already refunded. Check the order first."
)


class RefundService:
    """Refunds orders and revokes access. All methods raise `PaymentsUnavailableError`."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        orders: Orders,
        ledger: Ledger,
        revoke_access: RevokeAccess,
        payments: Payments,
        checkout_service: CheckoutService,
        record_audit: RecordAudit,
        refund_vouchers: RefundVouchers,
    ) -> None:
        self._uow = uow
        self._orders = orders
        self._ledger = ledger
        self._revoke_access = revoke_access
        self._payments = payments
        self._checkout_service = checkout_service
        self._record_audit = record_audit
        self._refund_vouchers = refund_vouchers

    def plan_refund(
        self,
        channel_id: ChannelId,
        order_id: OrderId,
        amount: str | None = None,
        transaction_id: TransactionId | None = None,
    ) -> RefundPlan:
        """Return the refund that would be made.

        `amount` is in major units, None for all that is left. It is taken from a ledger transaction, or else
        from the last payment. Raises `NotFoundError` or `RefusedError`.
        """
        with self._uow(channel_id):
            order = self._orders.get(order_id)
            transaction = self._ledger.get(transaction_id) if transaction_id is not None else None
        if order is None:
            raise NotFoundError(f"There is no order {order_id} in this channel.")
        if transaction_id is not None and (transaction is None or transaction.order_id != order_id):
            raise NotFoundError(f"Order {order_id} has no transaction {transaction_id}.")
        if order.payment_ref is None:
            raise RefusedError(NO_PAYMENT.with_params(order=order_id))
        refund_amount = _parse_money(amount, order) if amount is not None else None
        payment = self._payments.retrieve(order.payment_ref)
        return plan_refund(order, payment, refund_amount, transaction.ref if transaction else None)

    def refund(self, channel_id: ChannelId, order_id: OrderId, refund: RefundPlan) -> None:
        """Refund the money, only once for repeated calls with the same plan, then sync the order and its
        ledger.

        The audit log has the refund before the provider does, so that no refund is missing from it.
        """
        with self._uow(channel_id):
            self._cancel_vouchers(order_id, refund)
            amount = f"{refund.amount.decimal} {refund.amount.currency}"
            subject = AuditSubject("order", str(order_id))
            self._record_audit(AuditRecord("order.refund", subject, after={"amount": amount}))
        self._payments.refund(refund.charge, refund.amount, refund.key)
        self.sync_order(channel_id, order_id)

    def refund_once(
        self, channel_id: ChannelId, order_id: OrderId, charge: str, amount: Money, key: str
    ) -> None:
        """Refund part of a charge once for all calls with this key, then sync the order and its ledger.

        The provider forgets idempotency keys after a day, so the refund is first looked up by its key.
        Raises `RefusedError` if less than the amount is left.
        """
        with self._uow(channel_id):
            order = self._orders.get(order_id)
        if order is None or order.payment_ref is None:
            raise RefusedError(NO_PAYMENT.with_params(order=order_id))
        payment = self._payments.retrieve(order.payment_ref)
        reversals = [reversal for attempt in payment.charges for reversal in attempt.reversals]
        if any(reversal.key == key for reversal in reversals):
            self.sync_order(channel_id, order_id)
            return
        self.refund(channel_id, order_id, replace(plan_refund(order, payment, amount, charge), key=key))

    def _cancel_vouchers(self, order_id: OrderId, refund: RefundPlan) -> None:
        """Cancel the codes of a gift before all its money is refunded. Raises `RefusedError` if one was
        redeemed."""
        order = self._orders.get(order_id)
        if order is None or not order.is_for_others or refund.amount != refund.refundable:
            return
        locked = self._orders.get_for_update(order_id)
        if locked is not None:
            self._refund_vouchers.cancel(locked)

    def refund_as_shown(
        self,
        channel_id: ChannelId,
        order_id: OrderId,
        amount: str | None,
        transaction_id: TransactionId | None,
        refundable: str,
    ) -> None:
        """Refund unless less than `refundable` is left, which the operator saw. So a repeated request
        refunds once.

        Raises `NotFoundError`, `RefusedError` or `EditConflictError`.
        """
        plan = self.plan_refund(channel_id, order_id, amount, transaction_id)
        if plan.refundable.decimal != refundable:
            raise EditConflictError(REFUND_OUTDATED)
        self.refund(channel_id, order_id, plan)

    def revoke(self, channel_id: ChannelId, order_id: OrderId) -> bool:
        """End an order's access, and cancel its subscription at the provider.

        Returns False if the provider is unavailable. The next order sync then cancels the subscription.
        """
        with self._uow(channel_id):
            order = self._revoke_access(order_id)
        if order.payment_ref is None:
            return True
        try:
            self.sync_order(channel_id, order_id)
        except PaymentsUnavailableError:
            return False
        return True

    def sync_order(self, channel_id: ChannelId, order_id: OrderId) -> None:
        """Sync an order with the provider."""
        self._checkout_service.sync_order(channel_id, order_id)

    def get_order(self, channel_id: ChannelId, order_id: OrderId) -> tuple[Order, list[Transaction]]:
        """Return an order with its ledger transactions. Raises `NotFoundError`."""
        with self._uow(channel_id):
            order = self._orders.get(order_id)
            transactions = list(self._ledger.list_for_orders([order_id]).get(order_id, ()))
        if order is None:
            raise NotFoundError(f"There is no order {order_id} in this channel.")
        return order, transactions


def _parse_money(text: str, order: Order) -> Money:
    try:
        return Money.parse(text, order.currency)
    except ValueError:
        raise RefusedError(INVALID_AMOUNT.with_params(amount=text, currency=order.currency)) from None
