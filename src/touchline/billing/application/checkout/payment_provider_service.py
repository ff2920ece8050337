"""Provider calls of an order sync. They are slow, so none runs in a database transaction."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from touchline.billing.application.checkout.sync_order import OrderSnapshot, TransactionKey
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.checkout.payments import Payment, PaymentState
from touchline.billing.domain.checkout.provider_actions import (
    ProviderAction,
    get_moved_renewal,
    list_charges_to_refund,
)
from touchline.billing.domain.ledger.payment_transactions import refundable_amount
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.vouchers.voucher_refunds import list_due_refunds
from touchline.billing.ports.payments import Payments, PaymentsUnavailableError, SubscriptionRequest
from touchline.billing.ports.taxes import Taxes
from touchline.shared.clock import Clock
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

_UNCONFIRMED_STATUSES = (OrderStatus.CREATED, OrderStatus.FAILED)
log = logging.getLogger(__name__)


class PaymentProviderService:
    """Reads an order's payment at the provider and runs the actions of an order sync.

    All methods raise `PaymentsUnavailableError`.
    """

    def __init__(self, payments: Payments, taxes: Taxes, clock: Clock) -> None:
        self._payments = payments
        self._clock = clock
        self._taxes = taxes

    def retrieve(self, snapshot: OrderSnapshot) -> Payment | None:
        """Return the current payment; None if the provider knows of none.

        If the response to the request was lost, the payment is found by the order's uuid.
        """
        order = snapshot.order
        if order.payment_ref is not None:
            return self._payments.retrieve(order.payment_ref)
        if snapshot.customer is None or order.is_free or order.status not in _UNCONFIRMED_STATUSES:
            return None
        return self._payments.find(snapshot.customer, order.uuid)

    def charge(self, snapshot: OrderSnapshot) -> Payment:
        """Charge the order, for the first time or again. A refusal by the provider returns a failed
        payment."""
        assert snapshot.payment_request is not None
        try:
            if isinstance(snapshot.payment_request, SubscriptionRequest):
                return self._payments.subscribe(snapshot.payment_request)
            return self._payments.charge(snapshot.payment_request)
        except RefusedError as error:
            return Payment(
                ref="",
                order=snapshot.order.uuid,
                state=PaymentState.FAILED,
                failure_code=error.code,
                failure_message=error.message,
            )

    def confirm_with_card(self, snapshot: OrderSnapshot, payment: Payment, card: str) -> Payment:
        """Pay with another card while the payment waits for the viewer's bank. Return the payment's new
        state.
        """
        assert snapshot.customer is not None
        return self._payments.confirm_with_card(payment.ref, snapshot.customer, card)

    def execute(self, action: ProviderAction, snapshot: OrderSnapshot, payment: Payment) -> Payment:
        """Run one action and return the payment's new state. A refused action changes nothing."""
        if not payment.ref:
            return payment
        try:
            return self._execute(action, snapshot, payment)
        except RefusedError:
            log.warning("the provider refused the action %r for order %s", action.value, snapshot.order.id)
            return self._payments.retrieve(payment.ref)

    def calculate_taxes(
        self, snapshot: OrderSnapshot, payment: Payment | None
    ) -> dict[TransactionKey, Sequence[TaxLine]]:
        """Return the taxes of transactions that have none yet, as far as they can be calculated now."""
        charges = [
            transaction
            for transaction in snapshot.list_untaxed(payment)
            if transaction.movement is Movement.CHARGE
        ]
        tax_lines: dict[TransactionKey, Sequence[TaxLine]] = {}
        if snapshot.order.product.kind is ProductKind.DONATION:  # nothing is sold, so nothing is taxed
            tax_lines = {(transaction.movement, transaction.ref): () for transaction in charges}
            return {**tax_lines, **snapshot.calculate_refund_taxes(payment, tax_lines)}
        try:
            for transaction in charges:
                tax_lines[transaction.movement, transaction.ref] = self._taxes.calculate(
                    transaction.amount, snapshot.order.country
                )
        except PaymentsUnavailableError:
            log.warning("the taxes of %s transactions are not known yet", len(charges) - len(tax_lines))
        return {**tax_lines, **snapshot.calculate_refund_taxes(payment, tax_lines)}

    def _execute(self, action: ProviderAction, snapshot: OrderSnapshot, payment: Payment) -> Payment:
        order = snapshot.order
        if action is ProviderAction.CANCEL:
            return self._payments.cancel_unpaid(payment.ref)
        if action is ProviderAction.CANCEL_SUBSCRIPTION:
            return self._payments.cancel_subscription(payment.ref)
        if action is ProviderAction.SET_AUTO_RENEWAL:
            return self._payments.set_auto_renewal(payment.ref, enabled=bool(order.requested_auto_renewal))
        if action is ProviderAction.MOVE_RENEWAL:
            assert payment.billing_cycle is not None
            renews_at = get_moved_renewal(order, payment.billing_cycle, self._clock.now())
            return self._payments.move_renewal(payment.ref, renews_at) if renews_at else payment
        if action is ProviderAction.REFUND_VOUCHERS:
            for refund in list_due_refunds(order, payment, snapshot.voucher_refunds):
                self._payments.refund(refund.charge, refund.amount, refund.key)
            return self._payments.retrieve(payment.ref)
        for charge in list_charges_to_refund(order, payment):
            refundable = Money(refundable_amount(charge), charge.amount.currency)
            self._payments.refund(
                charge.ref, refundable, f"back-{order.uuid}-{charge.ref}-{refundable.minor}"
            )
        return self._payments.retrieve(payment.ref)
