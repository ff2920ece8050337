"""The outcome of 3-D Secure, as reported by the challenge page."""

from __future__ import annotations

from secrets import compare_digest

from adapters.payments.fake_stripe import confirmation
from adapters.payments.fake_stripe.api.errors import invalid_request, resource_missing
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.resources.core import setup_intents


def authenticate_intent(account: Account, intent: str, client_secret: str, succeeded: bool) -> Json:
    """Continue an intent whose status is `requires_action`.

    Raises `StripeError` if the intent is missing or has another status.
    """
    kind = "setup_intent" if intent.startswith("seti_") else "payment_intent"
    body = account.get(kind, intent)
    if not compare_digest(body["client_secret"], client_secret):
        raise resource_missing(kind, intent)
    if body["status"] != "requires_action":
        raise invalid_request(
            f"This authentication has already ended: its status is {body['status']}.",
            f"{kind}_unexpected_state",
        )
    method = account.get("payment_method", body["payment_method"])
    if kind == "setup_intent":
        setup_intents.finish_confirmation(account, body, method, succeeded)
    else:
        confirmation.complete_authentication(account, body, method, succeeded)
    return body
