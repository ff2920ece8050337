"""`touchline channel …`: apply, check, export and list channels.

Exit codes: 0 all is well, 1 the pack (or the channel) is refused, 2 wrong use or surroundings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from touchline.front.packs.applying import Applied, ApplyPack
from touchline.front.packs.exporting import ExportPack
from touchline.front.packs.new_command import new
from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import PackRefused, Problem
from touchline.front.withdrawals.cli import refund_option, yes_option
from touchline.front.withdrawals.consent import Agreement, ConsentNeeded
from touchline.front.withdrawals.told import outcome_as_json, print_consent_needed, print_outcome
from touchline.platform.commands import json_option
from touchline.platform.tables import print_table
from touchline.shared.counts import Counts

REFUSED = 1
_FOLDER = click.Path(path_type=Path, exists=True, file_okay=False)


@click.group()
def channel() -> None:
    """Make channels from packs, and packs from channels."""


@channel.command()
@click.argument("path", type=_FOLDER)
@click.option("--check", is_flag=True, help="Only check the pack; change nothing.")
@refund_option
@yes_option
@json_option
@click.pass_obj
def apply(house: Any, path: Path, check: bool, refund: bool, yes: bool, as_json: bool) -> None:
    """Create or update a channel from the pack in the folder PATH.

    A pack that takes something from buyers is applied with --yes only; without, the affected orders are
    shown.
    """
    packs: ApplyPack = house.container.front.apply_pack()
    try:
        if check:
            _tell_checked(packs.check(path), path, as_json)
        else:
            applied = packs(path, Agreement(yes, refund))
            with house.container.database().transaction(None, unscoped=True):
                site = house.container.channel.facade().find_channel(applied.slug).site
            _tell_applied(applied, site, path, as_json)
    except PackRefused as refused:
        _tell_problems(refused, path, as_json)
        sys.exit(REFUSED)
    except ConsentNeeded as needed:
        if as_json:
            _tell_json({"ok": False, "effects": [one.as_json() for one in needed.effects], "problems": []})
        else:
            print_consent_needed(needed)
        sys.exit(REFUSED)


@channel.command()
@click.argument("slug")
@click.argument("path", type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def export(house: Any, slug: str, path: Path, as_json: bool) -> None:
    """Write the pack of the channel SLUG into the new folder PATH."""
    packs: ExportPack = house.container.front.export_pack()
    names = packs(slug, path)
    if as_json:
        _tell_json({"ok": True, "slug": slug, "path": str(path), "files": names})
    else:
        _console().print(f"[green]Wrote[/] {len(names)} files of [bold]{slug}[/] to {path}")


@channel.command("list")
@json_option
@click.pass_obj
def list_channels(house: Any, as_json: bool) -> None:
    """List the channels of this installation."""
    with house.container.database().transaction(None, unscoped=True):
        found = house.container.channel.facade().all_channels()
        rows = [
            {"id": one.id, "slug": one.slug, "name": one.name, "domains": list(one.domains)} for one in found
        ]
    if as_json:
        _tell_json(rows)
        return
    if not rows:
        _console().print("No channel yet: `touchline channel apply PATH` makes one.")
        return
    print_table(
        ("Id", "Slug", "Name", "Domains"),
        ((str(row["id"]), row["slug"], row["name"], ", ".join(row["domains"])) for row in rows),
    )


channel.add_command(new)


def _tell_checked(pack: Pack, path: Path, as_json: bool) -> None:
    sizes = pack.sizes()
    if as_json:
        _tell_json(
            {
                "ok": True,
                "slug": pack.slug,
                "sizes": sizes,
                "files": len(pack.files),
                "problems": [],
                "warnings": [warning.as_dict() for warning in pack.warnings],
            }
        )
        return
    _console().print(
        f"[green]No problems[/] in {path}: channel [bold]{pack.slug}[/], {len(pack.files)} files"
    )
    _console().print(", ".join(f"{count} {name}" for name, count in sizes.items()))
    _print_warnings(pack.warnings, path)


def _tell_applied(applied: Applied, site: str, path: Path, as_json: bool) -> None:
    if as_json:
        counts = {name: _numbers(found) for name, found in applied.counts.items()}
        _tell_json(
            {
                "ok": True,
                "channel": {"id": applied.channel_id, "slug": applied.slug, "url": site},
                "changes": applied.total.changes,
                "counts": counts,
                "problems": [],
                "warnings": [warning.as_dict() for warning in applied.warnings],
                "orders": outcome_as_json(applied.orders, applied.waiting),
            }
        )
        return
    print_table(
        ("", "created", "updated", "withdrawn", "unchanged"),
        (
            (name, *(str(number) for number in _numbers(found).values()))
            for name, found in [*applied.counts.items(), ("total", applied.total)]
        ),
    )
    _console().print(f"[green]Applied[/] [bold]{applied.slug}[/]: {applied.total.changes} changes")
    _print_warnings(applied.warnings, path)
    print_outcome(applied.orders, applied.waiting, applied.slug)
    click.echo(f"Address: {site}")


def _print_warnings(warnings: Iterable[Problem], path: Path) -> None:
    for warning in warnings:
        click.secho(f"Warning: {path / str(warning)}", fg="yellow", err=True)


def _tell_problems(refused: PackRefused, path: Path, as_json: bool) -> None:
    if as_json:
        _tell_json({"ok": False, "problems": [problem.as_dict() for problem in refused.problems]})
        return
    for problem in refused.problems:
        click.echo(str(path / str(problem)), err=True)
    count = len(refused.problems)
    click.secho(f"{count} problem{'s' if count > 1 else ''}; nothing was changed.", fg="red", err=True)


def _numbers(counts: Counts) -> Mapping[str, int]:
    return {name: getattr(counts, name) for name in ("created", "updated", "withdrawn", "unchanged")}


def _tell_json(answer: Any) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False, indent=2))


def _console() -> Console:
    return Console(file=sys.stdout, highlight=False, soft_wrap=True)
