"""Ledger transactions built from a payment's charges and reversals."""

from __future__ import annotations

from collections.abc import Iterator

from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind
from touchline.billing.domain.checkout.payments import ChargeAttempt, Payment, Reversal
from touchline.billing.domain.ledger.transactions import Movement, Transaction, TransactionLabel
from touchline.billing.domain.make_good.make_good_keys import parse_make_good_key


def build_transactions(order: Order, payment: Payment) -> list[Transaction]:
    """Return all ledger transactions of a payment, oldest charge first, without taxes. Zero amounts are left
    out.
    """
    return [
        transaction
        for charge in payment.charges
        for transaction in _charge_transactions(order, charge)
        if transaction.amount.minor
    ]


def refundable_amount(charge: ChargeAttempt) -> int:
    """Return how much of a paid charge can still be refunded, in minor units. Disputed money cannot be
    refunded.
    """
    reversed_amount = sum(reversal.amount.minor for reversal in charge.reversals if not reversal.is_won)
    won_amount = sum(reversal.amount.minor for reversal in charge.reversals if reversal.is_won)
    return charge.amount.minor - reversed_amount + won_amount if charge.is_paid else 0


def is_fully_refunded(payment: Payment) -> bool:
    """Return whether all paid money was refunded. A refund that could not be paid out does not count."""
    paid = sum(charge.amount.minor for charge in payment.charges if charge.is_paid)
    reversed_amount = _net_reversals(payment, dispute=False)
    return 0 < reversed_amount >= paid


def is_disputed(payment: Payment) -> bool:
    """Return whether the viewer's bank took money back that we have not won back."""
    return _net_reversals(payment, dispute=True) > 0


def _net_reversals(payment: Payment, *, dispute: bool) -> int:
    """Return the total of refunds, or of disputes, less the money that was returned to us."""
    reversals = (
        reversal
        for charge in payment.charges
        for reversal in charge.reversals
        if reversal.is_dispute is dispute
    )
    return sum(-reversal.amount.minor if reversal.is_won else reversal.amount.minor for reversal in reversals)


def _charge_transactions(order: Order, charge: ChargeAttempt) -> Iterator[Transaction]:
    yield Transaction(
        order_id=order.id,
        movement=Movement.CHARGE,
        status=OrderStatus.PAID if charge.is_paid else OrderStatus.FAILED,
        amount=charge.amount,
        ref=charge.ref,
        at=charge.at,
        label=_get_label(order, charge),
        note=charge.failure,
        fee=charge.fee,
    )
    for reversal in charge.reversals:
        yield Transaction(
            order_id=order.id,
            movement=_get_movement(reversal),
            status=OrderStatus.PAID if reversal.is_won else OrderStatus.REFUNDED,
            amount=reversal.amount,
            ref=reversal.ref,
            at=reversal.at,
            fee=reversal.fee,
            note=reversal.key if parse_make_good_key(reversal.key) else None,
        )


def _get_label(order: Order, charge: ChargeAttempt) -> TransactionLabel | None:
    if order.product.kind is not ProductKind.SUBSCRIPTION:
        return None
    return TransactionLabel.UPDATED if charge.is_renewal else TransactionLabel.CREATED


def _get_movement(reversal: Reversal) -> Movement:
    if reversal.is_won:
        return Movement.DISPUTE_WON
    return Movement.DISPUTE if reversal.is_dispute else Movement.REFUND
