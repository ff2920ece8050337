"""A Stripe account: objects, a clock, and an event for every change."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from adapters.payments.fake_stripe.api.errors import resource_missing
from adapters.payments.fake_stripe.core.store import Store

Json = dict[str, Any]

API_VERSION = "2026-10-28.endive"


def new_id(prefix: str) -> str:
    """Return an ID in Stripe's format: `pi_` and 24 characters."""
    return f"{prefix}_{secrets.token_hex(12)}"


def public_view(body: Json) -> Json:
    """Return an object without its private fields."""
    return {name: value for name, value in body.items() if name != "_"}


class Account:
    """Reads and writes objects, and emits their events.

    `address` is the fake Stripe's base URL, used in links. `webhook_url` receives the events.
    """

    def __init__(self, store: Store, wall_clock: Callable[[], float] = time.time) -> None:
        self.store, self._wall_clock = store, wall_clock
        self.address = "http://127.0.0.1"
        self.webhook_url: str | None = None
        self.request: Json = {"id": None, "idempotency_key": None}
        self.on_event: Callable[[Json], None] = lambda event: None
        self._clock_offset: int = store.get_setting("ahead", 0)
        self._frozen_time: int | None = None

    def now(self, clock: str | None = None) -> int:
        """Return the time of the account's clock or of a test clock, in seconds since the epoch."""
        if self._frozen_time is not None:
            return self._frozen_time
        if clock:
            return int(self.get("test_helpers.test_clock", clock)["frozen_time"])
        return int(self._wall_clock()) + self._clock_offset

    def advance_clock(self, seconds: int) -> None:
        """Advance the account's clock permanently."""
        self._clock_offset += seconds
        self.store.set_setting("ahead", self._clock_offset)

    def freeze_time(self, frozen_time: int | None) -> None:
        """Freeze the time while due work runs. None resumes the clock."""
        self._frozen_time = frozen_time

    def get(self, kind: str, id: str, param: str | None = None) -> Json:
        """Return an object. Raises `StripeError` if it is missing.

        `param` is the parameter that names the object; None means the URL.
        """
        stored = self.store.get(id)
        if not stored or stored["object"] != kind or (stored.get("deleted") and param):
            raise resource_missing(kind, id, param)
        return stored

    def add(self, body: Json, event: str | None = None) -> Json:
        """Save a new object, and emit its event."""
        self.store.save(body)
        if event:
            self.emit_event(event, body)
        return body

    def update(self, body: Json, event: str | None = None, **changes: Any) -> Json:
        """Change an object in place, save it, and emit an event with the previous attributes."""
        before = {name: deepcopy(body.get(name)) for name in changes}
        body.update(changes)
        self.store.save(body)
        if event:
            previous = {name: value for name, value in before.items() if value != body[name] and name != "_"}
            self.emit_event(event, body, previous if event.endswith(".updated") else None)
        return body

    def emit_event(self, kind: str, body: Json, previous: Json | None = None) -> None:
        """Create an event (https://docs.stripe.com/api/events)."""
        data: Json = {"object": public_view(body)}
        if previous is not None:
            data["previous_attributes"] = previous
        event = {
            "id": new_id("evt"),
            "object": "event",
            "api_version": API_VERSION,
            "created": self.now((body.get("_") or {}).get("clock")),
            "data": data,
            "livemode": False,
            "pending_webhooks": 0,
            "request": dict(self.request),
            "type": kind,
            "_": {"owner": kind},
        }
        self.store.save(event)
        self.on_event(public_view(event))
