"""Measures, prints, and fails when a budget is missed: `python -m contracts.budgets [--json]`."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from contracts.budgets import intake, serving, sizes
from contracts.budgets.load import Bounds, ask, warm_up
from touchline.platform.tables import print_table

BUDGETS = Path(__file__).with_name("budgets.yaml")


@dataclass(frozen=True)
class Measured:
    """One budget: what was measured, what was promised, and the numbers behind it."""

    what: str
    value: float
    budget: str
    kept: bool
    detail: str


def requests(promised: list[dict[str, Any]], bounds: Bounds, games: int = 0) -> Iterator[Measured]:
    """The product against the bare route: processor time an answer, which other programs do not change.

    With `games` the channel has a season of so many (`season`).
    """
    with tempfile.TemporaryDirectory() as folder, serving.product(Path(folder), games) as (ours, key):
        targets = [serving.with_key(each["path"], key) for each in promised]
        answers = {f"/{place}": serving.text_of(ours.port, target) for place, target in enumerate(targets)}
        with serving.bare(Path(folder), answers) as bare:
            for each, target, (plain, answer) in zip(promised, targets, answers.items(), strict=True):
                path, least = each["path"], each["least_ratio"]
                mine, theirs = cost(ours, target, bounds), cost(bare, plain, bounds)
                ratio = theirs.milliseconds / mine.milliseconds
                size = len(answer.encode()) / 1000
                detail = f"{mine} against {theirs}; {size:,.0f} kB each"
                yield Measured(f"GET {path}", round(ratio, 4), f"≥ {least}", ratio >= least, detail)


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


def visits(promised: dict[str, Any]) -> Iterator[Measured]:
    """Things that browsers tell in a second, and how many of those that were answered are missing or twice in
    the store after all processes were killed."""
    crowd = promised["crowd"]
    for each in promised["told"]:
        things, least = each["things"], each["least_a_second"]
        with tempfile.TemporaryDirectory() as folder:
            found = intake.visit(Path(folder), intake.Crowd(crowd["connections"], crowd["seconds"], things))
        told, spoiled = found.told, found.lost + found.twice
        what = f"told in a second, {things} a request"
        detail = f"{told.within(0.5):.1f} ms, 99 of 100 within {told.within(0.99):.1f} ms"
        yield Measured(what, round(told.a_second), f"≥ {least}", told.a_second >= least, detail)
        detail = f"{found.left} of {len(told.numbers)} were not stored when it was killed"
        yield Measured("of these lost or doubled by SIGKILL", spoiled, "0", spoiled == 0, detail)


def pages(promised: list[dict[str, Any]]) -> Iterator[Measured]:
    """Sizes of what the built pages load."""
    for each in promised:
        files = sizes.files_of(each["chunks"])
        for kind, most in each["most_kilobytes"].items():
            own = [name for name in files if name.endswith(f".{kind}")]
            size = sizes.kilobytes(own)
            what, detail = f"{each['page']} page, {kind}, kB", f"{len(own)} files"
            yield Measured(what, round(size, 1), f"≤ {most}", size <= most, detail)


def main(arguments: list[str]) -> int:
    """Measure everything; exit code 1 when a budget is missed."""
    budgets = YAML(typ="safe").load(BUDGETS.read_text("utf-8"))
    bounds, search = Bounds(**budgets["load"]), budgets["search"]
    found = [
        *requests(budgets["requests"], bounds),
        *requests(search["requests"], bounds, search["games"]),
        *visits(budgets["visits"]),
        *pages(budgets["pages"]),
    ]
    if "--json" in arguments:
        sys.stdout.write(json.dumps([asdict(each) for each in found], ensure_ascii=False) + "\n")
    else:
        print_table(("what", "measured", "promised", "", "numbers"), [_cells(each) for each in found])
    return 0 if all(each.kept for each in found) else 1


def _cells(each: Measured) -> tuple[str, ...]:
    return each.what, f"{each.value}", each.budget, "kept" if each.kept else "missed", each.detail


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
