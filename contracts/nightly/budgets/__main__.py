"""Measures the budgets, prints them, and fails if one is missed: `python -m contracts.nightly.budgets [PART…]
[--json]`.

Each part is a module with `measure(budget)`, which gets its section of `budgets.yaml` and yields the results.
A part that this machine cannot measure raises `CannotMeasureError` and counts as missed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from ruamel.yaml import YAML

from contracts.nightly.budgets.results import BudgetResult, CannotMeasureError
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table

BUDGETS = Path(__file__).parents[2] / "budgets" / "budgets.yaml"
BENCHMARKS = {
    "pure": "what the tests of domains and use cases take together",
    "requests": "what an answer costs against a bare Flask route with the same bytes",
    "search": "what an answer of a large channel's search costs against the same",
    "lists": "what a list over many games takes to work out against few",
    "memory": "what a web process holds after many requests",
    "visits": "what browsers may tell in a second, and nothing of it lost",
    "sizes": "what a page loads before anybody touches it",
    "nginx": "what it costs nginx to check who may have a file",
    "cutting": "how many times faster than it plays a clip is cut",
    "first_frame": "from pressing play to the first frame in Chromium",
    "pages": "a first visit on a telephone, by Lighthouse",
}
"""Part name, which is also its section in `budgets.yaml` and its module, to a description of what it
measures.
"""
_COLUMNS = ("", "what", "measured", "promised", "numbers")


def run_benchmarks(parts: Sequence[str]) -> Iterator[BudgetResult]:
    """Yield the results of these parts, one part after the other."""
    budgets: dict[str, Any] = YAML(typ="safe").load(BUDGETS.read_text("utf-8"))
    for benchmark in parts:
        module: Any = import_module(f"contracts.nightly.budgets.{benchmark}")
        try:
            yield from module.measure(budgets[benchmark])
        except CannotMeasureError as error:
            yield BudgetResult(benchmark, float("nan"), "to be measured", False, str(error))


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(BENCHMARKS)), metavar="[PART]…")
@json_option
def main(parts: Sequence[str], as_json: bool) -> None:
    """Measure the named PARTs, or all; exit code 1: a budget was missed."""
    results = list(run_benchmarks(parts or list(BENCHMARKS)))
    if as_json:
        click.echo(json.dumps([asdict(result) for result in results], ensure_ascii=False))
    else:
        print_table(_COLUMNS, [_format_row(result) for result in results])
    sys.exit(0 if all(result.kept for result in results) else 1)


def _format_row(result: BudgetResult) -> tuple[str, ...]:
    return "kept" if result.kept else "missed", result.what, f"{result.value}", result.budget, result.detail


if __name__ == "__main__":
    main()
