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
            f"this machine's speed {seen['speed']:.0f}; by Lighthouse's own reckoning lcp "
            f"{seen['lighthouse_lcp']:.0f} and tbt {seen['lighthouse_tbt']:.0f}"
        )
        for name, most in promised["most"].items():
            yield at_most(f"{page} {name}", seen[name], most, detail, _PLACES.get(name, 0))
