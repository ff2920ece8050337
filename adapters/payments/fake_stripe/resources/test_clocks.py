"""Test clocks: time for some customers alone (https://docs.stripe.com/api/test_clocks)."""

from __future__ import annotations

from adapters.payments.fake_stripe import engine
from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.intervals import DAY
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.customers import removed
from adapters.payments.fake_stripe.routes import Json, routes

KIND = "test_helpers.test_clock"
CLOCKS = "test_helpers/test_clocks"


@routes.at("POST", CLOCKS)
def create(account: Account, asked: Asked) -> Json:
    """A new one, standing at a moment."""
    asked.only("frozen_time", "name")
    asked.need("frozen_time")
    now = account.now()
    body: Json = {
        "id": new_id("clock"),
        "object": KIND,
        "created": now,
        "deletes_after": now + 30 * DAY,
        "frozen_time": asked.number("frozen_time"),
        "livemode": False,
        "name": asked.text("name"),
        "status": "ready",
        "status_details": {},
        "_": {},
    }
    return account.add(body, f"{KIND}.created")


@routes.at("GET", CLOCKS)
def listed(account: Account, asked: Asked) -> Json:
    """All."""
    asked.only(*PAGING)
    return page(account, KIND, f"/v1/{CLOCKS}", asked)


@routes.at("GET", f"{CLOCKS}/{{id}}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get(KIND, id, "id")


@routes.at("POST", f"{CLOCKS}/{{id}}/advance")
def advance(account: Account, asked: Asked, id: str) -> Json:
    """Its time goes ahead. The answer says `advancing`; by the next call all that was due has happened."""
    asked.only("frozen_time")
    asked.need("frozen_time")
    body = account.get(KIND, id, "id")
    to = asked.number("frozen_time") or 0
    if to < body["frozen_time"]:
        raise invalid(
            "A test clock can only be advanced to a time that is not before its own.", None, "frozen_time"
        )
    account.change(body, None, frozen_time=to)
    engine.run(account, to, id)
    account.announce(f"{KIND}.ready", body)
    return {**body, "status": "advancing", "status_details": {"advancing": {"target_frozen_time": to}}}


@routes.at("DELETE", f"{CLOCKS}/{{id}}")
def delete(account: Account, asked: Asked, id: str) -> Json:
    """Delete one, with its customers."""
    asked.only()
    body = account.get(KIND, id, "id")
    for customer in list(account.store.each("customer", "AND clock = ?", (id,))):
        if not customer.get("deleted"):
            removed(account, customer)
    account.announce(f"{KIND}.deleted", body)
    return account.add({"id": id, "object": KIND, "deleted": True})
