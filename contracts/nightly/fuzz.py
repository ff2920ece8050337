"""Fuzzes the whole document (`make fuzz`): `python -m contracts.nightly.fuzz [--cases 10000] [--seed N]
[--json]`.
"""

from __future__ import annotations

import json
import logging
import secrets
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from contracts.fuzz.environment import run_environment
from contracts.fuzz.fuzzer import Fuzzer, FuzzResult
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table

DEFAULT_CASES = 10_000


@click.command()
@click.option(
    "--cases", default=DEFAULT_CASES, show_default=True, type=click.IntRange(1), help="Number of requests."
)
@click.option("--seed", type=int, help="Repeat the run with this seed.")
@json_option
def main(cases: int, seed: int | None, as_json: bool) -> None:
    """Send every call of the OpenAPI document as every role; exit code 1: a response was wrong."""
    run_seed = secrets.randbelow(2**31) if seed is None else seed
    for name in ("touchline", "werkzeug"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with TemporaryDirectory() as var, run_environment(Path(var)) as environment:
        result = Fuzzer(environment, run_seed).run(cases)
    if as_json:
        click.echo(json.dumps(_to_dict(result, run_seed), ensure_ascii=False))
    else:
        _print_result(result, run_seed)
    sys.exit(1 if result.failures else 0)


def _to_dict(result: FuzzResult, run_seed: int) -> dict[str, object]:
    failures = [
        {
            "call": call,
            "problem": problem,
            "count": result.failure_counts[(call, problem)],
            "example": example,
        }
        for (call, problem), example in result.failures.items()
    ]
    return {
        "seed": run_seed,
        "requests": result.request_count,
        "statuses": dict(result.statuses),
        "failures": failures,
    }


def _print_result(result: FuzzResult, run_seed: int) -> None:
    print_table(("status", "responses"), [(f"{code}", f"{n}") for code, n in sorted(result.statuses.items())])
    for (call, problem), example in result.failures.items():
        click.echo(f"\n{call}: {problem} ({result.failure_counts[(call, problem)]} times)\n{example}")
    click.echo(
        f"{result.request_count} requests (seed {run_seed}), {len(result.failures)} kinds of wrong responses."
    )


if __name__ == "__main__":
    main()
