"""Confirmation parameters of PaymentIntents and SetupIntents: the card and the return URL."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.core.account import Account
from adapters.payments.fake_stripe.resources.core.attachments import ensure_usable
from adapters.payments.fake_stripe.resources.core.automatic_payment_methods import get_display_name
from adapters.payments.fake_stripe.resources.core.payment_methods import build_payment_method, get_or_create


def resolve_payment_method(account: Account, params: Params, intent: Json) -> Json | None:
    """Return the PaymentMethod named by ID, or a new one from `payment_method_data`.

    Returns None if neither is given.
    """
    payment_method_id = params.get_string("payment_method")
    if payment_method_id:
        method = get_or_create(account, payment_method_id, "payment_method")
    elif "payment_method_data" in params:
        part = params.get_nested("payment_method_data")
        part.allow_only("type", "card", "billing_details")
        method = account.add(build_payment_method(account, part))
    else:
        return None
    ensure_usable(method, intent["customer"], get_display_name(intent))
    return method


def build_return_fields(params: Params, intent: Json) -> Json:
    """Return the changes that store what `next_action` needs with the intent."""
    private_fields = {
        "return_url": params.get_string("return_url"),
        "use_stripe_sdk": params.get_boolean("use_stripe_sdk") or params.public,
    }
    return {"_": {**intent["_"], **private_fields}}
