"""Memory of one web process after many different requests."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.load_generator import LoadLimits, send_requests
from contracts.nightly.budgets.results import BudgetResult, at_most


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Measure one process as `touchline run` starts it, with its queue.

    Visitors use many keys, and request parts of lists that were not requested before. All responses are
    cached.
    """
    limits = LoadLimits(**budget["load"])
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        server_context = servers.run_product_with_keys(
            var, budget["games"], budget["keys"], workers=1, TOUCHLINE_QUEUE="rq"
        )
        with servers.run_queue(var), server_context as (server, keys):
            initial_bytes = max(server.resident_bytes())
            targets = [
                servers.add_api_key(path.format(number=number % budget["different"]), key)
                for number, key in enumerate(keys.visitors)
                for path in budget["paths"]
            ]
            response_count, _ = send_requests(server.port, targets, limits)
            final_megabytes = max(server.resident_bytes()) / 1e6
    detail = f"{initial_bytes / 1e6:.0f} MB before {response_count:,} requests"
    yield at_most("MB of memory of a web process", final_megabytes, budget["max_megabytes"], detail, 0)
    if response_count < limits.responses:
        yield BudgetResult(
            "requests within the time limit",
            response_count,
            f"{limits.responses:,}",
            False,
            "the time limit was reached first",
        )
