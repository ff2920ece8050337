"""A thread that sends webhooks and regularly runs what is due by the account's clock."""

from __future__ import annotations

import logging
from threading import Condition, Thread
from typing import TYPE_CHECKING

import requests

from adapters.payments.fake_stripe.webhooks.outbox import Delivery, sign_payload

if TYPE_CHECKING:
    from adapters.payments.fake_stripe.core.simulator import StripeSimulator

TIMEOUT_SECONDS = 20
POLL_SECONDS = 5.0
log = logging.getLogger(__name__)


class WebhookSender:
    """Sends webhooks to one URL, one at a time."""

    def __init__(self, simulator: StripeSimulator, target: str | None) -> None:
        self._simulator, self._target = simulator, target
        self._condition, self._is_stopping, self._has_changes = Condition(), False, False
        self._http = requests.Session()
        self._http.trust_env = False
        self._thread = Thread(target=self._run, name="fake-stripe-webhooks", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread after the current delivery."""
        with self._condition:
            self._is_stopping = True
            self._condition.notify()
        self._thread.join()

    def notify(self) -> None:
        """Wake the thread, because there may be something to send."""
        with self._condition:
            self._has_changes = True
            self._condition.notify()

    def _run(self) -> None:
        while not self._is_stopping:
            with self._simulator.lock:
                self._simulator.run_due()
                delivery, delay = (
                    self._simulator.outbox.get_next_due() if self._target else (None, POLL_SECONDS)
                )
            if delivery:
                self._send(delivery)
                continue
            with self._condition:
                self._condition.wait_for(
                    lambda: self._has_changes or self._is_stopping, min(max(delay, 0.01), POLL_SECONDS)
                )
                self._has_changes = False

    def _send(self, delivery: Delivery) -> None:
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": sign_payload(delivery.payload, self._simulator.outbox.secret),
            "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        }
        try:
            response = self._http.post(
                str(self._target),
                delivery.payload.encode(),
                headers=headers,
                timeout=TIMEOUT_SECONDS,
                allow_redirects=False,
            )
            is_delivered = response.ok and response.status_code < 300
        except requests.RequestException:
            is_delivered = False
        log.info(
            "webhook %s %s %s",
            delivery.event_type,
            delivery.event_id,
            "arrived" if is_delivered else "did not arrive",
        )
        with self._simulator.lock:
            self._simulator.outbox.record_attempt(delivery, is_delivered)
