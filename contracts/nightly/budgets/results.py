"""One measured budget: the result of every part of the benchmark."""

from __future__ import annotations

from dataclasses import dataclass


class CannotMeasureError(Exception):
    """This machine cannot measure a part. The message is the reason."""


@dataclass(frozen=True)
class BudgetResult:
    """One budget: the measured value, the limit, and the details."""

    name: str
    value: float
    budget: str
    is_met: bool
    detail: str


def at_least(name: str, value: float, minimum: float, detail: str, digits: int = 2) -> BudgetResult:
    """Return a budget with a minimum."""
    return BudgetResult(name, round(value, digits), f"≥ {minimum:,}", value >= minimum, detail)


def at_most(name: str, value: float, maximum: float, detail: str, digits: int = 2) -> BudgetResult:
    """Return a budget with a maximum."""
    return BudgetResult(name, round(value, digits), f"≤ {maximum:,}", value <= maximum, detail)
