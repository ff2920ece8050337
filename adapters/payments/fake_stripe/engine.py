"""What happens by itself, in the order of time: each object that has something due is handed to its kind's
function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adapters.payments.fake_stripe.account import Account

Json = dict[str, Any]
Step = Callable[[Account, Json], None]

_steps: dict[str, Step] = {}
MOST = 100_000


def on_time(kind: str) -> Callable[[Step], Step]:
    """Enter what is done when an object of a kind is due; it has to move `due` on."""

    def enter(step: Step) -> Step:
        _steps[kind] = step
        return step

    return enter


def run(account: Account, until: int, clock: str = "") -> None:
    """Let everything happen that is due by a clock until a moment, each at its own time."""
    for _ in range(MOST):
        body = account.store.next_due(until, clock)
        if body is None:
            break
        account.at(body["_"]["due"])
        _steps[body["object"]](account, body)
    else:
        raise RuntimeError("The stand-in's clock does not come to rest.")
    account.at(None)
