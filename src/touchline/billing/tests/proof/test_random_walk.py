"""No payment is lost or charged twice in 10,000 random steps (2,000 in `make test`) with a fake Stripe."""

from __future__ import annotations

import os
from collections import Counter
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import stripe

from touchline.billing.tests.proof.laws import Laws
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.proof.walk import Walk
from touchline.billing.tests.samples import coupon, dollars, package, part, subscription
from touchline.shared.tests.machine import IS_QUICK

STEPS = int(os.environ.get("TOUCHLINE_PROOF_STEPS", "2000" if IS_QUICK else "10000"))
SEED = os.environ.get("TOUCHLINE_PROOF_SEED", "")
A_WALK = 250
OFFERS = part(
    package("solo", type="event"),
    package("season", days=40),
    package("pass", type="team", is_team_pass=True),
    subscriptions=(
        subscription("yearly"),
        subscription("monthly", offer="monthly", period="month", trial_period=0, price={
            "base": dollars("9.99"), "fee": dollars("0.50")}),
    ),
    coupons=(
        coupon("HALF", percent=Decimal(50), limit_each=1),
        coupon("LAST3", percent=Decimal(10), limit=3, limit_each=1),
        coupon("ALL", percent=Decimal(100), limit_each=1),
    ),
)  # fmt: skip


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store; the SDK does not wait before it asks again."""
    monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", 0)
    monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", 0)
    return Store(f"sqlite:///{tmp_path / 'store.sqlite'}", {1: "USD"})


def test_whatever_happens_in_whichever_order_nothing_is_lost_and_nothing_is_charged_twice(
    store: Store,
) -> None:
    seeds = [SEED] if SEED else [f"walk-{number}" for number in range(-(-STEPS // A_WALK))]
    happened: Counter[str] = Counter()
    for seed in seeds:
        walk = _walk(store, seed)
        happened["steps"] += walk.taken
        happened["deaths"] += sum(told.endswith("died") for told in walk.log)
        happened.update(one.status for one in store.orders())
    assert happened["steps"] >= min(STEPS, A_WALK * len(seeds))
    assert SEED or all(happened[name] for name in ("deaths", "paid", "failed", "refunded")), happened


def _walk(store: Store, seed: str) -> Walk:
    store.clear()
    store.sells(1, OFFERS, dollars("12.00"))
    walk, laws = Walk(store, seed), Laws(store)
    try:
        store.minute()
        while walk.taken < A_WALK:
            walk.step()
            laws.always()
        walk.quiet()
        laws.quiet()
        for _ in range(4):
            store.clock.advance(timedelta(hours=7))
            walk.quiet()
        laws.quiet()
        laws.waits_for_nobody()
        return walk
    except Exception as error:
        steps = "\n".join(walk.log[-60:])
        pytest.fail(f"TOUCHLINE_PROOF_SEED={seed} repeats it: {error!r}\n{steps}")
