"""Measures the matrix, and prints it as a table: `python -m contracts.nightly.media [--quick] [--players]
[CASE…]`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from itertools import chain

import click

from contracts.media.cases import MediaCase
from contracts.media.inputs.matrix import CASES, QUICK
from contracts.nightly.media.live import CASES as LIVE_CASES
from contracts.nightly.media.measure import CaseResult, measure_cases, measure_streams
from contracts.nightly.media.players import PLAYERS
from contracts.nightly.media.shaka import run_shaka
from touchline.entrypoints.browser_check import find_browser, get_install_help
from touchline.platform.cli.commands import ProgressBar, json_option
from touchline.platform.cli.tables import print_table, print_text

_COLUMNS = ("", "input", "seconds", "size", "rate", "a/v ms", "copied", "× real time")


@click.command()
@click.argument("names", nargs=-1, metavar="[CASE]…")
@click.option("--quick", is_flag=True, help="Measure only what `make test` measures.")
@click.option("--players", is_flag=True, help="Play each package with other players, too.")
@json_option
def main(names: Sequence[str], quick: bool, players: bool, as_json: bool) -> None:
    """Measure each CASE whose name contains one of the given words, or all. Exit code 1: one failed.

    The other players are ffmpeg, yt-dlp, streamlink and, in Chromium, shaka-player.
    """
    selected = [case for case in CASES if _is_selected(case, names, quick)]
    live_cases = [] if quick else [case for case in LIVE_CASES if _matches_name(f"live: {case.name}", names)]
    if not selected and not live_cases:
        raise click.UsageError("No case has such a name.")
    rows = []
    browser = _find_browser() if players else None
    with (
        ProgressBar("media", hidden=as_json) as bar,
        run_shaka(browser) if browser else nullcontext() as shaka_player,
    ):
        media_results = measure_cases(selected, players=PLAYERS if players else (), shaka_player=shaka_player)
        for row in chain(media_results, measure_streams(live_cases)):
            rows.append(row)
            bar.update(len(rows) / (len(selected) + len(live_cases)), row.name)
    if as_json:
        click.echo(json.dumps([asdict(row) | {"passed": row.passed} for row in rows], ensure_ascii=False))
    else:
        _print_results(rows)
    sys.exit(0 if all(row.passed for row in rows) else 1)


def _find_browser() -> str | None:
    """Return the Chromium for shaka-player. Without one, print a notice, or fail with `CI=true`."""
    browser_path = find_browser(os.environ)
    if browser_path is None:
        instructions = get_install_help("no case is played with shaka-player", "nightly")
        if os.environ.get("CI") == "true":
            raise click.ClickException(instructions)
        click.echo(instructions, err=True)
    return browser_path


def _is_selected(case: MediaCase, names: Sequence[str], quick: bool) -> bool:
    return (case.name in QUICK or not quick) and _matches_name(case.name, names)


def _matches_name(name: str, name_parts: Sequence[str]) -> bool:
    return not name_parts or any(word in name for word in name_parts)


def _print_results(rows: Sequence[CaseResult]) -> None:
    print_table(_COLUMNS, [_format_row(row) for row in rows], right_aligned=range(2, 8))
    measured = [row for row in rows if row.seconds]
    for row in rows:
        for failure in row.failures:
            print_text(f"{row.name}: {failure}")
    copied_count, passed_count = sum(row.is_copied for row in measured), sum(row.passed for row in rows)
    print_text(f"{passed_count} of {len(rows)} passed. {copied_count} of {len(measured)} were copied.")


def _format_row(row: CaseResult) -> tuple[str, ...]:
    cells = ("passed" if row.passed else "failed", row.name)
    if not row.seconds:
        return (*cells, *[""] * 6)
    values = (f"{row.seconds:.3f}", row.size, f"{row.rate:.3f}", f"{row.offset_ms:.1f}")
    return (*cells, *values, "yes" if row.is_copied else "no", f"{row.real_time_ratio:.1f}")


if __name__ == "__main__":
    main()
