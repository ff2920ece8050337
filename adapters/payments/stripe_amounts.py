"""Amounts as Stripe counts them (https://docs.stripe.com/currencies#special-cases).

Stripe's smallest unit is ours (ISO 4217) with these exceptions: ISK and UGX have no decimals, yet are counted
in hundredths that must be 00; MGA is counted whole; of currencies with three decimals the last one must be 0.
What cannot be said exactly is refused and never rounded, so that what is charged is what the page said.
"""

from __future__ import annotations

import logging

from touchline.billing.domain.checkout.charge_limits import amount_step
from touchline.billing.domain.checkout.declines import NOT_CHARGEABLE
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money

log = logging.getLogger(__name__)

_TIMES_100 = frozenset(["ISK", "UGX"])
_PER_100 = frozenset(["MGA"])


def to_stripe(money: Money) -> tuple[int, str]:
    """Amount and currency as Stripe is told them; `RefusedError` where it does not take such an amount."""
    if money.currency in _TIMES_100:
        return money.minor * 100, money.currency.lower()
    steps = amount_step(money.currency)
    if money.minor % steps:
        log.error(
            "Stripe takes %s in steps of %d minor units: %d is none", money.currency, steps, money.minor
        )
        raise RefusedError(NOT_CHARGEABLE, code="errors.amount")
    return (money.minor // 100 if money.currency in _PER_100 else money.minor), money.currency.lower()


def from_stripe(amount: int, currency: str) -> Money:
    """What Stripe says, as money."""
    code = currency.upper()
    if code in _TIMES_100:
        return Money(amount // 100, code)
    return Money(amount * 100 if code in _PER_100 else amount, code)
