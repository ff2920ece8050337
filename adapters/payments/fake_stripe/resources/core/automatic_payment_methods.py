"""`automatic_payment_methods`: whether a payment may redirect the customer."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json

ALLOWED_TYPES_PARAM = "allowed_payment_method_types"


def parse_automatic_payment_methods(params: Params) -> Json | None:
    """Return the settings, with all payment method types enabled by default.

    None if types are listed.
    """
    if ALLOWED_TYPES_PARAM in params and "automatic_payment_methods" not in params:
        if params.get_list(ALLOWED_TYPES_PARAM) != ["card"]:
            raise invalid_request("The fake Stripe server supports only cards.", None, ALLOWED_TYPES_PARAM)
        return None
    part = params.get_nested("automatic_payment_methods")
    part.allow_only("enabled", "allow_redirects")
    redirects = part.get_choice("allow_redirects", ("always", "never"), "always")
    return {"allow_redirects": redirects, "enabled": part.get_boolean("enabled", True)}


def require_return_url(params: Params, body: Json) -> None:
    """Require a `return_url` for a server-side confirmation, unless redirects are disabled."""
    settings = body["automatic_payment_methods"] or {}
    redirects = settings.get("enabled") and settings.get("allow_redirects") != "never"
    if redirects and not (
        params.public or params.get_string("return_url") or params.get_boolean("use_stripe_sdk")
    ):
        raise invalid_request(
            f"This {get_display_name(body)} is configured to accept payment methods enabled in your "
            "Dashboard. "
            "Because some of these payment methods might redirect your customer off of your page, you must "
            "provide a `return_url`. If you don't want to accept redirect-based payment methods, set "
            "`automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` "
            "to `never` when creating Payment Intents and Setup Intents.",
            None,
            "return_url",
        )


def get_display_name(intent: Json) -> str:
    """Return the intent's name in Stripe's messages."""
    return "PaymentIntent" if intent["object"] == "payment_intent" else "SetupIntent"
