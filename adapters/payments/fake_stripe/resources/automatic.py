"""`automatic_payment_methods`: whether a payment could lead the customer to another page."""

from __future__ import annotations

from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.routes import Json

LISTED = "allowed_payment_method_types"


def automatic(asked: Asked) -> Json | None:
    """All kinds of payment are on unless some are listed."""
    if LISTED in asked and "automatic_payment_methods" not in asked:
        if asked.each(LISTED) != ["card"]:
            raise invalid("The stand-in knows cards alone.", None, LISTED)
        return None
    part = asked.part("automatic_payment_methods")
    part.only("enabled", "allow_redirects")
    redirects = part.choice("allow_redirects", ("always", "never"), "always")
    return {"allow_redirects": redirects, "enabled": part.flag("enabled", True)}


def check_return(asked: Asked, body: Json) -> None:
    """A server that confirms says where the customer is led back to, or that they are led nowhere."""
    chosen = body["automatic_payment_methods"] or {}
    redirects = chosen.get("enabled") and chosen.get("allow_redirects") != "never"
    if redirects and not (asked.public or asked.text("return_url") or asked.flag("use_stripe_sdk")):
        raise invalid(
            f"This {name_of(body)} is configured to accept payment methods enabled in your Dashboard. "
            "Because some of these payment methods might redirect your customer off of your page, you must "
            "provide a `return_url`. If you don't want to accept redirect-based payment methods, set "
            "`automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` "
            "to `never` when creating Payment Intents and Setup Intents.",
            None,
            "return_url",
        )


def name_of(intent: Json) -> str:
    """What Stripe's sentences call it."""
    return "PaymentIntent" if intent["object"] == "payment_intent" else "SetupIntent"
