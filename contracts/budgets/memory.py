"""What one web process holds after many requests for many different things."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contracts.budgets import serving
from contracts.budgets.load import Bounds, ask
from contracts.budgets.measured import Measured, at_most


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """One process as `touchline run` has it, with its queue; visitors with many keys, parts of lists that
    nobody asked for before, all kept."""
    bounds = Bounds(**promised["load"])
    with tempfile.TemporaryDirectory() as folder:
        var = Path(folder)
        running = serving.visited(var, promised["games"], promised["keys"], workers=1, TOUCHLINE_QUEUE="rq")
        with serving.queue(var), running as (server, keys):
            before = max(server.resident())
            targets = [
                serving.with_key(path.format(number=number % promised["different"]), key)
                for number, key in enumerate(keys.visitors)
                for path in promised["paths"]
            ]
            answers, _ = ask(server.port, targets, bounds)
            held = max(server.resident()) / 1e6
    detail = f"{before / 1e6:.0f} MB at first, {answers:,} requests"
    yield at_most("MB of memory of a web process", held, promised["most_megabytes"], detail, 0)
    if answers < bounds.answers:
        yield Measured("requests before that", answers, f"{bounds.answers:,}", False, "it took too long")
