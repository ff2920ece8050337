"""Webhook deliveries that are held, sent or lost (https://docs.stripe.com/webhooks).

Modes: `normal` (at once), `late` (after some seconds), `twice`, `shuffled` (in random order), `never` (lost;
sent only by ID or with `lost`). Signatures are made when a webhook is sent, with the real time.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import time
from dataclasses import dataclass
from typing import Any

from adapters.payments.fake_stripe.core.store import Store

Json = dict[str, Any]

NORMAL, LATE, TWICE, SHUFFLED, NEVER = "normal", "late", "twice", "shuffled", "never"
MODES = (NORMAL, LATE, TWICE, SHUFFLED, NEVER)
HELD, SENT, LOST = "held", "sent", "lost"
RETRY_DELAYS = (1, 5, 15, 60, 300)
MAX_ATTEMPTS = 100


@dataclass(frozen=True)
class Delivery:
    """One webhook for one URL."""

    row_id: int
    event_id: str
    event_type: str
    payload: str
    state: str
    attempts: int


def sign_payload(payload: str, secret: str, at: int | None = None) -> str:
    """Return the `Stripe-Signature` header."""
    at = int(time.time()) if at is None else at
    digest = hmac.new(secret.encode(), f"{at}.{payload}".encode(), hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"


class Outbox:
    """The table `deliveries`. Delivery times are real times, independent of the fake Stripe's clock.

    Which delivery is in progress is known only in memory. After a crash it is held, and is sent again.
    """

    def __init__(self, store: Store, secret: str) -> None:
        self._store, self.secret, self._in_flight = store, secret, 0

    @property
    def mode(self) -> str:
        """Return the delivery mode of new events."""
        return str(self._store.get_setting("webhooks", {"mode": NORMAL})["mode"])

    def set_mode(self, mode: str, seconds: float) -> None:
        """Set the mode. `seconds` is the delay, or the time span over which events are shuffled."""
        self._store.set_setting("webhooks", {"mode": mode, "seconds": seconds})

    def add(self, event: Json) -> None:
        """Add an event for delivery."""
        settings = self._store.get_setting("webhooks", {"mode": NORMAL, "seconds": 0})
        mode, seconds = settings["mode"], settings["seconds"]
        delay = {LATE: seconds, SHUFFLED: random.uniform(0, seconds)}.get(mode, 0)  # noqa: S311
        row = (event["id"], event["type"], json.dumps(event), LOST if mode == NEVER else HELD)
        for _ in range(2 if mode == TWICE else 1):
            self._store.db.execute(
                "INSERT INTO deliveries (event, kind, payload, state, due) VALUES (?, ?, ?, ?, ?)",
                (*row, time.time() + delay),
            )

    def get_next_due(self) -> tuple[Delivery | None, float]:
        """Return the delivery that is due now, and mark it as in progress.

        If none is due, return None and the seconds until the next one.
        """
        row = self._store.db.execute(
            "SELECT id, event, kind, payload, state, tries, due FROM deliveries WHERE state = ? ORDER BY "
            "due, id LIMIT 1",
            (HELD,),
        ).fetchone()
        delay = row[6] - time.time() if row else 60.0
        if row is None or delay > 0:
            return None, delay
        self._in_flight = row[0]
        return Delivery(*row[:6]), 0.0

    def record_attempt(self, delivery: Delivery, is_delivered: bool) -> None:
        """Record a delivery attempt. A failed delivery is retried with increasing delays."""
        self._in_flight = 0
        attempts = delivery.attempts + 1
        state = SENT if is_delivered else (HELD if attempts < MAX_ATTEMPTS else LOST)
        delay = RETRY_DELAYS[min(attempts, len(RETRY_DELAYS)) - 1]
        self._store.db.execute(
            "UPDATE deliveries SET state = ?, tries = ?, due = ? WHERE id = ?",
            (state, attempts, time.time() + delay, delivery.row_id),
        )

    def release(self, events: list[str], lost: bool) -> int:
        """Make held webhooks due now, and return their number.

        The order is random in the mode `shuffled`. Events given by ID are sent even if they were lost or sent
        before.
        """
        values: tuple[Any, ...]
        if events:
            where, values = f"event IN ({', '.join('?' * len(events))})", tuple(events)
        else:
            where, values = "state IN (?, ?) AND id != ?", (HELD, LOST if lost else HELD, self._in_flight)
        order = "random()" if self.mode == SHUFFLED else "id"
        query = f"SELECT id FROM deliveries WHERE {where} ORDER BY {order}"  # noqa: S608
        rows = self._store.db.execute(query, values).fetchall()
        for index, (row,) in enumerate(rows):
            self._store.db.execute(
                "UPDATE deliveries SET state = ?, due = ? WHERE id = ?", (HELD, index / 1e6, row)
            )
        return len(rows)

    def list_deliveries(self, state: str | None = None, after: int = 0) -> list[Delivery]:
        """List deliveries, oldest first."""
        rows = self._store.db.execute(
            "SELECT id, event, kind, payload, state, tries FROM deliveries"
            " WHERE id > ? AND (? IS NULL OR state = ?) ORDER BY id",
            (after, state, state),
        )
        return [Delivery(*row) for row in rows]

    def serialize(self, delivery: Delivery) -> Json:
        """Return a delivery for tests and people, signed now."""
        return {
            "n": delivery.row_id,
            "id": delivery.event_id,
            "type": delivery.event_type,
            "payload": delivery.payload,
            "signature": sign_payload(delivery.payload, self.secret),
            "sent": delivery.state == SENT,
            "lost": delivery.state == LOST,
        }
