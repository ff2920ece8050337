"""Checkpoints where a process may die or other code may run: before and after each provider call and each
transaction.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import stripe
from sqlalchemy.orm import Session

from adapters.payments.fake_stripe.api.form_encoding import decode_form
from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.testing.faults import LOST_RESPONSE, SERVER_ERROR, TIMEOUT
from touchline.platform.db.session import Database, in_transaction


class ProcessKilledError(BaseException):
    """The process was killed."""


class Checkpoints:
    """Counts the checkpoints that the code reaches. `kill_after` and `run_after` set an action for a later
    checkpoint. During an open transaction, only a kill is possible. `prefix` is the start of a
    checkpoint's name (`POST /v1/…`).
    """

    def __init__(self) -> None:
        self.reached = 0
        self._kill_plan: _CheckpointPlan | None = None
        self._callback_plan: _CheckpointPlan | None = None

    def kill_after(self, after: int, prefix: str = "") -> None:
        """Kill the process at a checkpoint, `after` checkpoints from now."""
        self._kill_plan = _CheckpointPlan(after, prefix, _kill)

    def run_after(self, after: int, callback: Callable[[], None], prefix: str = "") -> None:
        """Run a callback at a checkpoint, `after` checkpoints from now."""
        self._callback_plan = _CheckpointPlan(after, prefix, callback)

    def clear(self) -> None:
        """Cancel all planned actions."""
        self._kill_plan = self._callback_plan = None

    def reach(self, name: str) -> None:
        """Reach a checkpoint."""
        self.reached += 1
        if self._kill_plan is not None and self._kill_plan.is_reached(name):
            self.clear()
            _kill()
        plan = self._callback_plan
        if plan is not None and plan.is_reached(name) and not in_transaction():
            self._callback_plan = None
            plan.callback()


@dataclass
class _CheckpointPlan:
    remaining: int
    prefix: str
    callback: Callable[[], None]

    def is_reached(self, name: str) -> bool:
        self.remaining -= name.startswith(self.prefix)
        return self.remaining <= 0


def _kill() -> None:
    raise ProcessKilledError


class CheckpointDatabase(Database):
    """A database with checkpoints before each transaction, before its commit and after it."""

    def __init__(self, url: str, checkpoints: Checkpoints) -> None:
        super().__init__(url)
        self._checkpoints = checkpoints

    @contextmanager
    def transaction(self, channel_id: int | None, *, unscoped: bool = False) -> Iterator[Session]:
        """Open a transaction with its checkpoints."""
        self._checkpoints.reach("begin")
        with super().transaction(channel_id, unscoped=unscoped) as session:
            yield session
            self._checkpoints.reach("commit")
        self._checkpoints.reach("done")


class CheckpointHttpClient(stripe.HTTPClient):
    """HTTP client that connects the SDK to the fake Stripe simulator without a socket or Flask. Each request
    has a checkpoint before and after it.
    """

    name = "in-process"

    def __init__(self, simulator: StripeSimulator, checkpoints: Checkpoints) -> None:
        super().__init__()
        self.simulator, self._checkpoints = simulator, checkpoints

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None,
        post_data: Any = None,
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """Send a request. Return the body, status and headers of the response."""
        assert not in_transaction(), "The provider is called while a transaction is open."
        parts, verb = urlsplit(url), method.upper()
        self._checkpoints.reach(f"{verb} {parts.path}")
        fault = self.simulator.faults.consume(f"{verb} {parts.path}")
        if fault and fault.kind == TIMEOUT:
            raise stripe.APIConnectionError("The connection was cut.")  # type: ignore[no-untyped-call]
        if fault and fault.kind == SERVER_ERROR:
            return '{"error": {"type": "api_error", "message": "An unknown error occurred."}}', 500, {}
        pairs = parse_qsl(post_data if verb == "POST" else parts.query, keep_blank_values=True)
        key = (headers or {}).get("Idempotency-Key", "") if verb == "POST" else ""
        api_response = self.simulator.handle(
            verb, parts.path.removeprefix("/v1/"), decode_form(pairs), key=key
        )
        self._checkpoints.reach(f"{verb} {parts.path}")
        if fault and fault.kind == LOST_RESPONSE:
            raise stripe.APIConnectionError("The connection was cut.")  # type: ignore[no-untyped-call]
        response_headers = (
            {"idempotent-replayed": "true", "Idempotent-Replayed": "true"} if api_response.replayed else {}
        )
        return json.dumps(api_response.body), api_response.status, response_headers

    def close(self) -> None:
        """Do nothing: no connection is open."""
