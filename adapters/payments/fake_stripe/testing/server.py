"""The fake Stripe in a thread, for tests and provider contract runs."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

import stripe
from werkzeug.serving import BaseWSGIServer

from adapters.payments.fake_stripe.app import serve
from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.keys import PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET
from adapters.payments.fake_stripe.resources.core import disputes
from adapters.payments.fake_stripe.testing.faults import Fault
from adapters.payments.fake_stripe.webhooks.outbox import HELD, SENT, Delivery


class FakeStripeControls:
    """Test controls of a simulator, with or without an HTTP server."""

    secret_key, publishable_key, webhook_secret = SECRET_KEY, PUBLISHABLE_KEY, WEBHOOK_SECRET

    def __init__(self, simulator: StripeSimulator) -> None:
        self.simulator = simulator

    def list_deliveries(self) -> list[dict[str, Any]]:
        """List all webhook deliveries, signed now: `{id, type, payload, signature, sent, lost}`."""
        with self.simulator.lock:
            return [
                self.simulator.outbox.serialize(delivery)
                for delivery in self.simulator.outbox.list_deliveries()
            ]

    def take_held_deliveries(self) -> list[dict[str, Any]]:
        """Return the held webhooks and mark them as sent, for tests that deliver them themselves."""
        with self.simulator.transaction():
            held = self.simulator.outbox.list_deliveries(HELD)
            for delivery in held:
                self.simulator.outbox.record_attempt(delivery, True)
            return [self.simulator.outbox.serialize(_as_sent(delivery)) for delivery in held]

    def set_webhook_mode(self, mode: str, seconds: float = 0) -> None:
        """Set the webhook mode for new events: normal, late, twice, shuffled or never."""
        with self.simulator.transaction():
            self.simulator.outbox.set_mode(mode, seconds)

    def deliver(self, *events: str, lost: bool = False) -> int:
        """Send held webhooks, or events by ID, and return their number."""
        with self.simulator.transaction():
            return self.simulator.outbox.release(list(events), lost)

    def advance(self, days: float | None = None, timestamp: int | None = None) -> int:
        """Advance the account's clock, and return its new time."""
        return self.simulator.advance(days, timestamp)

    def now(self) -> int:
        """Return the time of the account's clock, in seconds since the epoch."""
        return self.simulator.now()

    def fail_next(
        self, count: int = 1, fault_kind: str = "timeout", seconds: float = 0, path_prefix: str = ""
    ) -> None:
        """Make the next calls fail (`faults.Fault`)."""
        self.simulator.faults.plan(Fault(fault_kind, count, seconds, path_prefix))

    def authenticate(self, intent: str, succeeded: bool = True) -> dict[str, Any]:
        """Set the customer's answer to 3-D Secure for a PaymentIntent or SetupIntent, and return the
        intent."""
        kind = "setup_intents" if intent.startswith("seti_") else "payment_intents"
        secret = self.simulator.call("GET", f"{kind}/{intent}")["client_secret"]
        return self.simulator.authenticate(intent, secret, succeeded)

    def open_dispute(self, charge: str, reason: str = "fraudulent") -> str:
        """Open a dispute of a charge, and return its ID."""
        with self.simulator.transaction() as account:
            return str(disputes.open_dispute(account, account.get("charge", charge, "charge"), reason)["id"])

    def reset(self) -> None:
        """Delete all data."""
        self.simulator.reset()


class FakeStripeServer(FakeStripeControls):
    """The fake Stripe on a free loopback port. `url` is its base URL.

    Usage: `with FakeStripeServer(folder) as server:`. `folder` stores the state (None: in memory). `webhook`
    is the URL that receives events.
    """

    def __init__(self, folder: Path | None = None, webhook: str | None = None, port: int = 0) -> None:
        self._server: BaseWSGIServer = serve(port, folder, WEBHOOK_SECRET, webhook)
        app: Any = self._server.app
        super().__init__(app.extensions["simulator"])
        self.url, self.port = self.simulator.address, self._server.server_port
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> FakeStripeServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def client(self, key: str = SECRET_KEY) -> stripe.StripeClient:
        """Return an SDK client without retries."""
        return stripe.StripeClient(key, base_addresses={"api": self.url}, max_network_retries=0)


def _as_sent(delivery: Delivery) -> Delivery:
    return Delivery(
        delivery.row_id, delivery.event_id, delivery.event_type, delivery.payload, SENT, delivery.attempts
    )
