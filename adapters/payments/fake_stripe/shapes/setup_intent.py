"""A SetupIntent (https://docs.stripe.com/api/setup_intents/object)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import Json
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.resources.core.next_actions import create_client_secret


def new_setup(account: Account, customer: str | None, automatic: Json | None) -> Json:
    """Build a SetupIntent, without saving it."""
    clock = account.get("customer", customer, "customer")["test_clock"] if customer else None
    id = new_id("seti")
    return {
        "id": id,
        "object": "setup_intent",
        "application": None,
        "automatic_payment_methods": automatic,
        "cancellation_reason": None,
        "client_secret": create_client_secret(id),
        "created": account.now(clock),
        "customer": customer,
        "description": None,
        "excluded_payment_method_types": None,
        "flow_directions": None,
        "last_setup_error": None,
        "latest_attempt": None,
        "livemode": False,
        "mandate": None,
        "metadata": {},
        "next_action": None,
        "on_behalf_of": None,
        "payment_method": None,
        "payment_method_configuration_details": None,
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "single_use_mandate": None,
        "status": "requires_payment_method",
        "usage": "off_session",
        "_": {"clock": clock},
    }
