"""What one Stripe account holds: objects, a clock, and the events that tell of every change."""

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
    """A name as Stripe makes them: `pi_` and 24 characters."""
    return f"{prefix}_{secrets.token_hex(12)}"


def public_view(body: Json) -> Json:
    """An object without what Stripe keeps to itself."""
    return {name: value for name, value in body.items() if name != "_"}


class Account:
    """Reads, writes and announces objects. `address` is where the stand-in is reached, for the links it
    makes."""

    def __init__(self, store: Store, wall_clock: Callable[[], float] = time.time) -> None:
        self.store, self._wall_clock = store, wall_clock
        self.address = "http://127.0.0.1"
        self.request: Json = {"id": None, "idempotency_key": None}
        self.on_event: Callable[[Json], None] = lambda event: None
        self._clock_offset: int = store.get_setting("ahead", 0)
        self._frozen_time: int | None = None

    def now(self, clock: str | None = None) -> int:
        """Seconds since the epoch by the account's clock, or by a test clock."""
        if self._frozen_time is not None:
            return self._frozen_time
        if clock:
            return int(self.get("test_helpers.test_clock", clock)["frozen_time"])
        return int(self._wall_clock()) + self._clock_offset

    def advance_clock(self, seconds: int) -> None:
        """Put the account's clock forward for good."""
        self._clock_offset += seconds
        self.store.set_setting("ahead", self._clock_offset)

    def freeze_time(self, frozen_time: int | None) -> None:
        """Stand at one moment while things happen that were due then; None: come back."""
        self._frozen_time = frozen_time

    def get(self, kind: str, id: str, param: str | None = None) -> Json:
        """An object, or Stripe's error; `param` is the parameter that named it, None for the address."""
        found = self.store.get(id)
        if not found or found["object"] != kind or (found.get("deleted") and param):
            raise resource_missing(kind, id, param)
        return found

    def add(self, body: Json, event: str | None = None) -> Json:
        """Write a new object and announce it."""
        self.store.save(body)
        if event:
            self.emit_event(event, body)
        return body

    def update(self, body: Json, event: str | None = None, **changes: Any) -> Json:
        """Change an object in place, write it and announce it with what was there before."""
        before = {name: deepcopy(body.get(name)) for name in changes}
        body.update(changes)
        self.store.save(body)
        if event:
            previous = {name: value for name, value in before.items() if value != body[name] and name != "_"}
            self.emit_event(event, body, previous if event.endswith(".updated") else None)
        return body

    def emit_event(self, kind: str, body: Json, previous: Json | None = None) -> None:
        """Make an event (https://docs.stripe.com/api/events)."""
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
