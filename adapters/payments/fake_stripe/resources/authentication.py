"""The outcome of 3-D Secure, as the page of the browser's part tells it."""

from __future__ import annotations

from secrets import compare_digest

from adapters.payments.fake_stripe import confirming
from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.errors import invalid, missing
from adapters.payments.fake_stripe.resources import setup_intents
from adapters.payments.fake_stripe.routes import Json


def done(account: Account, intent: str, client_secret: str, succeeded: bool) -> Json:
    """Go on with an intent whose status is `requires_action`; StripeError where it is another or none."""
    kind = "setup_intent" if intent.startswith("seti_") else "payment_intent"
    body = account.get(kind, intent)
    if not compare_digest(body["client_secret"], client_secret):
        raise missing(kind, intent)
    if body["status"] != "requires_action":
        raise invalid(f"This is over already: its status is {body['status']}.", f"{kind}_unexpected_state")
    method = account.get("payment_method", body["payment_method"])
    if kind == "setup_intent":
        setup_intents.finish(account, body, method, succeeded)
    else:
        confirming.authenticated(account, body, method, succeeded)
    return body
