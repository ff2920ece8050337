"""A PaymentIntent (https://docs.stripe.com/api/payment_intents/object)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import Json
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.resources.core.next_actions import create_client_secret


def new_intent(
    account: Account, amount: int, currency: str, customer: str | None, automatic: Json | None
) -> Json:
    """Build a PaymentIntent, without saving it."""
    clock = account.get("customer", customer, "customer")["test_clock"] if customer else None
    id = new_id("pi")
    return {
        "id": id,
        "object": "payment_intent",
        "amount": amount,
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "application": None,
        "application_fee_amount": None,
        "automatic_payment_methods": automatic,
        "canceled_at": None,
        "cancellation_reason": None,
        "capture_method": "automatic_async",
        "client_secret": create_client_secret(id),
        "confirmation_method": "automatic",
        "created": account.now(clock),
        "currency": currency,
        "customer": customer,
        "customer_account": None,
        "description": None,
        "excluded_payment_method_types": None,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "metadata": {},
        "next_action": None,
        "on_behalf_of": None,
        "payment_method": None,
        "payment_method_configuration_details": None,
        "payment_method_options": {},
        "payment_method_types": ["card"],
        "processing": None,
        "receipt_email": None,
        "review": None,
        "setup_future_usage": None,
        "shipping": None,
        "source": None,
        "statement_descriptor": None,
        "statement_descriptor_suffix": None,
        "status": "requires_payment_method",
        "transfer_data": None,
        "transfer_group": None,
        "_": {"clock": clock},
    }
