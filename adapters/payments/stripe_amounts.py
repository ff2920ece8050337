"""Amounts in Stripe's units (https://docs.stripe.com/currencies#special-cases).

Stripe uses the same smallest unit as Touchline (ISO 4217), with these exceptions. ISK and UGX have no
decimals, but Stripe counts them in hundredths that must be 00. MGA is counted in whole units. In currencies
with three decimals, the last digit must be 0. An amount that cannot be represented exactly is refused, never
rounded. The charge is therefore always the amount shown on the page.
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
    """Return an amount in Stripe's unit, and its currency.

    Raises `RefusedError` if Stripe does not accept it.
    """
    if money.currency in _TIMES_100:
        return money.minor * 100, money.currency.lower()
    steps = amount_step(money.currency)
    if money.minor % steps:
        log.error(
            "Stripe accepts %s in steps of %d minor units; %d is not a multiple",
            money.currency,
            steps,
            money.minor,
        )
        raise RefusedError(NOT_CHARGEABLE)
    return (money.minor // 100 if money.currency in _PER_100 else money.minor), money.currency.lower()


def from_stripe(amount: int, currency: str) -> Money:
    """Return an amount of Stripe as `Money`."""
    code = currency.upper()
    if code in _TIMES_100:
        return Money(amount // 100, code)
    return Money(amount * 100 if code in _PER_100 else amount, code)
