"""Balances at the provider, read from its own data and not with the code under test."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from adapters.payments.fake_stripe.core.simulator import StripeSimulator

Json = dict[str, Any]
_FAILED_REFUND_STATUSES = ("failed", "canceled")


@dataclass
class ProviderBalance:
    """The provider's balance of one order, in minor units.

    `first_charges` counts the paid charges that are not renewals. `customers` are the customers who paid.
    `has_failed_refund` means that the viewer's bank rejected a refund.
    """

    net: int = 0
    charged: int = 0
    refunded: int = 0
    disputed: bool = False
    has_failed_refund: bool = False
    first_charges: int = 0
    customers: set[str] = field(default_factory=set)
    payments: list[Json] = field(default_factory=list)


def load_balances(simulator: StripeSimulator) -> dict[str, ProviderBalance]:
    """Return the balance of each order, by its uuid."""
    found: dict[str, ProviderBalance] = defaultdict(ProviderBalance)
    owner: dict[str, tuple[str, bool]] = {}
    store = simulator.store
    with simulator.lock:
        subscriptions = {one["id"]: one for one in store.list_objects("subscription")}
        for one in subscriptions.values():
            found[one["metadata"].get("order", "")].payments.append(one)
        invoices = {one["id"]: one for one in store.list_objects("invoice")}
        for intent in store.list_objects("payment_intent"):
            order_uuid = intent["metadata"].get("order")
            if order_uuid is not None:
                owner[intent["id"]] = (order_uuid, True)
                found[order_uuid].payments.append(intent)
                continue
            invoice = invoices[intent["_"]["invoice"]]
            subscription = subscriptions[invoice["_"]["owner"]]
            first = invoice["billing_reason"] == "subscription_create"
            owner[intent["id"]] = (subscription["metadata"]["order"], first)
        order_of_charge: dict[str, str] = {}
        for charge in store.list_objects("charge"):
            order_uuid, first = owner[charge["payment_intent"]]
            order_of_charge[charge["id"]] = order_uuid
            if charge["status"] != "succeeded":
                continue
            balance = found[order_uuid]
            balance.net += charge["amount_captured"]
            balance.charged += charge["amount_captured"]
            balance.first_charges += first
            balance.customers.add(charge["customer"])
        for refund in store.list_objects("refund"):
            found[order_of_charge[refund["charge"]]].has_failed_refund |= (
                refund["status"] in _FAILED_REFUND_STATUSES
            )
            if refund["status"] not in _FAILED_REFUND_STATUSES:
                found[order_of_charge[refund["charge"]]].net -= refund["amount"]
                found[order_of_charge[refund["charge"]]].refunded += refund["amount"]
        for dispute in store.list_objects("dispute"):
            found[order_of_charge[dispute["charge"]]].disputed = True
            if dispute["status"] != "won":
                found[order_of_charge[dispute["charge"]]].net -= dispute["amount"]
    return found


def load_customer_accounts(simulator: StripeSimulator) -> dict[str, int]:
    """Return the account of each customer."""
    return {one["id"]: int(one["metadata"]["account"]) for one in simulator.store.list_objects("customer")
            if one.get("metadata")}  # fmt: skip
