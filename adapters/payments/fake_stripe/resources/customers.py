"""Customers (https://docs.stripe.com/api/customers)."""

from __future__ import annotations

import secrets

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.billing.states import OVER, ended
from adapters.payments.fake_stripe.paging import PAGING, page
from adapters.payments.fake_stripe.resources.payment_methods import chosen, owned
from adapters.payments.fake_stripe.resources.wallets import attach, detach
from adapters.payments.fake_stripe.routes import Json, routes

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


@routes.at("POST", "customers")
def create(account: Account, asked: Asked) -> Json:
    """A new customer; `test_clock` lets time pass for it alone."""
    asked.only(*FIELDS, "test_clock", "payment_method")
    clock = asked.text("test_clock")
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
    if "payment_method" in asked:
        attach(account, chosen(account, asked.need("payment_method"), "payment_method"), body["id"])
    account.change(body, None, **_given(account, asked, body))
    account.announce("customer.created", body)
    return body


@routes.at("GET", "customers")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those with an address of mail."""
    asked.only(*PAGING, "created", "email")
    return page(account, "customer", "/v1/customers", asked, email=asked.text("email"))


@routes.at("GET", "customers/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One; of a deleted one only that it is deleted."""
    asked.only()
    return account.get("customer", id)


@routes.at("POST", "customers/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change one."""
    asked.only(*FIELDS)
    body = living(account, id)
    return account.change(body, "customer.updated", **_given(account, asked, body))


@routes.at("DELETE", "customers/{id}")
def delete(account: Account, asked: Asked, id: str) -> Json:
    """Delete one for good: its subscriptions end, its cards are gone."""
    asked.only()
    return removed(account, living(account, id))


def removed(account: Account, body: Json) -> Json:
    """What is left of a deleted customer."""
    for subscription in list(account.store.each("subscription", "AND customer = ?", (body["id"],))):
        if subscription["status"] not in OVER:
            ended(account, subscription, "cancellation_requested")
    for method in list(account.store.each("payment_method", "AND customer = ?", (body["id"],))):
        detach(account, method)
    account.announce("customer.deleted", body)
    return account.add({"id": body["id"], "object": "customer", "deleted": True})


def living(account: Account, id: str, param: str | None = None) -> Json:
    """A customer that is not deleted."""
    return account.get("customer", id, param or "id")


def _given(account: Account, asked: Asked, body: Json) -> Json:
    changes: Json = {
        name: asked.text(name) for name in ("description", "email", "name", "phone") if name in asked
    }
    if "metadata" in asked:
        changes["metadata"] = asked.metadata(body["metadata"])
    if "address" in asked:
        part = asked.part("address")
        part.only(*ADDRESS)
        changes["address"] = {name: part.text(name) for name in ADDRESS} if part.values else None
    if "preferred_locales" in asked:
        changes["preferred_locales"] = asked.each("preferred_locales")
    if "invoice_settings" in asked:
        part = asked.part("invoice_settings")
        part.only("default_payment_method")
        changes["invoice_settings"] = {**body["invoice_settings"], **_default(account, part, body["id"])}
    return changes


def _default(account: Account, part: Asked, customer: str) -> Json:
    chosen = part.text("default_payment_method")
    if chosen:
        owned(account, chosen, customer, part.name("default_payment_method"))
    return {"default_payment_method": chosen}
