"""Measures, prints, and fails when a budget is missed: `python -m contracts.budgets [--json]`."""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.table import Table
from ruamel.yaml import YAML

from contracts.budgets import serving, sizes
from contracts.budgets.load import Bounds, answers_a_second

TURNS = 3
BUDGETS = Path(__file__).with_name("budgets.yaml")


@dataclass(frozen=True)
class Measured:
    """One budget: what was measured, what was promised, and the numbers behind it."""

    what: str
    value: float
    budget: str
    kept: bool
    detail: str


def requests(promised: list[dict[str, Any]], bounds: Bounds) -> Iterator[Measured]:
    """The product against the bare route, by turns, so that what else the machine does hits both alike."""
    with tempfile.TemporaryDirectory() as folder, serving.product(Path(folder)) as (ours, key):
        targets = {each["path"]: f"{each['path']}?api_key={key}" for each in promised}
        answers = {path: serving.text_of(ours, target) for path, target in targets.items()}
        with serving.bare(Path(folder), answers) as bare:
            for each in promised:
                path, least = each["path"], each["least_ratio"]
                turns = [
                    (answers_a_second(ours, targets[path], bounds), answers_a_second(bare, path, bounds))
                    for _ in range(TURNS)
                ]
                ratio = median(mine / theirs for mine, theirs in turns)
                mine, theirs = (median(side) for side in zip(*turns, strict=True))
                size = len(answers[path].encode()) / 1000
                detail = f"{mine:,.0f} of {theirs:,.0f} a second, {size:,.0f} kB each"
                yield Measured(f"GET {path}", round(ratio, 4), f"≥ {least}", ratio >= least, detail)


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
    found = [*requests(budgets["requests"], Bounds(**budgets["load"])), *pages(budgets["pages"])]
    if "--json" in arguments:
        sys.stdout.write(json.dumps([asdict(each) for each in found], ensure_ascii=False) + "\n")
    else:
        table = Table("what", "measured", "promised", "", "numbers")
        for each in found:
            mark = "[green]kept" if each.kept else "[red]missed"
            table.add_row(each.what, f"{each.value}", each.budget, mark, each.detail)
        Console().print(table)
    return 0 if all(each.kept for each in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
