"""Things that browsers tell in a second, and how many of those that were answered are missing or twice in the
store after all processes were killed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contracts.budgets import intake
from contracts.budgets.measured import Measured, at_least


def measure(promised: dict[str, Any]) -> Iterator[Measured]:
    """One visit of the crowd for each number of things a request."""
    crowd = promised["crowd"]
    for each in promised["told"]:
        things = each["things"]
        with tempfile.TemporaryDirectory() as folder:
            found = intake.visit(Path(folder), intake.Crowd(crowd["connections"], crowd["seconds"], things))
        told, spoiled = found.told, found.lost + found.twice
        detail = f"{told.within(0.5):.1f} ms, 99 of 100 within {told.within(0.99):.1f} ms"
        what = f"told in a second, {things} a request"
        yield at_least(what, told.a_second, each["least_a_second"], detail, 0)
        detail = f"{found.left} of {len(told.numbers)} were not stored when it was killed"
        yield Measured("of these lost or doubled by SIGKILL", spoiled, "0", spoiled == 0, detail)
