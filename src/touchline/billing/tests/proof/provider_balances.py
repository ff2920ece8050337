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
    balances: dict[str, ProviderBalance] = defaultdict(ProviderBalance)
    orders_by_intent: dict[str, tuple[str, bool]] = {}
    store = simulator.store
    with simulator.lock:
        subscriptions = {
            stored_subscription["id"]: stored_subscription
            for stored_subscription in store.list_objects("subscription")
        }
        for stored_subscription in subscriptions.values():
            balances[stored_subscription["metadata"].get("order", "")].payments.append(stored_subscription)
        invoices = {stored_invoice["id"]: stored_invoice for stored_invoice in store.list_objects("invoice")}
        for intent in store.list_objects("payment_intent"):
            order_uuid = intent["metadata"].get("order")
            if order_uuid is not None:
                orders_by_intent[intent["id"]] = (order_uuid, True)
                balances[order_uuid].payments.append(intent)
                continue
            invoice = invoices[intent["_"]["invoice"]]
            subscription = subscriptions[invoice["_"]["owner"]]
            is_first = invoice["billing_reason"] == "subscription_create"
            orders_by_intent[intent["id"]] = (subscription["metadata"]["order"], is_first)
        orders_by_charge: dict[str, str] = {}
        for charge in store.list_objects("charge"):
            order_uuid, is_first = orders_by_intent[charge["payment_intent"]]
            orders_by_charge[charge["id"]] = order_uuid
            if charge["status"] != "succeeded":
                continue
            balance = balances[order_uuid]
            balance.net += charge["amount_captured"]
            balance.charged += charge["amount_captured"]
            balance.first_charges += is_first
            balance.customers.add(charge["customer"])
        for refund in store.list_objects("refund"):
            balances[orders_by_charge[refund["charge"]]].has_failed_refund |= (
                refund["status"] in _FAILED_REFUND_STATUSES
            )
            if refund["status"] not in _FAILED_REFUND_STATUSES:
                balances[orders_by_charge[refund["charge"]]].net -= refund["amount"]
                balances[orders_by_charge[refund["charge"]]].refunded += refund["amount"]
        for dispute in store.list_objects("dispute"):
            balances[orders_by_charge[dispute["charge"]]].disputed = True
            if dispute["status"] != "won":
                balances[orders_by_charge[dispute["charge"]]].net -= dispute["amount"]
    return balances


def load_customer_accounts(simulator: StripeSimulator) -> dict[str, int]:
    """Return the account of each customer."""
    return {
        customer["id"]: int(customer["metadata"]["account"])
        for customer in simulator.store.list_objects("customer")
        if customer.get("metadata")
    }
