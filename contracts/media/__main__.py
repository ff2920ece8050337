"""Measures the matrix and prints it as a table: `python -m contracts.media [--quick] [--players] [CASE…]`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from itertools import chain

import click

from contracts.media.cases import Case
from contracts.media.inputs import CASES, QUICK
from contracts.media.live import CASES as LIVE_CASES
from contracts.media.measure import Row, measure, measure_streams
from contracts.media.players import PLAYERS
from contracts.media.shaka import shaka
from touchline.entrypoints.browser_check import find_browser, how_to_get_one
from touchline.platform.commands import Bar, json_option
from touchline.platform.tables import print_table, print_text

_COLUMNS = ("", "input", "seconds", "size", "rate", "a/v ms", "copied", "× real time")


@click.command()
@click.argument("names", nargs=-1, metavar="[CASE]…")
@click.option("--quick", is_flag=True, help="Measure only what `make test` measures.")
@click.option("--players", is_flag=True, help="Play each product with other players, too.")
@json_option
def main(names: Sequence[str], quick: bool, players: bool, as_json: bool) -> None:
    """Measure each CASE whose name contains one of the given words, or all. Exit code 1: one failed.

    The other players are ffmpeg, yt-dlp, streamlink and, in Chromium, shaka-player.
    """
    chosen = [case for case in CASES if _is_chosen(case, names, quick)]
    streams = [] if quick else [case for case in LIVE_CASES if _is_named(f"live: {case.name}", names)]
    if not chosen and not streams:
        raise click.UsageError("No case has such a name.")
    rows = []
    browser = _browser() if players else None
    with Bar("media", hidden=as_json) as bar, shaka(browser) if browser else nullcontext() as played:
        products = measure(chosen, players=PLAYERS if players else (), shaka=played)
        for row in chain(products, measure_streams(streams)):
            rows.append(row)
            bar.show(len(rows) / (len(chosen) + len(streams)), row.name)
    if as_json:
        click.echo(json.dumps([asdict(row) | {"passed": row.passed} for row in rows], ensure_ascii=False))
    else:
        _print(rows)
    sys.exit(0 if all(row.passed for row in rows) else 1)


def _browser() -> str | None:
    """The Chromium for shaka-player. Where there is none, that is said; with `CI=true` it is a failure."""
    found = find_browser(os.environ)
    if found is None:
        said = how_to_get_one("nothing is played with shaka-player", "nightly")
        if os.environ.get("CI") == "true":
            raise click.ClickException(said)
        click.echo(said, err=True)
    return found


def _is_chosen(case: Case, names: Sequence[str], quick: bool) -> bool:
    return (case.name in QUICK or not quick) and _is_named(case.name, names)


def _is_named(name: str, words: Sequence[str]) -> bool:
    return not words or any(word in name for word in words)


def _print(rows: Sequence[Row]) -> None:
    print_table(_COLUMNS, [_cells(row) for row in rows], right=range(2, 8))
    made = [row for row in rows if row.seconds]
    for row in rows:
        for failure in row.failures:
            print_text(f"{row.name}: {failure}")
    copied, passed = sum(row.copied for row in made), sum(row.passed for row in rows)
    print_text(f"{passed} of {len(rows)} passed. {copied} of {len(made)} were copied.")


def _cells(row: Row) -> tuple[str, ...]:
    cells = ("passed" if row.passed else "failed", row.name)
    if not row.seconds:
        return (*cells, *[""] * 6)
    numbers = (f"{row.seconds:.3f}", row.size, f"{row.rate:.3f}", f"{row.offset_ms:.1f}")
    return (*cells, *numbers, "yes" if row.copied else "no", f"{row.times_real:.1f}")


if __name__ == "__main__":
    main()
