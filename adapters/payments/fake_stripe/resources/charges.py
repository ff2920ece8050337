"""Charges, each an attempt to take money (https://docs.stripe.com/api/charges), and the account's balance."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, new_id
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.cards import Decline
from adapters.payments.fake_stripe.expand import on_request
from adapters.payments.fake_stripe.paging import PAGING, list_of, page
from adapters.payments.fake_stripe.routes import Json, routes
from adapters.payments.fake_stripe.shapes.charge import declined, new_charge


@routes.at("GET", "charges")
def listed(account: Account, asked: Asked) -> Json:
    """All, or those of a customer or a PaymentIntent."""
    asked.only(*PAGING, "created", "customer", "payment_intent")
    customer, intent = asked.text("customer"), asked.text("payment_intent")
    return page(account, "charge", "/v1/charges", asked, customer=customer, owner=intent)


@routes.at("GET", "charges/{id}")
def retrieve(account: Account, asked: Asked, id: str) -> Json:
    """One."""
    asked.only()
    return account.get("charge", id)


@routes.at("POST", "charges/{id}")
def update(account: Account, asked: Asked, id: str) -> Json:
    """Change what is only noted."""
    asked.only("metadata", "description")
    body = account.get("charge", id)
    description = asked.text("description", body["description"])
    return account.change(
        body, "charge.updated", metadata=asked.metadata(body["metadata"]), description=description
    )


@routes.at("GET", "balance_transactions")
def balance(account: Account, asked: Asked) -> Json:
    """What came and went, without fees."""
    asked.only(*PAGING, "created", "source", "type")
    source, kind = asked.text("source"), asked.text("type")
    url = "/v1/balance_transactions"
    return page(account, "balance_transaction", url, asked, source=source, type=kind)


@routes.at("GET", "balance_transactions/{id}")
def retrieve_balance(account: Account, asked: Asked, id: str) -> Json:
    """One line of it."""
    asked.only()
    return account.get("balance_transaction", id)


@on_request("charge", "refunds")
def refunds_of(account: Account, charge: Json) -> Json:
    """What was given back of it, newest first."""
    found = list(account.store.each("refund", "AND owner = ?", (charge["id"],)))
    return list_of(found, f"/v1/charges/{charge['id']}/refunds")


def booked(account: Account, kind: str, amount: int, source: Json, category: str) -> str:
    """Enter a line into the balance; its id. `amount` is negative for what goes out."""
    line: Json = {
        "id": new_id("txn"),
        "object": "balance_transaction",
        "amount": amount,
        "available_on": source["created"],
        "balance_type": "payments",
        "created": account.now(source["_"].get("clock")),
        "currency": source["currency"],
        "description": source.get("description"),
        "exchange_rate": None,
        "fee": 0,
        "fee_details": [],
        "net": amount,
        "reporting_category": category,
        "source": source["id"],
        "status": "available",
        "type": kind,
    }
    return str(account.add(line)["id"])


def attempted(
    account: Account, intent: Json, method: Json, decline: Decline | None, authenticated: bool
) -> Json:
    """One attempt to take the money of a PaymentIntent, announced."""
    body = new_charge(intent, method, account.now(intent["_"].get("clock")), authenticated)
    if decline:
        body |= {
            "failure_code": decline.code,
            "failure_message": decline.message,
            "outcome": declined(decline),
        }
        return account.add(body, "charge.failed")
    body |= {"paid": True, "captured": True, "amount_captured": intent["amount"], "status": "succeeded"}
    body["balance_transaction"] = booked(account, "charge", intent["amount"], body, "charge")
    return account.add(body, "charge.succeeded")
