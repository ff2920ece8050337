"""The time from pressing play to the first frame on the screen, on loopback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.nightly.budgets.browser import run_measurement
from contracts.nightly.budgets.results import BudgetResult, at_most


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the median of several presses for each kind of video, each in a new browser."""
    result = run_measurement("first-frame", BUDGET_PRESSES=str(budget["presses"]))
    for kind, max_ms in budget["max_milliseconds"].items():
        all_values = " ".join(str(value) for value in sorted(result[kind]["all"]))
        measurement = f"{kind}: first frame after play, ms"
        yield at_most(measurement, result[kind]["median"], max_ms, f"each press: {all_values}", 0)
