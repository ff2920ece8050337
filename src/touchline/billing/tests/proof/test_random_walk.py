"""Tests that no payment is lost or charged twice in 10,000 random steps (2,000 in `make test`) with a fake
Stripe. Each run has new seeds. A failure names the seed, and TOUCHLINE_PROOF_SEED repeats its walk.
"""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import stripe

from touchline.billing.tests.offer_samples import (
    billing_part,
    coupon_entry,
    package_entry,
    subscription_entry,
    usd,
)
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.invariants import Invariants
from touchline.billing.tests.proof.random_walk import RandomWalk
from touchline.platform.tests.db.temporary_databases import temporary_databases
from touchline.shared.tests.machine import IS_QUICK

STEPS = int(os.environ.get("TOUCHLINE_PROOF_STEPS", "2000" if IS_QUICK else "10000"))
SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "")
STEPS_PER_WALK = 250
CHOSEN = {"base": usd("10.00"), "fee": usd("0")}
RANGE = {"minimum": usd("2.00"), "maximum": usd("500.00"), "suggested": [usd("10.00")]}
OFFERS = billing_part(
    package_entry("solo", type="event"),
    package_entry("season", days=40),
    package_entry("fund", type="donation", capabilities=[], categories=[], price=CHOSEN, price_choice=RANGE),
    package_entry("open", days=20, price=CHOSEN, price_choice={**RANGE, "minimum": usd("0")}),
    package_entry("pass", type="team", is_team_pass=True),
    subscriptions=(
        subscription_entry("yearly"),
        subscription_entry("monthly", offer="monthly", period="month", trial_period=0, price={
            "base": usd("9.99"), "fee": usd("0.50")}),
        subscription_entry("seasonal", offer="monthly", period="month", off_season={
            "from": "11-20", "until": "02-10"}),
    ),
    coupons=(
        coupon_entry("HALF", percent=Decimal(50), limit_each=1),
        coupon_entry("LAST3", percent=Decimal(10), limit=3, limit_each=1),
        coupon_entry("ALL", percent=Decimal(100), limit_each=1),
    ),
)  # fmt: skip


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.nightly)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the URL of an empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store.sqlite'}"
        return
    server = str(request.getfixturevalue("postgres"))
    with temporary_databases(server, f"touchline_walk_{os.getpid()}") as (url,):
        yield url


@pytest.fixture
def system(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[BillingSystem]:
    """Yield a billing system. The SDK retries without a delay."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    system = BillingSystem(database, {1: "USD", 2: "USD"})
    yield system
    system.database.close()


def test_no_payment_is_lost_or_charged_twice_in_a_random_walk(
    system: BillingSystem,
) -> None:
    first_seed = secrets.token_hex(4)
    seeds = [SEED] if SEED else [f"{first_seed}-{number}" for number in range(-(-STEPS // STEPS_PER_WALK))]
    counts: Counter[str] = Counter()
    for seed in seeds:
        walk = _run_walk(system, seed)
        counts["steps"] += walk.step_count
        counts["kills"] += sum(entry.endswith("killed") for entry in walk.log)
        counts.update(order.status for order in system.list_orders())
    assert counts["steps"] >= min(STEPS, STEPS_PER_WALK * len(seeds))
    assert SEED or all(counts[name] for name in ("kills", "paid", "failed", "refunded")), counts


def _run_walk(system: BillingSystem, seed: str) -> RandomWalk:
    system.reset()
    system.publish_offers(1, OFFERS, usd("12.00"))
    walk, invariants = RandomWalk(system, seed), Invariants(system)
    try:
        system.run_reconciliation()
        while walk.step_count < STEPS_PER_WALK:
            walk.step()
            invariants.check_always()
        walk.run_until_idle()
        invariants.check_quiescent()
        for _ in range(4):
            system.clock.advance(timedelta(hours=7))
            walk.run_until_idle()
        invariants.check_quiescent()
        invariants.check_none_pending()
        return walk
    except Exception as error:
        steps = "\n".join(walk.log[-60:])
        pytest.fail(f"TOUCHLINE_PROOF_SEED={seed} reproduces the failure: {error!r}\n{steps}")
