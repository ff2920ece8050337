"""Lists over a season of many games against one of few: what they take to work out, no answer kept.

Both seasons are of the same schools, so a team has a hundred times as many games in the larger one, and a
page is as full in both. How many games a list has is remembered, as it is in the product. Over SQLite, and
over a PostgreSQL for each season, whose work counts as well.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from contracts.budgets import serving
from contracts.budgets.load import Bounds
from contracts.budgets.measured import Measured, at_most
from contracts.budgets.postgres import postgres
from contracts.budgets.requests import Together, cost


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """One database after the other."""
    for database in ("SQLite", "PostgreSQL"):
        yield from _measure(promised, database)


def _measure(promised: dict[str, Any], database: str) -> Iterator[Measured]:
    """Both servers side by side, in turn for each path; the quietest of some rounds counts."""
    bounds = Bounds(**promised["load"])
    with ExitStack() as stack:
        few, many = (
            _with_games(stack, promised[size], promised["schools"], database) for size in ("few", "many")
        )
        for each in promised["paths"]:
            path = each["path"]
            rounds = [
                [
                    cost(server, [serving.with_key(path.format(**ids), key)], bounds).milliseconds
                    for server, key, ids in (few, many)
                ]
                for _ in range(promised["rounds"])
            ]
            small, large = (min(column) for column in zip(*rounds, strict=True))
            detail = f"{large:.1f} ms against {small:.1f} ms"
            what = f"GET {path}, many games, {database}"
            yield at_most(what, large / small, promised["most_ratio"], detail)


def _with_games(
    stack: ExitStack, games: int, schools: int, database: str
) -> tuple[Together, str, dict[str, int]]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    beneath = stack.enter_context(postgres(folder)) if database == "PostgreSQL" else None
    running = serving.visited(
        folder,
        games,
        workers=1,
        schools=schools,
        database=beneath.url if beneath else "",
        TOUCHLINE_REMEMBERED_MEGABYTES="0",
    )
    server, keys = stack.enter_context(running)
    key = keys.visitors[0]
    (first,) = json.loads(serving.text_of(server.port, serving.with_key("/api/events?limit=1", key)))["data"]
    ids = {"category": first["event_category_id"], "team": first["participants"][0]["id"]}
    parts = [server.cpu_seconds, *([beneath.cpu_seconds] if beneath else [])]
    return Together(server.port, parts), key, ids
