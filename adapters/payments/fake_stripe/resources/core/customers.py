"""Customers (https://docs.stripe.com/api/customers)."""

from __future__ import annotations

import secrets

from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.billing.states import ENDED_STATUSES, end_subscription
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.resources.core.attachments import attach, detach
from adapters.payments.fake_stripe.resources.core.payment_methods import get_or_create, require_owned

FIELDS = (
    "address",
    "description",
    "email",
    "invoice_settings",
    "metadata",
    "name",
    "phone",
    "preferred_locales",
)
ADDRESS = ("city", "country", "line1", "line2", "postal_code", "state")


@routes.register("POST", "customers")
def create(account: Account, params: Params) -> Json:
    """Create a customer. With `test_clock`, the customer has a separate time."""
    params.allow_only(*FIELDS, "test_clock", "payment_method")
    clock = params.get_string("test_clock")
    if clock:
        account.get("test_helpers.test_clock", clock, "test_clock")
    body: Json = {
        "id": new_id("cus"),
        "object": "customer",
        "address": None,
        "balance": 0,
        "created": account.now(clock),
        "currency": None,
        "customer_account": None,
        "default_source": None,
        "delinquent": False,
        "description": None,
        "discount": None,
        "email": None,
        "invoice_prefix": secrets.token_hex(4).upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": {},
        "name": None,
        "next_invoice_sequence": 1,
        "phone": None,
        "preferred_locales": [],
        "shipping": None,
        "tax_exempt": "none",
        "test_clock": clock,
        "_": {"clock": clock},
    }
    account.add(body)
    if "payment_method" in params:
        attach(
            account,
            get_or_create(account, params.require_string("payment_method"), "payment_method"),
            body["id"],
        )
    account.update(body, None, **_parse_changes(account, params, body))
    account.emit_event("customer.created", body)
    return body


@routes.register("GET", "customers")
def list_objects(account: Account, params: Params) -> Json:
    """List customers, optionally by email."""
    params.allow_only(*PAGING_PARAMS, "created", "email")
    return list_page(account, "customer", "/v1/customers", params, email=params.get_string("email"))


@routes.register("GET", "customers/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a customer. Of a deleted customer, only the deletion is returned."""
    params.allow_only()
    return account.get("customer", id)


@routes.register("POST", "customers/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a customer."""
    params.allow_only(*FIELDS)
    body = get_existing(account, id)
    return account.update(body, "customer.updated", **_parse_changes(account, params, body))


@routes.register("DELETE", "customers/{id}")
def delete(account: Account, params: Params, id: str) -> Json:
    """Delete a customer permanently. Its subscriptions end, and its cards are detached."""
    params.allow_only()
    return delete_customer(account, get_existing(account, id))


def delete_customer(account: Account, body: Json) -> Json:
    """Delete a customer, and return the object that remains."""
    for subscription in list(account.store.list_objects("subscription", "AND customer = ?", (body["id"],))):
        if subscription["status"] not in ENDED_STATUSES:
            end_subscription(account, subscription, "cancellation_requested")
    for method in list(account.store.list_objects("payment_method", "AND customer = ?", (body["id"],))):
        detach(account, method)
    account.emit_event("customer.deleted", body)
    return account.add({"id": body["id"], "object": "customer", "deleted": True})


def get_existing(account: Account, id: str, param: str | None = None) -> Json:
    """Return a customer that is not deleted. Raises `StripeError` if there is none."""
    return account.get("customer", id, param or "id")


def _parse_changes(account: Account, params: Params, body: Json) -> Json:
    changes: Json = {
        name: params.get_string(name) for name in ("description", "email", "name", "phone") if name in params
    }
    if "metadata" in params:
        changes["metadata"] = params.get_metadata(body["metadata"])
    if "address" in params:
        part = params.get_nested("address")
        part.allow_only(*ADDRESS)
        changes["address"] = {name: part.get_string(name) for name in ADDRESS} if part.values else None
    if "preferred_locales" in params:
        changes["preferred_locales"] = params.get_list("preferred_locales")
    if "invoice_settings" in params:
        part = params.get_nested("invoice_settings")
        part.allow_only("default_payment_method")
        changes["invoice_settings"] = {
            **body["invoice_settings"],
            **_parse_invoice_settings(account, part, body["id"]),
        }
    return changes


def _parse_invoice_settings(account: Account, part: Params, customer: str) -> Json:
    payment_method_id = part.get_string("default_payment_method")
    if payment_method_id:
        require_owned(account, payment_method_id, customer, part.get_full_name("default_payment_method"))
    return {"default_payment_method": payment_method_id}
