"""Fees of the fake Stripe, at the standard rates of an account in Canada: https://stripe.com/en-ca/pricing.

A refund returns no fee, and neither does a dispute.
"""

from __future__ import annotations

from typing import Any

DISPUTE_FEE = 1_500
"""Fee of a dispute, in the currency's smallest unit."""
_PERMILLE, _FIXED = 29, 30


def calculate_charge_fee(amount: int) -> int:
    """Return the fee of a charge: 2.9 % and 30, but never more than the amount."""
    return min(amount, (amount * _PERMILLE + 500) // 1_000 + _FIXED)


def build_fee_details(fee: int, currency: str) -> list[dict[str, Any]]:
    """Return the `fee_details` of a balance transaction."""
    if not fee:
        return []
    return [
        {
            "amount": fee,
            "application": None,
            "currency": currency,
            "description": "Stripe processing fees",
            "type": "stripe_fee",
        }
    ]
