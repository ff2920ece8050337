"""What an operator gives back of an order's money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.checkout.payments import ChargeAttempt, Payment
from touchline.billing.domain.ledger.payment_transactions import refundable_amount
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money


@dataclass(frozen=True)
class RefundPlan:
    """`amount` of the charge `charge` goes back; `refundable` is what could. `key` makes it happen once,
    however often it is asked for in these words."""

    charge: str
    amount: Money
    refundable: Money
    key: str


def plan_refund(
    order: Order, payment: Payment, amount: Money | None, charge: str | None = None
) -> RefundPlan:
    """Give back `amount` (None: all that is left) of one charge: the named one, else the last that has
    anything left. `RefusedError` where that cannot be."""
    charge_attempt = _find_charge(payment.charges, charge)
    refundable = Money(refundable_amount(charge_attempt), charge_attempt.amount.currency)
    refund_amount = amount or refundable
    if refund_amount.currency != refundable.currency or not 0 < refund_amount.minor <= refundable.minor:
        raise RefusedError(
            f"At most {refundable.decimal} {refundable.currency} of this payment can be paid back."
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
    raise RefusedError("Nothing is left that could be paid back.")
