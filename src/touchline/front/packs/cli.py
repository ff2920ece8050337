"""`touchline channels …`: apply, check, export and list channels.

Exit codes: 0 success, 1 the pack (or the channel) is refused, 2 incorrect usage or environment.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from touchline.channel.domain.document.merge import Side
from touchline.front.packs.apply_pack import ApplyPack, ApplyResult
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.history_commands import find_channel, history, revert
from touchline.front.packs.new_command import new_channel
from touchline.front.packs.pack import Pack
from touchline.front.packs.problems import Problem
from touchline.front.packs.refusal_output import report_refusals
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.front.withdrawals.effect_output import (
    print_withdrawal,
    withdrawal_as_json,
)
from touchline.front.withdrawals.event_commands import refund_option, yes_option
from touchline.platform.audit.declarations import changes, reads_nothing_personal
from touchline.platform.cli.commands import actor_option, channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.counts import ChangeCounts

_FOLDER_PATH = click.Path(path_type=Path, exists=True, file_okay=False)


@click.group("channels")
def channels() -> None:
    """Create channels from packs, and export packs from channels."""


@channels.command()
@changes("channel.apply", "channel")
@click.argument("path", metavar="FOLDER", type=_FOLDER_PATH)
@click.option(
    "--ours",
    "prefer",
    flag_value=Side.CURRENT.value,
    help="Keep the studio's value of fields that both changed.",
)
@click.option(
    "--theirs",
    "prefer",
    flag_value=Side.PACK.value,
    help="Take the pack's value of fields that both changed.",
)
@refund_option
@yes_option
@actor_option
@json_option
@click.pass_obj
def apply(
    application: Any, path: Path, prefer: str | None, refund: bool, yes: bool, actor: str, as_json: bool
) -> None:
    """Create or update a channel from the pack in FOLDER.

    Edits that were made in the studio since the last apply stay. If the pack and the studio changed the same
    field to different values, the command lists these fields and applies nothing.

    If a pack takes access away from buyers, the command lists the affected orders. Add --yes to apply it.
    """
    use_case: ApplyPack = application.container.front.apply_pack()
    side = Side(prefer) if prefer else None
    with report_refusals(path, as_json, ("pack", "studio"), "Edit the pack, or add --ours or --theirs."):
        result = use_case(path, Confirmation(yes, refund), author=actor, prefer=side)
    with application.container.database().transaction(None, unscoped=True):
        site_url = application.container.channel.facade().find_channel(result.slug).site_url
    _print_applied(result, site_url, path, as_json)


@channels.command()
@reads_nothing_personal
@click.argument("path", metavar="FOLDER", type=_FOLDER_PATH)
@json_option
@click.pass_obj
def check(application: Any, path: Path, as_json: bool) -> None:
    """Check the pack in FOLDER and change nothing. Exit code 1: the pack has problems."""
    use_case: ApplyPack = application.container.front.apply_pack()
    with report_refusals(path, as_json):
        pack = use_case.check(path)
    _print_checked(pack, path, as_json)


@channels.command()
@reads_nothing_personal
@click.argument("path", metavar="FOLDER", type=click.Path(path_type=Path))
@channel_option
@click.option(
    "--absolute-dates", is_flag=True, help="Write every date as an absolute date, and all files anew."
)
@json_option
@click.pass_obj
def export(application: Any, path: Path, channel: str | None, absolute_dates: bool, as_json: bool) -> None:
    """Export the channel as a pack into the new folder FOLDER.

    The files keep the layout, comments and relative dates of the pack that was applied last.
    """
    slug, _ = find_channel(application, channel)
    use_case: ExportPack = application.container.front.export_pack()
    names = use_case(slug, path, keep_layout=not absolute_dates)
    if as_json:
        _print_json({"ok": True, "slug": slug, "path": str(path), "files": names})
    else:
        _console().print(f"[green]Wrote[/] {len(names)} files of [bold]{slug}[/] to {path}")


@channels.command("list")
@reads_nothing_personal
@json_option
@click.pass_obj
def list_channels(application: Any, as_json: bool) -> None:
    """List the channels of this installation."""
    with application.container.database().transaction(None, unscoped=True):
        channels = application.container.channel.facade().list_channels()
        rows = [
            {"id": channel.id, "slug": channel.slug, "name": channel.name, "domains": list(channel.domains)}
            for channel in channels
        ]
    if as_json:
        _print_json(rows)
        return
    if not rows:
        _console().print("There are no channels yet. Create one with `touchline channels apply FOLDER`.")
        return
    print_table(
        ("Id", "Slug", "Name", "Domains"),
        ((str(row["id"]), row["slug"], row["name"], ", ".join(row["domains"])) for row in rows),
    )


channels.add_command(new_channel)
channels.add_command(history)
channels.add_command(revert)


def _print_checked(pack: Pack, path: Path, as_json: bool) -> None:
    sizes = pack.count_entries()
    if as_json:
        _print_json(
            {
                "ok": True,
                "slug": pack.slug,
                "sizes": sizes,
                "files": len(pack.files),
                "problems": [],
                "warnings": [asdict(warning) for warning in pack.warnings],
            }
        )
        return
    _console().print(
        f"[green]No problems[/] in {path}: channel [bold]{pack.slug}[/], {len(pack.files)} files"
    )
    _console().print(", ".join(f"{count} {name}" for name, count in sizes.items()))
    _print_warnings(pack.warnings, path)


def _print_applied(result: ApplyResult, site_url: str, path: Path, as_json: bool) -> None:
    if as_json:
        counts = {name: _counts_as_dict(entity_counts) for name, entity_counts in result.counts.items()}
        _print_json(
            {
                "ok": True,
                "channel": {"id": result.channel_id, "slug": result.slug, "url": site_url},
                "changes": result.total.changed,
                "revision": result.revision,
                "kept_edits": result.kept_edits,
                "counts": counts,
                "problems": [],
                "warnings": [asdict(warning) for warning in result.warnings],
                "orders": withdrawal_as_json(result.withdrawal, result.pending_refunds),
            }
        )
        return
    print_table(
        ("", "created", "updated", "withdrawn", "unchanged"),
        (
            (name, *(str(number) for number in _counts_as_dict(entity_counts).values()))
            for name, entity_counts in [*result.counts.items(), ("total", result.total)]
        ),
    )
    _console().print(f"[green]Applied[/] [bold]{result.slug}[/]: {result.total.changed} changes")
    if result.kept_edits:
        _console().print(f"Kept the studio's edits of {result.kept_edits} entries.")
    _print_warnings(result.warnings, path)
    print_withdrawal(result.withdrawal, result.pending_refunds, result.slug)
    click.echo(f"Address: {site_url}")


def _print_warnings(warnings: Iterable[Problem], path: Path) -> None:
    for warning in warnings:
        click.secho(f"Warning: {path / str(warning)}", fg="yellow", err=True)


def _counts_as_dict(counts: ChangeCounts) -> Mapping[str, int]:
    return {name: getattr(counts, name) for name in ("created", "updated", "withdrawn", "unchanged")}


def _print_json(payload: Any) -> None:
    click.echo(json.dumps(payload, ensure_ascii=False, indent=2))


def _console() -> Console:
    return Console(file=sys.stdout, highlight=False, soft_wrap=True)
