"""What the provider holds, read from its own books and not by the code that is to be proven."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from adapters.payments.fake_stripe.world import World

Json = dict[str, Any]
_GONE_WRONG = ("failed", "canceled")


@dataclass
class Holding:
    """The provider's books of one order, in minor units. `firsts` counts the charges that began something and
    were paid; `customers` are who paid; `bounced`: the viewer's bank did not take money that was given back.
    """

    kept: int = 0
    taken: int = 0
    refunded: int = 0
    disputed: bool = False
    bounced: bool = False
    firsts: int = 0
    customers: set[str] = field(default_factory=set)
    payments: list[Json] = field(default_factory=list)


def books(world: World) -> dict[str, Holding]:
    """What is held for each order, by its uuid."""
    found: dict[str, Holding] = defaultdict(Holding)
    owner: dict[str, tuple[str, bool]] = {}
    store = world.store
    with world.lock:
        subscriptions = {one["id"]: one for one in store.each("subscription")}
        for one in subscriptions.values():
            found[one["metadata"].get("order", "")].payments.append(one)
        invoices = {one["id"]: one for one in store.each("invoice")}
        for intent in store.each("payment_intent"):
            name = intent["metadata"].get("order")
            if name is not None:
                owner[intent["id"]] = (name, True)
                found[name].payments.append(intent)
                continue
            invoice = invoices[intent["_"]["invoice"]]
            subscription = subscriptions[invoice["_"]["owner"]]
            first = invoice["billing_reason"] == "subscription_create"
            owner[intent["id"]] = (subscription["metadata"]["order"], first)
        order_of_charge: dict[str, str] = {}
        for charge in store.each("charge"):
            name, first = owner[charge["payment_intent"]]
            order_of_charge[charge["id"]] = name
            if charge["status"] != "succeeded":
                continue
            holding = found[name]
            holding.kept += charge["amount_captured"]
            holding.taken += charge["amount_captured"]
            holding.firsts += first
            holding.customers.add(charge["customer"])
        for refund in store.each("refund"):
            found[order_of_charge[refund["charge"]]].bounced |= refund["status"] in _GONE_WRONG
            if refund["status"] not in _GONE_WRONG:
                found[order_of_charge[refund["charge"]]].kept -= refund["amount"]
                found[order_of_charge[refund["charge"]]].refunded += refund["amount"]
        for dispute in store.each("dispute"):
            found[order_of_charge[dispute["charge"]]].disputed = True
            if dispute["status"] != "won":
                found[order_of_charge[dispute["charge"]]].kept -= dispute["amount"]
    return found


def accounts(world: World) -> dict[str, int]:
    """The account that each customer was made for."""
    return {one["id"]: int(one["metadata"]["account"]) for one in world.store.each("customer")
            if one.get("metadata")}  # fmt: skip
