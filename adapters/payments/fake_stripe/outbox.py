"""Webhooks that were made: which are held, sent or lost (https://docs.stripe.com/webhooks).

Modes: `normal` (at once), `late` (after some seconds), `twice`, `shuffled` (at once, but in any order),
`never` (lost; sent only when named, or with `lost`). Signatures are made when a webhook goes out, by the real
time.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import time
from dataclasses import dataclass
from typing import Any

from adapters.payments.fake_stripe.store import Store

Json = dict[str, Any]

NORMAL, LATE, TWICE, SHUFFLED, NEVER = "normal", "late", "twice", "shuffled", "never"
MODES = (NORMAL, LATE, TWICE, SHUFFLED, NEVER)
HELD, SENT, LOST = "held", "sent", "lost"
WAITS = (1, 5, 15, 60, 300)
TRIES = 100


@dataclass(frozen=True)
class Delivery:
    """One webhook to one address."""

    row: int
    event: str
    kind: str
    payload: str
    state: str
    tries: int


def signature(payload: str, secret: str, at: int | None = None) -> str:
    """The header `Stripe-Signature`."""
    at = int(time.time()) if at is None else at
    made = hmac.new(secret.encode(), f"{at}.{payload}".encode(), hashlib.sha256).hexdigest()
    return f"t={at},v1={made}"


class Outbox:
    """The table `deliveries`. Times of sending are real ones, whatever the stand-in's clock says.

    Which one is on its way is known in memory alone: after a crash it is held, and goes out again.
    """

    def __init__(self, store: Store, secret: str) -> None:
        self._store, self.secret, self._on_its_way = store, secret, 0

    @property
    def mode(self) -> str:
        """How what is made from now on goes out."""
        return str(self._store.setting("webhooks", {"mode": NORMAL})["mode"])

    def switch(self, mode: str, seconds: float) -> None:
        """Change the mode; `seconds` is how late, or over how long they are shuffled."""
        self._store.remember("webhooks", {"mode": mode, "seconds": seconds})

    def add(self, event: Json) -> None:
        """Keep an event to be sent."""
        chosen = self._store.setting("webhooks", {"mode": NORMAL, "seconds": 0})
        mode, seconds = chosen["mode"], chosen["seconds"]
        wait = {LATE: seconds, SHUFFLED: random.uniform(0, seconds)}.get(mode, 0)  # noqa: S311
        row = (event["id"], event["type"], json.dumps(event), LOST if mode == NEVER else HELD)
        for _ in range(2 if mode == TWICE else 1):
            self._store.db.execute(
                "INSERT INTO deliveries (event, kind, payload, state, due) VALUES (?, ?, ?, ?, ?)",
                (*row, time.time() + wait),
            )

    def take(self) -> tuple[Delivery | None, float]:
        """What is to be sent now, on its way from here, or None and for how many seconds there is nothing."""
        row = self._store.db.execute(
            "SELECT id, event, kind, payload, state, tries, due FROM deliveries WHERE state = ? ORDER BY "
            "due, id LIMIT 1",
            (HELD,),
        ).fetchone()
        wait = row[6] - time.time() if row else 60.0
        if row is None or wait > 0:
            return None, wait
        self._on_its_way = row[0]
        return Delivery(*row[:6]), 0.0

    def sent(self, delivery: Delivery, arrived: bool) -> None:
        """Note that one went out; one that did not arrive is tried again, later and later."""
        self._on_its_way = 0
        tries = delivery.tries + 1
        state = SENT if arrived else (HELD if tries < TRIES else LOST)
        wait = WAITS[min(tries, len(WAITS)) - 1]
        self._store.db.execute(
            "UPDATE deliveries SET state = ?, tries = ?, due = ? WHERE id = ?",
            (state, tries, time.time() + wait, delivery.row),
        )

    def release(self, events: list[str], lost: bool) -> int:
        """Send what is held now, in any order where it is shuffled; events that are named even if lost or
        sent."""
        values: tuple[Any, ...]
        if events:
            where, values = f"event IN ({', '.join('?' * len(events))})", tuple(events)
        else:
            where, values = "state IN (?, ?) AND id != ?", (HELD, LOST if lost else HELD, self._on_its_way)
        order = "random()" if self.mode == SHUFFLED else "id"
        query = f"SELECT id FROM deliveries WHERE {where} ORDER BY {order}"  # noqa: S608
        rows = self._store.db.execute(query, values).fetchall()
        for place, (row,) in enumerate(rows):
            self._store.db.execute(
                "UPDATE deliveries SET state = ?, due = ? WHERE id = ?", (HELD, place / 1e6, row)
            )
        return len(rows)

    def made(self, state: str | None = None, after: int = 0) -> list[Delivery]:
        """Those that were made, oldest first."""
        rows = self._store.db.execute(
            "SELECT id, event, kind, payload, state, tries FROM deliveries"
            " WHERE id > ? AND (? IS NULL OR state = ?) ORDER BY id",
            (after, state, state),
        )
        return [Delivery(*row) for row in rows]

    def told(self, delivery: Delivery) -> Json:
        """A webhook as tests and people see it, signed now."""
        return {
            "n": delivery.row,
            "id": delivery.event,
            "type": delivery.kind,
            "payload": delivery.payload,
            "signature": signature(delivery.payload, self.secret),
            "sent": delivery.state == SENT,
            "lost": delivery.state == LOST,
        }
