"""Card numbers as a browser enters them into the provider's fields."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.testing.server import FakeStripeServer

VISA, DECLINED = "4242424242424242", "4000000000000002"
REQUIRES_AUTHENTICATION, FAILS_LATER, DISPUTED = "4000002760003184", "4000000000000341", "4000000000000259"


def create_card(fake_stripe: FakeStripeServer, number: str = VISA) -> str:
    """Return the provider's id of a newly entered card. The card belongs to no customer yet."""
    card: Any = {"number": number, "exp_month": 12, "exp_year": 2032, "cvc": "123"}
    payment_method = fake_stripe.client().v1.payment_methods.create({"type": "card", "card": card})
    return payment_method.id
