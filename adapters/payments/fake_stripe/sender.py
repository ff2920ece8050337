"""A thread that sends webhooks, and looks now and then whether something is due by the account's clock."""

from __future__ import annotations

import logging
from threading import Condition, Thread
from typing import TYPE_CHECKING

import requests

from adapters.payments.fake_stripe.outbox import Delivery, signature

if TYPE_CHECKING:
    from adapters.payments.fake_stripe.world import World

SECONDS = 20
TICK = 5.0
log = logging.getLogger(__name__)


class Sender:
    """One webhook after the other, to one address."""

    def __init__(self, world: World, target: str | None) -> None:
        self._world, self._target = world, target
        self._wake, self._ended, self._news = Condition(), False, False
        self._http = requests.Session()
        self._http.trust_env = False
        self._thread = Thread(target=self._run, name="fake-stripe-webhooks", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, after what is being sent."""
        with self._wake:
            self._ended = True
            self._wake.notify()
        self._thread.join()

    def look(self) -> None:
        """There may be something to send."""
        with self._wake:
            self._news = True
            self._wake.notify()

    def _run(self) -> None:
        while not self._ended:
            with self._world.lock:
                self._world.catch_up()
                delivery, wait = self._world.outbox.take() if self._target else (None, TICK)
            if delivery:
                self._send(delivery)
                continue
            with self._wake:
                self._wake.wait_for(lambda: self._news or self._ended, min(max(wait, 0.01), TICK))
                self._news = False

    def _send(self, delivery: Delivery) -> None:
        headers = {
            "Content-Type": "application/json; charset=utf-8",
            "Stripe-Signature": signature(delivery.payload, self._world.outbox.secret),
            "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        }
        try:
            answer = self._http.post(
                str(self._target),
                delivery.payload.encode(),
                headers=headers,
                timeout=SECONDS,
                allow_redirects=False,
            )
            arrived = answer.ok and answer.status_code < 300
        except requests.RequestException:
            arrived = False
        log.info(
            "webhook %s %s %s", delivery.kind, delivery.event, "arrived" if arrived else "did not arrive"
        )
        with self._world.lock:
            self._world.outbox.sent(delivery, arrived)
