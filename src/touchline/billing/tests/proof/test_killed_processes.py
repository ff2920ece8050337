"""Tests for processes that are killed during a purchase. The next process, or the reconciliation job alone,
completes the purchase.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import wait
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.buyer import PurchaseTask, open_system, run_purchase
from touchline.billing.tests.proof.environment import EVENT_ID
from touchline.billing.tests.proof.provider_balances import load_balances
from touchline.billing.tests.proof.test_random_walk import OFFERS

KILLS = 6
SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "kills")
TIMEOUT_SECONDS = 30
PROCESS_CONTEXT = multiprocessing.get_context("forkserver")
PROCESS_CONTEXT.set_forkserver_preload([run_purchase.__module__])


@pytest.fixture
def provider() -> Iterator[FakeStripeServer]:
    """Return the fake Stripe server on its own port."""
    with FakeStripeServer() as server:
        yield server


@pytest.fixture
def system(database_url: str, provider: FakeStripeServer) -> Iterator[BillingSystem]:
    """Return the billing system of the test, over the database that the processes share."""
    task = PurchaseTask(
        database_url, provider.url, 1, Purchase(kind=ProductKind.EVENT, id=EVENT_ID), datetime.now(UTC)
    )
    system = BillingSystem(task.database, {1: "USD"})
    system.reset()
    system.publish_offers(1, OFFERS, usd("12.00"))
    yield system
    system.reset()
    system.database.close()


def test_a_purchase_ends_in_one_order_one_charge_and_access_after_its_process_is_killed(
    system: BillingSystem, provider: FakeStripeServer, database_url: str
) -> None:
    rng, killed_count = random.Random(f"{SEED} {database_url[:6]}"), 0  # noqa: S311
    for number in range(KILLS):
        account = 100 + number
        task = PurchaseTask(
            database_url, provider.url, account, _build_purchase(system, provider, number), datetime.now(UTC)
        )
        if number % 2:
            with _run_killed(provider, rng.randrange(1, 6), after=rng.random() < 0.7) as victim:
                killed_count += _run_process(task, victim)
        else:
            killed_count += _run_process(replace(task, kill_at=rng.randrange(3, 16)), {})
        later = replace(task, now=task.now + timedelta(seconds=46))
        created = [order for order in system.list_orders() if order.account_id == account]
        if number % 4 < 2 or not created:
            assert _run_process(later, {}) == 0, f"{SEED}: the second process failed"
        else:
            _reconcile_all(later)
        _assert_one_order(system, provider, account, task)
    assert killed_count >= KILLS / 2, f"{SEED}: only {killed_count} were killed"


def _build_purchase(system: BillingSystem, provider: FakeStripeServer, number: int) -> Purchase:
    kind = (ProductKind.EVENT, ProductKind.SUBSCRIPTION, ProductKind.PACKAGE)[number % 3]
    card = {"type": "card", "card": {"token": "tok_visa"}}
    return Purchase(
        kind=kind,
        id={
            ProductKind.EVENT: EVENT_ID,
            ProductKind.SUBSCRIPTION: system.get_offer_id("yearly"),
            ProductKind.PACKAGE: system.get_offer_id("season"),
        }[kind],
        package_id=system.sale_catalog.single_event_packages[1] if kind is ProductKind.EVENT else None,
        card=str(provider.simulator.call("POST", "payment_methods", card)["id"]),
        key=f"idempotency-key-{number}",
    )


def _run_process(task: PurchaseTask, victim: dict[str, Any]) -> int:
    """Run a process until it ends. Return 1 if it was killed, 0 if it completed."""
    process = PROCESS_CONTEXT.Process(target=run_purchase, args=(task,))
    victim["process"] = process
    process.start()
    process.join(TIMEOUT_SECONDS)
    assert process.exitcode in (0, -signal.SIGKILL), f"{SEED}: the process ended with {process.exitcode}"
    return int(process.exitcode == -signal.SIGKILL)


@contextmanager
def _run_killed(provider: FakeStripeServer, call: int, *, after: bool) -> Iterator[dict[str, Any]]:
    """Kill the calling process at the given provider call, either before the call runs or before the response
    is sent.
    """
    simulator, victim, calls = provider.simulator, {}, iter(range(1, 1000))  # type: Any, dict[str, Any], Any
    original_handle = simulator.handle

    def handle(*arguments: Any, **options: Any) -> Any:
        is_target = next(calls) == call
        if is_target and not after:
            victim["process"].kill()
            # Do not join here. A process's exit code can be read only once, and the test reads it.
            wait([victim["process"].sentinel], TIMEOUT_SECONDS)
        response = original_handle(*arguments, **options)
        if is_target and after:
            victim["process"].kill()
        return response

    simulator.handle = handle
    try:
        yield victim
    finally:
        simulator.handle = original_handle


def _reconcile_all(task: PurchaseTask) -> None:
    """Run only the reconciliation job and the jobs that it enqueues."""
    system, _ = open_system(task)
    system.run_reconciliation()
    while system.queue.waiting:
        system.run_job(system.queue.waiting.pop(0))
    system.database.close()


def _assert_one_order(
    system: BillingSystem, provider: FakeStripeServer, account: int, task: PurchaseTask
) -> None:
    orders = [order for order in system.list_orders() if order.account_id == account]
    assert [order.status for order in orders] == [OrderStatus.PAID], f"{SEED}: {orders}"
    balance = load_balances(provider.simulator)[orders[0].uuid]
    assert len(balance.payments) == 1
    assert (balance.first_charges, balance.net) == (1, orders[0].total.minor)
    transactions = [line for line in system.list_transactions() if line.order_id == orders[0].id]
    assert [(line.movement, line.amount_minor) for line in transactions] == [("charge", balance.net)]
    restarted, viewer = open_system(task)
    with restarted.database.transaction(1):
        entitlements = restarted.billing.facade().list_entitlements(viewer.viewer_id)
    assert [entitlement.kind for entitlement in entitlements] == [task.purchase.kind.value]
    restarted.database.close()
