"""A live stream over a weak line: playback in parts must not stop much longer than in whole segments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.nightly.budgets.browser import run_measurement
from contracts.nightly.budgets.results import BudgetResult, at_most


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the time that the picture stood still with parts, compared with whole segments.

    Both viewers watch the same stream in the same Chromium at the same time.
    """
    found: dict[str, Any] = run_measurement(
        "weak-line",
        BUDGET_SECONDS=str(budget["seconds"]),
        BUDGET_RATE=str(budget["rate"]),
        BUDGET_LATENCY_MS=str(budget["latency_ms"]),
    )
    parts, segments = found["parts"], found["segments"]
    more_seconds = parts["stalledSeconds"] - segments["stalledSeconds"]
    rate = f"{found['bitsPerSecond'] / 1000:.0f} kbit/s"
    detail = "; ".join((rate, _describe("parts", parts), _describe("segments", segments)))
    yield at_most(
        "weak line: s stopped with parts, minus whole segments",
        more_seconds,
        budget["max_more_seconds"],
        detail,
    )


def _describe(name: str, playback: dict[str, float]) -> str:
    return (
        f"{name}: {playback['stalls']:.0f} stalls, {playback['stalledSeconds']:.1f} s, "
        f"delay {playback['delaySeconds']:.1f} s"
    )
