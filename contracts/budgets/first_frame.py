"""How long it takes from pressing play to the first frame on the screen, on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.budgets.browser import ask
from contracts.budgets.measured import Measured, at_most


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """Of each kind of film the press in the middle of several, each in a browser that has seen nothing."""
    found = ask("first-frame", BUDGET_PRESSES=str(promised["presses"]))
    for kind, most in promised["most_milliseconds"].items():
        all_of_them = " ".join(str(one) for one in sorted(found[kind]["all"]))
        what = f"{kind}: first frame after play, ms"
        yield at_most(what, found[kind]["median"], most, f"each press: {all_of_them}", 0)
