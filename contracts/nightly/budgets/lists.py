"""Lists over a season of many games, compared with a season of few: the cost of an uncached response.

Both seasons have the same schools, so a team has a hundred times as many games in the larger one, and pages
are equally full. The count of a list's games is cached, as in the product. It runs over SQLite, and over a
PostgreSQL for each season, whose CPU time also counts.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.load_generator import LoadLimits
from contracts.nightly.budgets.postgres import run_postgres
from contracts.nightly.budgets.requests import ServerGroup, measure_cost
from contracts.nightly.budgets.results import BudgetResult, at_most
from contracts.nightly.budgets.servers import ApiKeys


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield results for each database."""
    for database in ("SQLite", "PostgreSQL"):
        yield from _measure(budget, database)


def _measure(budget: dict[str, Any], database: str) -> Iterator[BudgetResult]:
    limits = LoadLimits(**budget["load"])
    with ExitStack() as stack:
        few, many = (
            _start_with_ids(stack, budget[size], budget["schools"], database) for size in ("few", "many")
        )
        for path_budget in budget["paths"]:
            path = path_budget["path"]
            targets = [
                (server, [servers.add_api_key(path.format(**ids), key)]) for server, key, ids in (few, many)
            ]
            yield compare_sizes(f"GET {path}, many games, {database}", budget, limits, targets)


def start_season(
    stack: ExitStack, event_count: int, schools: int, database: str
) -> tuple[ServerGroup, ApiKeys]:
    """Start a channel with that many events, without cached responses, until the stack closes."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    postgres_server = stack.enter_context(run_postgres(folder)) if database == "PostgreSQL" else None
    server_context = servers.run_product_with_keys(
        folder,
        event_count,
        workers=1,
        schools=schools,
        database=postgres_server.url if postgres_server else "",
        TOUCHLINE_RESPONSE_CACHE_MB="0",
    )
    server, keys = stack.enter_context(server_context)
    parts = [server.cpu_seconds, *([postgres_server.cpu_seconds] if postgres_server else [])]
    return ServerGroup(server.port, parts), keys


def compare_sizes(
    name: str,
    budget: dict[str, Any],
    limits: LoadLimits,
    targets: Iterable[tuple[ServerGroup, Sequence[str]]],
) -> BudgetResult:
    """Request the targets of the small and of the large channel alternately. The fastest round counts."""
    rounds = [
        [measure_cost(server, server_targets, limits).milliseconds for server, server_targets in targets]
        for _ in range(budget["rounds"])
    ]
    small, large = (min(column) for column in zip(*rounds, strict=True))
    return at_most(name, large / small, budget["max_ratio"], f"{large:.1f} ms against {small:.1f} ms")


def _start_with_ids(
    stack: ExitStack, event_count: int, schools: int, database: str
) -> tuple[ServerGroup, str, dict[str, int]]:
    server, keys = start_season(stack, event_count, schools, database)
    key = keys.visitors[0]
    (first,) = json.loads(servers.get_text(server.port, servers.add_api_key("/api/events?limit=1", key)))[
        "data"
    ]
    return server, key, {"category": first["event_category_id"], "team": first["participants"][0]["id"]}
