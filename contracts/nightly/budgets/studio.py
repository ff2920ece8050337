"""The studio of a channel with many games: its lists, compared with few games, and how long a save takes."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.analytics_load import LoadResult
from contracts.nightly.budgets.lists import compare_sizes, start_season
from contracts.nightly.budgets.load_generator import LoadLimits
from contracts.nightly.budgets.requests import ServerGroup
from contracts.nightly.budgets.results import BudgetResult, at_most

_TIMEOUT_SECONDS = 30


@dataclass(frozen=True)
class Studio:
    """A running channel, and the API keys of its owners."""

    server: ServerGroup
    owners: Sequence[str]

    def list_targets(self, path: str) -> list[str]:
        """Return the path for each owner in turn, because each may send a number of requests only."""
        return [servers.add_api_key(path, owner) for owner in self.owners]

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the data of a response. `path` begins below `/api/studio`."""
        url = f"http://127.0.0.1:{self.server.port}/api/studio{servers.add_api_key(path, self.owners[0])}"
        content = json.dumps(body).encode() if body else None
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, content, headers, method=method)
        with urllib.request.urlopen(request, timeout=_TIMEOUT_SECONDS) as response:  # noqa: S310
            return json.loads(response.read())["data"]


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield results for each database."""
    for database in ("SQLite", "PostgreSQL"):
        with ExitStack() as stack:
            few, many = (_start(stack, budget[size], budget["schools"], database) for size in ("few", "many"))
            yield from _measure_lists(budget, few, many, database)
            yield _measure_saves(budget["saves"], many, database)


def _measure_lists(
    budget: dict[str, Any], few: Studio, many: Studio, database: str
) -> Iterator[BudgetResult]:
    limits = LoadLimits(**budget["load"])
    for path in budget["paths"]:
        targets = [(studio.server, studio.list_targets(path)) for studio in (few, many)]
        yield compare_sizes(f"GET {path}, many games, {database}", budget, limits, targets)


def _measure_saves(budget: dict[str, Any], studio: Studio, database: str) -> BudgetResult:
    """Change the duration of several games in turn, one save after the other."""
    milliseconds = []
    for number, duration in zip(range(budget["number"]), cycle(("90m", "100m", "110m"))):
        path = f"/entries/events/game-{number * budget['step']}"
        entry = studio.call("GET", path)
        body = {"value": entry["value"] | {"duration": duration}, "version": entry["version"]}
        started = time.perf_counter()
        studio.call("PUT", path, body)
        milliseconds.append((time.perf_counter() - started) * 1000)
    saves = LoadResult([], milliseconds, 0)
    detail = f"median {saves.percentile(0.5):.0f} ms"
    name = f"save of one of many games, p95 in ms, {database}"
    return at_most(name, saves.percentile(0.95), budget["max_milliseconds"], detail, 0)


def _start(stack: ExitStack, event_count: int, schools: int, database: str) -> Studio:
    server, keys = start_season(stack, event_count, schools, database)
    return Studio(server, keys.owners)
