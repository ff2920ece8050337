"""Stripe's fees, from balance transactions: https://docs.stripe.com/api/balance_transactions/object."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Decimal

import stripe

from adapters.payments.stripe_amounts import from_stripe
from touchline.shared.money import currency_exponent


def get_fee(balance_transaction: object, currency: str) -> int | None:
    """Return the fee in minor units of `currency`; None while Stripe has not calculated it.

    Stripe takes fees in the account's currency. `exchange_rate` converts them to the charge's.
    """
    if not isinstance(balance_transaction, stripe.BalanceTransaction):
        return None
    fee, rate = balance_transaction.fee, balance_transaction.exchange_rate
    if balance_transaction.currency == currency or not rate:
        return from_stripe(fee, currency).minor
    own = from_stripe(fee, balance_transaction.currency)
    converted = Decimal(own.decimal) / Decimal(str(rate))
    return int(converted.scaleb(currency_exponent(currency.upper())).quantize(Decimal(1), ROUND_HALF_EVEN))


def total_fee(balance_transactions: Iterable[stripe.BalanceTransaction], currency: str) -> int:
    """Return the sum of the fees of a dispute's balance transactions."""
    return sum(get_fee(transaction, currency) or 0 for transaction in balance_transactions)
