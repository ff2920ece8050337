"""Scheduled work in order of time. Each due object is passed to the handler of its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.core.account import Account

Json = dict[str, Any]
DueHandler = Callable[[Account, Json], None]

_handlers: dict[str, DueHandler] = {}
MAX_STEPS = 100_000


def due_handler(kind: str) -> Callable[[DueHandler], DueHandler]:
    """Register the handler for due objects of a kind. It must move or clear `due`."""

    def register(handler: DueHandler) -> DueHandler:
        _handlers[kind] = handler
        return handler

    return register


def run_due(account: Account, until: int, clock: str = "") -> None:
    """Run everything that is due by a clock until a time, each item at its own due time."""
    for _ in range(MAX_STEPS):
        body = account.store.get_next_due(until, clock)
        if body is None:
            break
        account.freeze_time(body["_"]["due"])
        _handlers[body["object"]](account, body)
    else:
        raise RuntimeError("The clock of the fake Stripe server does not settle.")
    account.freeze_time(None)
