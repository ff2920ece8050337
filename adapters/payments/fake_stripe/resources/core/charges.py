"""Charges, each an attempt to take a payment, and balance transactions.

https://docs.stripe.com/api/charges
"""

from __future__ import annotations

from adapters.payments.fake_stripe.api.expansion import expandable_property
from adapters.payments.fake_stripe.api.pagination import PAGING_PARAMS, build_list, list_page
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json, routes
from adapters.payments.fake_stripe.cards import Decline
from adapters.payments.fake_stripe.core.account import Account, new_id
from adapters.payments.fake_stripe.core.fees import build_fee_details, calculate_charge_fee
from adapters.payments.fake_stripe.shapes.charge import build_declined_outcome, new_charge


@routes.register("GET", "charges")
def list_objects(account: Account, params: Params) -> Json:
    """List charges, optionally by customer or PaymentIntent."""
    params.allow_only(*PAGING_PARAMS, "created", "customer", "payment_intent")
    customer, intent = params.get_string("customer"), params.get_string("payment_intent")
    return list_page(account, "charge", "/v1/charges", params, customer=customer, owner=intent)


@routes.register("GET", "charges/{id}")
def retrieve(account: Account, params: Params, id: str) -> Json:
    """Retrieve a charge."""
    params.allow_only()
    return account.get("charge", id)


@routes.register("POST", "charges/{id}")
def update(account: Account, params: Params, id: str) -> Json:
    """Update a charge's metadata or description."""
    params.allow_only("metadata", "description")
    body = account.get("charge", id)
    description = params.get_string("description", body["description"])
    return account.update(
        body, "charge.updated", metadata=params.get_metadata(body["metadata"]), description=description
    )


@routes.register("GET", "balance_transactions")
def list_balance_transactions(account: Account, params: Params) -> Json:
    """List balance transactions."""
    params.allow_only(*PAGING_PARAMS, "created", "source", "type")
    source, kind = params.get_string("source"), params.get_string("type")
    url = "/v1/balance_transactions"
    return list_page(account, "balance_transaction", url, params, source=source, type=kind)


@routes.register("GET", "balance_transactions/{id}")
def retrieve_balance_transaction(account: Account, params: Params, id: str) -> Json:
    """Retrieve a balance transaction."""
    params.allow_only()
    return account.get("balance_transaction", id)


@expandable_property("charge", "refunds")
def list_refunds(account: Account, charge: Json) -> Json:
    """List a charge's refunds, newest first."""
    refunds = list(account.store.list_objects("refund", "AND owner = ?", (charge["id"],)))
    return build_list(refunds, f"/v1/charges/{charge['id']}/refunds")


def add_balance_transaction(
    account: Account, kind: str, amount: int, source: Json, category: str, fee: int = 0
) -> str:
    """Create a balance transaction, and return its ID. `amount` is negative for outgoing money."""
    balance_transaction: Json = {
        "id": new_id("txn"),
        "object": "balance_transaction",
        "amount": amount,
        "available_on": source["created"],
        "balance_type": "payments",
        "created": account.now(source["_"].get("clock")),
        "currency": source["currency"],
        "description": source.get("description"),
        "exchange_rate": None,
        "fee": fee,
        "fee_details": build_fee_details(fee, source["currency"]),
        "net": amount - fee,
        "reporting_category": category,
        "source": source["id"],
        "status": "available",
        "type": kind,
    }
    return str(account.add(balance_transaction)["id"])


def create_charge(
    account: Account, intent: Json, method: Json, decline: Decline | None, authenticated: bool
) -> Json:
    """Create a charge for a PaymentIntent, and emit its event."""
    body = new_charge(intent, method, account.now(intent["_"].get("clock")), authenticated)
    if decline:
        body |= {
            "failure_code": decline.code,
            "failure_message": decline.message,
            "outcome": build_declined_outcome(decline),
        }
        return account.add(body, "charge.failed")
    body |= {"paid": True, "captured": True, "amount_captured": intent["amount"], "status": "succeeded"}
    body["balance_transaction"] = add_balance_transaction(
        account, "charge", intent["amount"], body, "charge", calculate_charge_fee(intent["amount"])
    )
    return account.add(body, "charge.succeeded")
