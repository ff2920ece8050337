"""The delay of a live stream: from the capture of a frame to its presentation in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from contracts.nightly.budgets.browser import run_measurement
from contracts.nightly.budgets.results import BudgetResult, at_most


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the median and the worst of the samples."""
    delays: list[float] = run_measurement("glass-to-glass", BUDGET_SAMPLES=str(budget["samples"]))
    detail = f"{len(delays)} samples from {min(delays):.1f} to {max(delays):.1f} s"
    yield at_most("glass to glass: median, s", median(delays), budget["max_median_seconds"], detail)
    yield at_most("glass to glass: worst, s", max(delays), budget["max_worst_seconds"], detail)
