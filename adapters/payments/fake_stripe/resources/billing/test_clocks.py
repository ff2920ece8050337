"""Test clocks: a separate time for some customers (https://docs.stripe.com/api/test_clocks)."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.core import scheduler
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.intervals import DAY
from adapters.payments.fake_stripe.resources.core.customers import delete_customer

KIND = "test_helpers.test_clock"
CLOCKS = "test_helpers/test_clocks"


@routes.register("POST", CLOCKS)
def create(account: Account, params: Params) -> Json:
    """Create a test clock, frozen at a time."""
    params.allow_only("frozen_time", "name")
    params.require_string("frozen_time")
    now = account.now()
    body: Json = {
        "id": new_id("clock"),
        "object": KIND,
        "created": now,
        "deletes_after": now + 30 * DAY,
        "frozen_time": params.get_integer("frozen_time"),
        "livemode": False,
        "name": params.get_string("name"),
        "status": "ready",
        "status_details": {},
        "_": {},
    }
    return account.add(body, f"{KIND}.created")


@routes.register("GET", CLOCKS)
def list_objects(account: Account, params: Params) -> Json:
    """List test clocks."""
    params.allow_only(*PAGING_PARAMS)
    return list_page(account, KIND, f"/v1/{CLOCKS}", params)


@routes.register("GET", f"{CLOCKS}/{{id}}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a test clock."""
    params.allow_only()
    return account.get(KIND, id, "id")


@routes.register("POST", f"{CLOCKS}/{{id}}/advance")
def advance(account: Account, params: Params, id: str) -> Json:
    """Advance a test clock, and run everything that is due.

    The response has the status `advancing`, as at Stripe. The work is already done.
    """
    params.allow_only("frozen_time")
    params.require_string("frozen_time")
    body = account.get(KIND, id, "id")
    to = params.get_integer("frozen_time") or 0
    if to < body["frozen_time"]:
        raise invalid_request(
            "A test clock can only be advanced to a time that is not before its own.", None, "frozen_time"
        )
    account.update(body, None, frozen_time=to)
    scheduler.run_due(account, to, id)
    account.emit_event(f"{KIND}.ready", body)
    return {**body, "status": "advancing", "status_details": {"advancing": {"target_frozen_time": to}}}


@routes.register("DELETE", f"{CLOCKS}/{{id}}")
def delete(account: Account, params: Params, id: str) -> Json:
    """Delete a test clock and its customers."""
    params.allow_only()
    body = account.get(KIND, id, "id")
    for customer in list(account.store.list_objects("customer", "AND clock = ?", (id,))):
        if not customer.get("deleted"):
            delete_customer(account, customer)
    account.emit_event(f"{KIND}.deleted", body)
    return account.add({"id": id, "object": KIND, "deleted": True})
