"""The model of access: what each viewer can watch, computed anew from the columns of the orders."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from sqlalchemy import Row

from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.shared.ids import AccountId

GRACE = timedelta(days=7)


def check_entitlements(system: BillingSystem, orders: Iterable[Row[Any]]) -> None:
    """Check after a step that the entitlements of each viewer are exactly those of the model."""
    expected: dict[int, Counter[object]] = defaultdict(Counter)
    for order in orders:
        if order.account_id is not None and is_open(system, order):
            expected[order.account_id][_describe(order.kind, order.grant)] += 1
    for account_id in system.channels.viewers:
        with system.database.transaction(1):
            entitlements = system.billing.facade().list_entitlements(AccountId(account_id))
        granted = Counter(
            (
                entitlement.kind,
                entitlement.event_id,
                entitlement.category_ids,
                entitlement.participant_id,
                entitlement.capabilities,
            )
            for entitlement in entitlements
        )
        assert granted == expected[account_id], (
            f"viewer {account_id} has {granted}, expected {expected[account_id]}"
        )


def is_open(system: BillingSystem, order: Row[Any]) -> bool:
    """Return whether an order opens something now."""
    if order.status != "paid" or order.ended_at or order.voucher_count or order.kind == "donation":
        return False
    if order.expires_at is None:
        return True
    grace = GRACE if order.auto_renewal == "active" else timedelta(0)
    return bool(system.clock.now() < order.expires_at + grace)


def check_new_payment(system: BillingSystem, order: Row[Any]) -> None:
    """Check that an order that became paid costs nothing, or that the provider has its money or its trial.

    So no order is ever open before it is paid.
    """
    if order.price == 0 and order.kind != "subscription":
        return
    store = system.simulator.store
    if order.kind == "subscription":
        assert any(
            subscription["metadata"].get("order") == order.uuid
            and subscription["status"] not in ("incomplete", "incomplete_expired")
            for subscription in store.list_objects("subscription")
        ), f"order {order.id} is paid without a subscription at the provider"
        return
    intents = {
        intent["id"] for intent in store.list_objects("payment_intent")
        if intent["metadata"].get("order") == order.uuid
    }  # fmt: skip
    captured = sum(
        charge["amount_captured"]
        for charge in store.list_objects("charge")
        if charge["status"] == "succeeded" and charge["payment_intent"] in intents
    )
    assert captured == order.price, f"order {order.id} is paid, but the provider has {captured}"


def _describe(kind: str, grant: dict[str, Any]) -> object:
    return (
        kind,
        grant.get("event_id"),
        tuple(grant.get("category_ids") or ()),
        grant.get("participant_id"),
        frozenset(grant["capabilities"]),
    )
