"""A separate process that makes a purchase, and that the kernel may kill at any moment."""

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
    """Input of a purchase process: the addresses of the database and the provider, the viewer's account, the
    purchase and the time. `kill_at` is the checkpoint at which the process dies; 0 means that it does not
    kill itself.
    """

    database: str
    provider: str
    account: int
    purchase: Purchase
    now: datetime
    kill_at: int = 0


def open_system(task: PurchaseTask) -> tuple[BillingSystem, Principal]:
    """Return the billing system as a new process finds it, and the viewer."""
    system = BillingSystem(
        task.database, {1: "USD"}, StripeConnection(SECRET_KEY, 10, task.provider), task.now
    )
    system.set_event_price(1, usd("12.00"))
    return system, system.register(task.account, f"viewer{task.account}@example.org")


def run_purchase(task: PurchaseTask) -> None:
    """Make the purchase. The process dies by SIGKILL, so it cannot clean up."""
    system, viewer = open_system(task)
    if task.kill_at:
        system.checkpoints.kill_after(task.kill_at)
    try:
        system.checkout_service.buy(task.purchase, viewer)
    except ProcessKilledError:
        os.kill(os.getpid(), signal.SIGKILL)
    finally:
        system.database.close()
