"""What tests of the contract read out of a payment."""

from __future__ import annotations

from touchline.billing.ports.payments import Charged, Payment, Rhythm


def paid(payment: Payment) -> list[Charged]:
    """The charges that were paid."""
    return [line for line in payment.charges if line.paid]


def kept(payment: Payment) -> int:
    """What is left of the money, in minor units."""
    back = sum(one.amount.minor * (-1 if one.won else 1) for line in paid(payment) for one in line.returned)
    return sum(line.amount.minor for line in paid(payment)) - back


def rhythm(payment: Payment) -> Rhythm:
    """The rhythm, which it must have."""
    assert payment.rhythm is not None
    return payment.rhythm
