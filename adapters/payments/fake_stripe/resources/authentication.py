"""The outcome of 3-D Secure, as the page of the browser's part tells it."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.errors import missing
from adapters.payments.fake_stripe.routes import Json


def done(account: Account, intent: str, client_secret: str, succeeded: bool) -> Json:
    """Go on with an intent whose status is `requires_action`; StripeError where it is another or none."""
    raise missing("payment_intent", intent)
