"""Asks the whole document (`make fuzz`): `python -m contracts.fuzz [--cases 10000] [--seed N] [--json]`."""

from __future__ import annotations

import json
import logging
import secrets
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from contracts.fuzz.asking import Findings, Fuzz
from contracts.fuzz.world import world
from touchline.platform.commands import json_option
from touchline.platform.tables import print_table

CASES = 10_000


@click.command()
@click.option("--cases", default=CASES, show_default=True, type=click.IntRange(1), help="How many to ask.")
@click.option("--seed", type=int, help="Ask what a run with this seed asked.")
@json_option
def main(cases: int, seed: int | None, as_json: bool) -> None:
    """Ask every call of the OpenAPI document as everybody; exit code 1: an answer was wrong."""
    chance = secrets.randbelow(2**31) if seed is None else seed
    for name in ("touchline", "werkzeug"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with TemporaryDirectory() as var, world(Path(var)) as asked:
        found = Fuzz(asked, chance).ask(cases)
    if as_json:
        click.echo(json.dumps(_told(found, chance), ensure_ascii=False))
    else:
        _print(found, chance)
    sys.exit(1 if found.wrong else 0)


def _told(found: Findings, chance: int) -> dict[str, object]:
    wrong = [
        {"call": call, "what": what, "times": found.times[(call, what)], "example": example}
        for (call, what), example in found.wrong.items()
    ]
    return {"seed": chance, "asked": found.asked, "statuses": dict(found.statuses), "wrong": wrong}


def _print(found: Findings, chance: int) -> None:
    print_table(("status", "answers"), [(f"{code}", f"{n}") for code, n in sorted(found.statuses.items())])
    for (call, what), example in found.wrong.items():
        click.echo(f"\n{call}: {what} ({found.times[(call, what)]} times)\n{example}")
    click.echo(f"{found.asked} cases asked (seed {chance}), {len(found.wrong)} kinds of wrong answers.")


if __name__ == "__main__":
    main()
