"""Values that the contract tests read from a payment."""

from __future__ import annotations

from touchline.billing.ports.payments import BillingCycle, ChargeAttempt, Payment


def list_paid_charges(payment: Payment) -> list[ChargeAttempt]:
    """Return the paid charges."""
    return [charge for charge in payment.charges if charge.is_paid]


def get_net_amount(payment: Payment) -> int:
    """Return the amount after refunds and disputes, in minor units."""
    reversed_amount = sum(
        reversal.amount.minor * (-1 if reversal.is_won else 1)
        for charge in list_paid_charges(payment)
        for reversal in charge.reversals
    )
    return sum(charge.amount.minor for charge in list_paid_charges(payment)) - reversed_amount


def get_billing_cycle(payment: Payment) -> BillingCycle:
    """Return the billing cycle, which must exist."""
    assert payment.billing_cycle is not None
    return payment.billing_cycle
