"""A process of its own that presses Pay, and may be killed by the kernel at any moment."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from datetime import datetime

from adapters.payments.fake_stripe.keys import SECRET_KEY
from adapters.payments.stripe_client import StripeConnection
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.proof.billing_system import BillingSystem
from touchline.billing.tests.proof.checkpoints import ProcessKilledError
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class PurchaseTask:
    """What a process is to do: where the database and the provider are, who buys what, what time it is, and
    at which seam of its transactions it dies (0: not by itself)."""

    database: str
    provider: str
    account: int
    purchase: Purchase
    now: datetime
    kill_at: int = 0


def open_system(task: PurchaseTask) -> tuple[BillingSystem, Principal]:
    """The store as a new process finds it, and the viewer."""
    store = BillingSystem(
        task.database, {1: "USD"}, StripeConnection(SECRET_KEY, 10, task.provider), task.now
    )
    store.set_event_price(1, usd("12.00"))
    return store, store.register(task.account, f"viewer{task.account}@example.org")


def run_purchase(task: PurchaseTask) -> None:
    """Press Pay. The process dies as by SIGKILL, so nothing in it can tidy up."""
    store, viewer = open_system(task)
    if task.kill_at:
        store.checkpoints.kill_after(task.kill_at)
    try:
        store.checkout_service.buy(task.purchase, viewer)
    except ProcessKilledError:
        os.kill(os.getpid(), signal.SIGKILL)
    finally:
        store.database.close()
