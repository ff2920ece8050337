"""Processes that are killed while they take money: the next one, or the job alone, ends what they began."""

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

from adapters.payments.fake_stripe.running import Running
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.tests.proof.buyer import Press, buy, open_store
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.surroundings import GAME
from touchline.billing.tests.proof.test_random_walk import OFFERS
from touchline.billing.tests.proof.truth import books
from touchline.billing.tests.samples import dollars

KILLS = 6
SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "kills")
SECONDS = 30
NEW_PROCESSES = multiprocessing.get_context("forkserver")
NEW_PROCESSES.set_forkserver_preload([buy.__module__])


@pytest.fixture
def provider() -> Iterator[Running]:
    """The stand-in on a port."""
    with Running() as running:
        yield running


@pytest.fixture
def store(database_url: str, provider: Running) -> Iterator[Store]:
    """The store as the test sees it, in the database that the processes share."""
    press = Press(database_url, provider.url, 1, Purchase(kind=Kind.EVENT, id=GAME), datetime.now(UTC))
    store = Store(press.database, {1: "USD"})
    store.clear()
    store.sells(1, OFFERS, dollars("12.00"))
    yield store
    store.clear()
    store.database.close()


def test_a_purchase_whose_process_was_killed_ends_in_one_order_one_charge_and_access(
    store: Store, provider: Running, database_url: str
) -> None:
    chance, died = random.Random(f"{SEED} {database_url[:6]}"), 0  # noqa: S311
    for number in range(KILLS):
        account = 100 + number
        press = Press(
            database_url, provider.url, account, _purchase(store, provider, number), datetime.now(UTC)
        )
        if number % 2:
            with _kills(provider, chance.randrange(1, 6), after=chance.random() < 0.7) as victim:
                died += _run(press, victim)
        else:
            died += _run(replace(press, dies_at=chance.randrange(3, 16)), {})
        later = replace(press, now=press.now + timedelta(seconds=46))
        placed = [one for one in store.orders() if one.account_id == account]
        if number % 4 < 2 or not placed:
            assert _run(later, {}) == 0, f"{SEED}: the second process failed"
        else:
            _reconcile(later)
        _one_of_each(store, provider, account, press)
    assert died >= KILLS / 2, f"{SEED}: only {died} were killed"


def _purchase(store: Store, provider: Running, number: int) -> Purchase:
    kind = (Kind.EVENT, Kind.SUBSCRIPTION, Kind.PACKAGE)[number % 3]
    card = {"type": "card", "card": {"token": "tok_visa"}}
    return Purchase(
        kind=kind,
        id={Kind.EVENT: GAME, Kind.SUBSCRIPTION: store.offer("yearly"), Kind.PACKAGE: store.offer("season")}[
            kind
        ],
        package_id=store.games.sold_by[1] if kind is Kind.EVENT else None,
        card=str(provider.world.call("POST", "payment_methods", card)["id"]),
        key=f"key-of-{number}",
    )


def _run(press: Press, victim: dict[str, Any]) -> int:
    """A process from its begin to its end; 1 where it was killed, 0 where it did all."""
    process = NEW_PROCESSES.Process(target=buy, args=(press,))
    victim["process"] = process
    process.start()
    process.join(SECONDS)
    assert process.exitcode in (0, -signal.SIGKILL), f"{SEED}: the process ended with {process.exitcode}"
    return int(process.exitcode == -signal.SIGKILL)


@contextmanager
def _kills(provider: Running, call: int, *, after: bool) -> Iterator[dict[str, Any]]:
    """While it lasts, the stand-in kills who asks it, at a call: before it does it, or with the answer in
    hand."""
    world, victim, calls = provider.world, {}, iter(range(1, 1000))  # type: Any, dict[str, Any], Any
    answered = world.answer

    def answer(*asked: Any, **how: Any) -> Any:
        mine = next(calls) == call
        if mine and not after:
            victim["process"].kill()
            # Not join: how a process ended can be read once, and the test itself reads it.
            wait([victim["process"].sentinel], SECONDS)
        answer = answered(*asked, **how)
        if mine and after:
            victim["process"].kill()
        return answer

    world.answer = answer
    try:
        yield victim
    finally:
        world.answer = answered


def _reconcile(press: Press) -> None:
    """Only the job of each minute comes by."""
    store, _ = open_store(press)
    store.minute()
    while store.queue.waiting:
        store.work(store.queue.waiting.pop(0))
    store.database.close()


def _one_of_each(store: Store, provider: Running, account: int, press: Press) -> None:
    orders = [one for one in store.orders() if one.account_id == account]
    assert [one.status for one in orders] == [OrderStatus.PAID], f"{SEED}: {orders}"
    holding = books(provider.world)[orders[0].uuid]
    assert len(holding.payments) == 1
    assert (holding.firsts, holding.kept) == (1, orders[0].total.minor)
    charges = [line for line in store.lines() if line.order_id == orders[0].id]
    assert [(line.movement, line.amount_minor) for line in charges] == [("charge", holding.kept)]
    here, who = open_store(press)
    with here.database.transaction(1):
        held = here.billing.facade().entitlements(who.viewer)
    assert [one.kind for one in held] == [press.purchase.kind.value]
    here.database.close()
