"""`next_action`: where a customer authenticates, and client secrets."""

from __future__ import annotations

import secrets
from urllib.parse import urlencode

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.routes import Json


def client_secret(id: str) -> str:
    """What lets a browser go on with one intent."""
    return f"{id}_secret_{secrets.token_hex(12)}"


def next_action(account: Account, intent: Json) -> Json:
    """By Stripe.js in a frame, or by a redirect where the confirmation named a `return_url`."""
    back = intent["_"].get("return_url")
    query = {"client_secret": intent["client_secret"]}
    if back and not intent["_"].get("use_stripe_sdk"):
        query["return_url"] = back
    url = f"{account.address}/3d-secure/{intent['id']}?{urlencode(query)}"
    if "return_url" in query:
        return {"type": "redirect_to_url", "redirect_to_url": {"return_url": back, "url": url}}
    return {"type": "use_stripe_sdk", "use_stripe_sdk": {"type": "three_d_secure_redirect", "stripe_js": url}}


def check_secret(asked: Asked, intent: Json) -> None:
    """A browser has to know the client secret; StripeError."""
    given = asked.text("client_secret")
    if given is None and asked.public:
        raise StripeError(
            401,
            "invalid_request_error",
            "A client_secret is needed with a publishable API key.",
            param="client_secret",
        )
    if given is not None and not secrets.compare_digest(given, intent["client_secret"]):
        kind = intent["object"]
        raise StripeError(
            404,
            "invalid_request_error",
            f"No such {'setupintent' if kind == 'setup_intent' else kind}: '{intent['id']}'",
            code="resource_missing",
            param="intent",
        )
