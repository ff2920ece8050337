"""A process of its own that presses Pay, and may be killed by the kernel at any moment."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from datetime import datetime

from adapters.payments.fake_stripe.keys import SECRET_KEY
from adapters.payments.stripe_client import Line
from touchline.billing.application.purchases import Purchase
from touchline.billing.tests.proof.seams import Killed
from touchline.billing.tests.proof.store import Store
from touchline.billing.tests.samples import dollars
from touchline.shared.principal import Principal


@dataclass(frozen=True)
class Press:
    """What a process is to do: where the database and the provider are, who buys what, what time it is, and
    at which seam of its transactions it dies (0: not by itself)."""

    database: str
    provider: str
    account: int
    purchase: Purchase
    now: datetime
    dies_at: int = 0


def open_store(press: Press) -> tuple[Store, Principal]:
    """The store as a new process finds it, and the viewer."""
    store = Store(press.database, {1: "USD"}, Line(SECRET_KEY, 10, press.provider), press.now)
    store.plays(1, dollars("12.00"))
    return store, store.enter(press.account, f"viewer{press.account}@example.org")


def buy(press: Press) -> None:
    """Press Pay. The process dies as by SIGKILL, so nothing in it can tidy up."""
    store, who = open_store(press)
    if press.dies_at:
        store.seams.dies(press.dies_at)
    try:
        store.till.buy(press.purchase, who)
    except Killed:
        os.kill(os.getpid(), signal.SIGKILL)
    finally:
        store.database.close()
