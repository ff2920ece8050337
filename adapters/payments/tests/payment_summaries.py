"""What tests of the contract read out of a payment."""

from __future__ import annotations

from touchline.billing.ports.payments import BillingCycle, ChargeAttempt, Payment


def list_paid_charges(payment: Payment) -> list[ChargeAttempt]:
    """The charges that were paid."""
    return [charge for charge in payment.charges if charge.paid]


def get_net_amount(payment: Payment) -> int:
    """What is left of the money, in minor units."""
    reversed_amount = sum(
        reversal.amount.minor * (-1 if reversal.won else 1)
        for charge in list_paid_charges(payment)
        for reversal in charge.reversals
    )
    return sum(charge.amount.minor for charge in list_paid_charges(payment)) - reversed_amount


def get_billing_cycle(payment: Payment) -> BillingCycle:
    """The rhythm, which it must have."""
    assert payment.billing_cycle is not None
    return payment.billing_cycle
