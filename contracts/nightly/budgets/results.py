"""One budget, measured: what every part of the benchmark yields."""

from __future__ import annotations

from dataclasses import dataclass


class CannotMeasureError(Exception):
    """Something is missing on this machine; the words say what."""


@dataclass(frozen=True)
class BudgetResult:
    """One budget: what was measured, what was promised, and the numbers behind it."""

    what: str
    value: float
    budget: str
    kept: bool
    detail: str


def at_least(name: str, value: float, minimum: float, detail: str, digits: int = 2) -> BudgetResult:
    """A promise from below."""
    return BudgetResult(name, round(value, digits), f"≥ {minimum:,}", value >= minimum, detail)


def at_most(name: str, value: float, maximum: float, detail: str, digits: int = 2) -> BudgetResult:
    """A promise from above."""
    return BudgetResult(name, round(value, digits), f"≤ {maximum:,}", value <= maximum, detail)
