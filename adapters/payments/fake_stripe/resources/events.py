"""Events (https://docs.stripe.com/api/events)."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.routes import Json, routes


@routes.at("GET", "events")
def listed(account: Account, asked: Asked) -> Json:
    """All, newest first, or those of some kinds."""
    asked.only(*PAGING, "created", "type", "types")
    kinds = [asked.text("type")] if "type" in asked else asked.each("types")
    return page(account, "event", "/v1/events", asked, owner=kinds or None)


@routes.at("GET", "events/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("event", id)
