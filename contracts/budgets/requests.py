"""The product against the bare route: processor time an answer, which other programs do not change."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from contracts.budgets import serving
from contracts.budgets.load import Bounds, ask, warm_up
from contracts.budgets.measured import Measured, at_least


def measure(promised: dict[str, Any], games: int = 0) -> Iterator[Measured]:
    """Each path of the section; with `games` the channel has a season of so many (`season`)."""
    bounds = Bounds(**promised["load"])
    with tempfile.TemporaryDirectory() as folder, serving.product(Path(folder), games) as (ours, key):
        targets = [serving.with_key(each["path"], key) for each in promised["paths"]]
        answers = {f"/{place}": serving.text_of(ours.port, target) for place, target in enumerate(targets)}
        with serving.bare(Path(folder), answers) as bare:
            for each, target, (plain, answer) in zip(
                promised["paths"], targets, answers.items(), strict=True
            ):
                mine, theirs = cost(ours, target, bounds), cost(bare, plain, bounds)
                ratio = theirs.milliseconds / mine.milliseconds
                detail = f"{mine} against {theirs}; {len(answer.encode()) / 1000:,.0f} kB each"
                yield at_least(f"GET {each['path']}", ratio, each["least_ratio"], detail, 4)


@dataclass(frozen=True)
class Cost:
    """Of one answer: milliseconds of processor time; and how many came in a second."""

    milliseconds: float
    a_second: float

    def __str__(self) -> str:
        return f"{self.milliseconds:.2f} ms, {self.a_second:,.0f} a second"


def cost(server: serving.Server, target: str, bounds: Bounds) -> Cost:
    """What `GET target` costs a server."""
    warm_up(server.port, target, bounds)
    before = server.cpu_seconds()
    answers, seconds = ask(server.port, target, bounds)
    return Cost((server.cpu_seconds() - before) / answers * 1000, answers / seconds)
