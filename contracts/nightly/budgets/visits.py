"""Events per second from browsers, and the acknowledged events that are missing or duplicated after all
processes were killed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contracts.nightly.budgets import analytics_load
from contracts.nightly.budgets.results import BudgetResult, at_least


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the result of one load for each number of events per request."""
    user_settings = budget["users"]
    for rate_budget in budget["rates"]:
        events_per_request = rate_budget["events_per_request"]
        with tempfile.TemporaryDirectory() as folder:
            result = analytics_load.measure_durability(
                Path(folder),
                analytics_load.VirtualUsers(
                    user_settings["connections"], user_settings["seconds"], events_per_request
                ),
            )
        sent, bad_events = result.sent, result.lost + result.duplicates
        detail = f"{sent.percentile(0.5):.1f} ms, 99 % within {sent.percentile(0.99):.1f} ms"
        measurement = f"analytics events per second, {events_per_request} in a request"
        yield at_least(measurement, sent.per_second, rate_budget["min_per_second"], detail, 0)
        detail = f"{result.unstored} of {len(sent.numbers)} were not yet stored when the server was killed"
        yield BudgetResult("  lost or duplicated after SIGKILL", bad_events, "0", bad_events == 0, detail)
