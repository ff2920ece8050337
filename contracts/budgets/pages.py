"""What a first visit on a telephone of the middle class is like, by Lighthouse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.budgets.browser import ask
from contracts.budgets.measured import Measured, at_most

_PLACES = {"cls": 3}


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """Each page of each demo channel; of several visits the values in the middle."""
    asked = [f"{channel}={page}" for channel, pages in promised["pages"].items() for page in pages]
    found = ask(
        "pages",
        BUDGET_PAGES=",".join(asked),
        BUDGET_LOOKS=str(promised["looks"]),
        BUDGET_PHONE_SPEED=str(promised["phone_speed"]),
    )
    for page in asked:
        seen = found[page]
        detail = (
            f"first paint {seen['fcp']:.0f} ms; this machine's speed {seen['speed']:.0f}, "
            f"by which a phone of {promised['phone_speed']} is blocked for {seen['phone']:.0f} ms"
        )
        for name, most in promised["most"].items():
            yield at_most(f"{page} {name}", seen[name], most, detail, _PLACES.get(name, 0))
