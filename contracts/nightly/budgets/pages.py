"""A first visit on a mid-range phone, measured by Lighthouse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.nightly.budgets.browser import run_measurement
from contracts.nightly.budgets.results import BudgetResult, at_most

_DIGITS = {"cls": 3}


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the median values of several visits for each page of each demo channel."""
    page_names = [f"{channel}={page}" for channel, pages in budget["pages"].items() for page in pages]
    results = run_measurement(
        "pages",
        BUDGET_PAGES=",".join(page_names),
        BUDGET_RUNS=str(budget["runs"]),
        BUDGET_PHONE_SPEED=str(budget["phone_speed"]),
    )
    for page in page_names:
        metrics = results[page]
        detail = (
            f"this machine's speed {metrics['speed']:.0f}; Lighthouse's own estimate: lcp "
            f"{metrics['lighthouse_lcp']:.0f} and tbt {metrics['lighthouse_tbt']:.0f}"
        )
        for name, maximum in budget["max"].items():
            yield at_most(f"{page} {name}", metrics[name], maximum, detail, _DIGITS.get(name, 0))
