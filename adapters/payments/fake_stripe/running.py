"""The stand-in in a thread, for tests and for whoever proves a contract against it."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

import stripe
from werkzeug.serving import BaseWSGIServer

from adapters.payments.fake_stripe.app import serve
from adapters.payments.fake_stripe.faults import Fault
from adapters.payments.fake_stripe.keys import PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET
from adapters.payments.fake_stripe.outbox import HELD, SENT, Delivery
from adapters.payments.fake_stripe.resources import disputes
from adapters.payments.fake_stripe.world import World


class Controls:
    """What tests do to a world, whether it is served or only called."""

    key, publishable_key, webhook_secret = SECRET_KEY, PUBLISHABLE_KEY, WEBHOOK_SECRET

    def __init__(self, world: World) -> None:
        self.world = world

    def deliveries(self) -> list[dict[str, Any]]:
        """All webhooks that were made, signed now: `{id, type, payload, signature, sent, lost}`."""
        with self.world.lock:
            return [self.world.outbox.told(delivery) for delivery in self.world.outbox.made()]

    def take(self) -> list[dict[str, Any]]:
        """Those that are held, which count as sent from now on; for tests that carry them over themselves."""
        with self.world.change():
            held = self.world.outbox.made(HELD)
            for delivery in held:
                self.world.outbox.sent(delivery, True)
            return [self.world.outbox.told(_sent(delivery)) for delivery in held]

    def webhooks(self, mode: str, seconds: float = 0) -> None:
        """How webhooks go from now on: normal, late, twice, shuffled, never."""
        with self.world.change():
            self.world.outbox.switch(mode, seconds)

    def deliver(self, *events: str, lost: bool = False) -> int:
        """Send what is held, or events by their ids; how many."""
        with self.world.change():
            return self.world.outbox.release(list(events), lost)

    def advance(self, days: float | None = None, to: int | None = None) -> int:
        """The account's clock goes ahead; its time then."""
        return self.world.advance(days, to)

    def now(self) -> int:
        """The account's time."""
        return self.world.now()

    def fail_next(self, next: int = 1, how: str = "timeout", seconds: float = 0, only: str = "") -> None:
        """The next calls go wrong (`faults.Fault`)."""
        self.world.faults.plan(Fault(how, next, seconds, only))

    def authenticate(self, intent: str, succeeded: bool = True) -> dict[str, Any]:
        """The customer's answer to 3-D Secure, for a PaymentIntent or a SetupIntent."""
        kind = "setup_intents" if intent.startswith("seti_") else "payment_intents"
        secret = self.world.call("GET", f"{kind}/{intent}")["client_secret"]
        return self.world.authenticate(intent, secret, succeeded)

    def dispute(self, charge: str, reason: str = "fraudulent") -> str:
        """Have the customer's bank take a charge back; returns the dispute's id."""
        with self.world.change() as account:
            return str(disputes.opened(account, account.get("charge", charge, "charge"), reason)["id"])

    def reset(self) -> None:
        """Everything is forgotten."""
        self.world.reset()


class Running(Controls):
    """`with Running(folder) as running:` serves on a free port of loopback; `running.url` is where.

    `folder` keeps the state (None: in memory); `webhook` is the address that events are sent to.
    """

    def __init__(self, folder: Path | None = None, webhook: str | None = None, port: int = 0) -> None:
        self._server: BaseWSGIServer = serve(port, folder, WEBHOOK_SECRET, webhook)
        app: Any = self._server.app
        super().__init__(app.extensions["world"])
        self.url, self.port = self.world.address, self._server.server_port
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Running:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def client(self, key: str = SECRET_KEY) -> stripe.StripeClient:
        """The SDK, which tries nothing twice."""
        return stripe.StripeClient(key, base_addresses={"api": self.url}, max_network_retries=0)


def _sent(delivery: Delivery) -> Delivery:
    return Delivery(delivery.row, delivery.event, delivery.kind, delivery.payload, SENT, delivery.tries)
