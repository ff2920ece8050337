"""What happens by itself, in the order of time: each object that has something due is handed to its kind's
function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.core.account import Account

Json = dict[str, Any]
DueHandler = Callable[[Account, Json], None]

_handlers: dict[str, DueHandler] = {}
MAX_STEPS = 100_000


def due_handler(kind: str) -> Callable[[DueHandler], DueHandler]:
    """Enter what is done when an object of a kind is due; it has to move `due` on."""

    def register(handler: DueHandler) -> DueHandler:
        _handlers[kind] = handler
        return handler

    return register


def run_due(account: Account, until: int, clock: str = "") -> None:
    """Let everything happen that is due by a clock until a moment, each at its own time."""
    for _ in range(MAX_STEPS):
        body = account.store.get_next_due(until, clock)
        if body is None:
            break
        account.freeze_time(body["_"]["due"])
        _handlers[body["object"]](account, body)
    else:
        raise RuntimeError("The stand-in's clock does not come to rest.")
    account.freeze_time(None)
