"""Sessions of the customer portal (https://docs.stripe.com/api/customer_portal/sessions)."""

from __future__ import annotations

import secrets

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.routes import Json, routes


@routes.at("POST", "billing_portal/sessions")
def create(account: Account, asked: Asked) -> Json:
    """The address of a page where a customer looks after cards, subscriptions and invoices."""
    asked.only("customer", "return_url", "locale")
    customer = account.get("customer", asked.need("customer"), "customer")
    secret = secrets.token_urlsafe(24)
    body: Json = {
        "id": new_id("bps"),
        "object": "billing_portal.session",
        "configuration": "bpc_touchline",
        "created": account.now(customer["test_clock"]),
        "customer": customer["id"],
        "customer_account": None,
        "flow": None,
        "livemode": False,
        "locale": asked.text("locale"),
        "on_behalf_of": None,
        "return_url": asked.text("return_url"),
        "url": f"{account.address}/portal/{secret}",
        "_": {"owner": secret, "clock": customer["test_clock"]},
    }
    return account.add(body)
