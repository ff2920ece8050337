"""Search in a channel of many games, against the bare route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from contracts.budgets import requests
from contracts.budgets.measured import Measured


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """Each path of the section."""
    return requests.measure(promised, promised["games"])
