"""Search in a channel of many games, compared with the bare route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.nightly.budgets import requests
from contracts.nightly.budgets.results import BudgetResult


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Measure each path of the section."""
    return requests.measure(budget, budget["games"])
