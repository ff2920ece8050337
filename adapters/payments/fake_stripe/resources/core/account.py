"""The account and its webhook endpoints (https://docs.stripe.com/api/accounts, …/webhook_endpoints)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account


@routes.register("GET", "account")
def retrieve(account: Account, params: Params) -> Json:
    """Retrieve the account, which can charge."""
    params.allow_only()
    return {"id": "acct_touchline", "object": "account", "charges_enabled": True}


@routes.register("GET", "webhook_endpoints")
def list_webhook_endpoints(account: Account, params: Params) -> Json:
    """List the URL that the fake Stripe sends events to, if there is one."""
    params.allow_only("limit")
    endpoint = {"id": "we_touchline", "object": "webhook_endpoint", "status": "enabled"}
    data = [{**endpoint, "url": account.webhook_url}] if account.webhook_url else []
    return {"object": "list", "url": "/v1/webhook_endpoints", "has_more": False, "data": data}
