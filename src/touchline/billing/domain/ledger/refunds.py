"""Refunds of an order's money by an operator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.checkout.payments import ChargeAttempt, Payment
from touchline.billing.domain.ledger.payment_transactions import refundable_amount
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

REFUND_TOO_LARGE = ErrorMessage(
    "errors.refund_too_large", "At most {amount} {currency} of this payment can be refunded."
)
ALREADY_REFUNDED = ErrorMessage("errors.already_refunded", "This payment has already been fully refunded.")


@dataclass(frozen=True)
class RefundPlan:
    """A planned refund of `amount` from the charge `charge`. `refundable` is the most that can be refunded.

    `key` makes repeated requests with the same plan idempotent.
    """

    charge: str
    amount: Money
    refundable: Money
    key: str


def plan_refund(
    order: Order, payment: Payment, amount: Money | None, charge: str | None = None
) -> RefundPlan:
    """Plan a refund of `amount` (None: all that is left) from one charge.

    The charge is the named one, or else the latest that has money left. Raises `RefusedError` if the refund
    is not possible.
    """
    charge_attempt = _find_charge(payment.charges, charge)
    refundable = Money(refundable_amount(charge_attempt), charge_attempt.amount.currency)
    refund_amount = amount or refundable
    if refund_amount.currency != refundable.currency or not 0 < refund_amount.minor <= refundable.minor:
        raise RefusedError(
            REFUND_TOO_LARGE.with_params(amount=refundable.decimal, currency=refundable.currency)
        )
    refunded = charge_attempt.amount.minor - refundable.minor
    return RefundPlan(
        charge_attempt.ref,
        refund_amount,
        refundable,
        f"refund-{order.uuid}-{charge_attempt.ref}-{refunded}-{refund_amount.minor}",
    )


def _find_charge(charges: Sequence[ChargeAttempt], ref: str | None) -> ChargeAttempt:
    for attempt in reversed(charges):
        if refundable_amount(attempt) > 0 and ref in (None, attempt.ref):
            return attempt
    raise RefusedError(ALREADY_REFUNDED)
