"""Amounts that a card can be charged, by the card network rules that Stripe documents
(https://docs.stripe.com/currencies).
"""

from __future__ import annotations

from touchline.billing.domain.checkout.declines import NOT_CHARGEABLE
from touchline.shared.errors import RefusedError
from touchline.shared.money import Money, currency_exponent

_MIN_AMOUNTS = {
    "AED": 200, "AUD": 50, "BGN": 100, "BRL": 50, "CAD": 50, "CHF": 50, "CZK": 1500, "DKK": 250, "EUR": 50,
    "GBP": 30, "HKD": 400, "HUF": 17500, "INR": 50, "JPY": 50, "MXN": 1000, "MYR": 200, "NOK": 300, "NZD": 50,
    "PLN": 200, "RON": 200, "SEK": 300, "SGD": 50, "THB": 1000, "USD": 50,
}  # fmt: skip
"""Minimum charge in minor units. Other currencies have no documented minimum."""


def amount_step(currency: str) -> int:
    """Return the step in minor units that chargeable amounts are a multiple of.

    In currencies with three decimals the last one is 0. Ariary (MGA) amounts are whole.
    """
    if currency == "MGA":
        return 100
    return 10 if currency_exponent(currency) == 3 else 1


def ensure_chargeable(due: Money) -> None:
    """Raise `RefusedError` if the amount is above 0 and no card can be charged for it.

    A provider refuses such an amount for a one-time payment. As the first payment of a subscription, it would
    be added to the next invoice.
    """
    is_too_small = 0 < due.minor < _MIN_AMOUNTS.get(due.currency, 0)
    if is_too_small or due.minor % amount_step(due.currency):
        raise RefusedError(NOT_CHARGEABLE)
