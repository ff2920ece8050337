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
    "pure": "the time of all domain and use case tests",
    "requests": "the cost of a response, compared with a bare Flask route with the same bytes",
    "search": "the cost of a search in a large channel, compared in the same way",
    "lists": "the cost of a list over many games, compared with few",
    "studio": "the cost of the studio's lists over many games, and the time to save an entry",
    "statements": "the time of the revenue share statements of a month with many orders",
    "uploads": "the speed of an upload, compared with nginx, and the memory of the web process",
    "memory": "the memory of a web process after many requests",
    "visits": "the events per second from browsers, and whether any is lost",
    "sizes": "the size of what a page loads before any interaction",
    "nginx": "the cost of nginx's access checks",
    "cutting": "the speed of cutting clips, compared with real time",
    "timeline": "the cost of the timeline of a live game, and the time from a scorer's press to the viewer",
    "delay": "the time from the encoder to the screen of a live stream, in Chromium",
    "weak_line": "stalls of a live stream on a weak line, with parts and with whole segments",
    "first_frame": "the time from pressing play to the first frame in Chromium",
    "pages": "a first visit on a phone, by Lighthouse",
}
"""The parts, with descriptions. A part's name is also its section in `budgets.yaml` and its module.
"""
_COLUMNS = ("", "budget", "measured", "limit", "details")


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
    sys.exit(0 if all(result.is_met for result in results) else 1)


def _format_row(result: BudgetResult) -> tuple[str, ...]:
    return "met" if result.is_met else "missed", result.name, f"{result.value}", result.budget, result.detail


if __name__ == "__main__":
    main()
