"""Customer portal sessions (https://docs.stripe.com/api/customer_portal/sessions)."""

from __future__ import annotations

import secrets

from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account, new_id


@routes.register("POST", "billing_portal/sessions")
def create(account: Account, params: Params) -> Json:
    """Create a session.

    Its URL is a page where the customer manages cards, subscriptions and invoices.
    """
    params.allow_only("customer", "return_url", "locale")
    customer = account.get("customer", params.require_string("customer"), "customer")
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
        "locale": params.get_string("locale"),
        "on_behalf_of": None,
        "return_url": params.get_string("return_url"),
        "url": f"{account.address}/portal/{secret}",
        "_": {"owner": secret, "clock": customer["test_clock"]},
    }
    return account.add(body)
