"""`next_action` of intents (where a customer authenticates), and client secrets."""

from __future__ import annotations

import secrets
from urllib.parse import urlencode

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.core.account import Account


def create_client_secret(id: str) -> str:
    """Return a new client secret, which lets a browser use one intent."""
    return f"{id}_secret_{secrets.token_hex(12)}"


def build_next_action(account: Account, intent: Json) -> Json:
    """Return the `next_action`: Stripe.js in a frame, or a redirect if there is a `return_url`."""
    return_url = intent["_"].get("return_url")
    query = {"client_secret": intent["client_secret"]}
    if return_url and not intent["_"].get("use_stripe_sdk"):
        query["return_url"] = return_url
    url = f"{account.address}/3d-secure/{intent['id']}?{urlencode(query)}"
    if "return_url" in query:
        return {"type": "redirect_to_url", "redirect_to_url": {"return_url": return_url, "url": url}}
    return {"type": "use_stripe_sdk", "use_stripe_sdk": {"type": "three_d_secure_redirect", "stripe_js": url}}


def require_client_secret(params: Params, intent: Json) -> None:
    """Check the client secret, which is required from a browser. Raises `StripeError`."""
    client_secret_param = params.get_string("client_secret")
    if client_secret_param is None and params.public:
        raise StripeError(
            401,
            "invalid_request_error",
            "A client_secret is needed with a publishable API key.",
            param="client_secret",
        )
    if client_secret_param is not None and not secrets.compare_digest(
        client_secret_param, intent["client_secret"]
    ):
        kind = intent["object"]
        raise StripeError(
            404,
            "invalid_request_error",
            f"No such {'setupintent' if kind == 'setup_intent' else kind}: '{intent['id']}'",
            code="resource_missing",
            param="intent",
        )
