"""Lists over a season of many games against one of few: what they take to work out, nothing of it kept."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from contracts.budgets import serving
from contracts.budgets.load import Bounds
from contracts.budgets.measured import Measured, at_most
from contracts.budgets.requests import cost


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """Both servers side by side, in turn for each path; the quietest of some rounds counts."""
    bounds = Bounds(**promised["load"])
    with ExitStack() as stack:
        few, many = (_with_games(stack, promised[size]) for size in ("few", "many"))
        for each in promised["paths"]:
            path, most = each["path"], each.get("most_ratio", promised["most_ratio"])
            rounds = [
                [
                    cost(server, [serving.with_key(path, key)], bounds).milliseconds
                    for server, key in (few, many)
                ]
                for _ in range(promised["rounds"])
            ]
            small, large = (min(column) for column in zip(*rounds, strict=True))
            detail = f"{large:.1f} ms against {small:.1f} ms"
            yield at_most(f"GET {path}, many games", large / small, most, detail)


def _with_games(stack: ExitStack, games: int) -> tuple[serving.Server, str]:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    running = serving.visited(folder, games, workers=1, TOUCHLINE_REMEMBERED_MEGABYTES="0")
    server, keys = stack.enter_context(running)
    return server, keys.visitors[0]
