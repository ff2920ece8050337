"""Events (https://docs.stripe.com/api/events)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core.account import Account


@routes.register("GET", "events")
def list_objects(account: Account, params: Params) -> Json:
    """List events, newest first, optionally by type."""
    params.allow_only(*PAGING_PARAMS, "created", "type", "types")
    kinds = [params.get_string("type")] if "type" in params else params.get_list("types")
    return list_page(account, "event", "/v1/events", params, owner=kinds or None)


@routes.register("GET", "events/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve an event."""
    params.allow_only()
    return account.get("event", id)
