"""`touchline teams members …`: whose accounts may watch a team's private events.

Exit codes: 0 success, 1 a line is not an email address, 2 invalid usage.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click

from touchline.channel.facade import AddressProblem
from touchline.front.withdrawals.command_channel import find_channel
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.paging import PageRequest

if TYPE_CHECKING:
    from touchline.front.members.member_admin import MemberAdmin

EXIT_BAD_LINES = 1
MAX_LISTED = 100_000
file_argument = click.argument("file", metavar="[FILE]", type=click.File(encoding="utf-8"), default="-")


@click.group("teams")
def teams() -> None:
    """Manage what belongs to a team and is in no pack."""


@teams.group("members")
def members() -> None:
    """Manage the members of a team, who may watch its private events. Addresses are private."""


@members.command("list")
@reads_personal_data("member.list", "participant", "team")
@click.argument("team", metavar="TEAM")
@channel_option
@json_option
@click.pass_obj
def list_members(
    application: Any,
    team: str,
    channel: str | None,
    as_json: bool,
) -> None:
    """List the members of TEAM (key)."""
    with _open_members(application, channel) as member_admin:
        rows = member_admin.list_page(team, "", PageRequest(MAX_LISTED)).items
    if as_json:
        items = [
            {
                "email": member.email,
                "added_at": member.added_at.isoformat(),
                "has_account": member.has_account,
            }
            for member in rows
        ]
        click.echo(json.dumps(items, ensure_ascii=False))
        return
    print_table(
        ("Address", "Added", "Account"),
        [(row.email, f"{row.added_at:%Y-%m-%d}", "yes" if row.has_account else "no") for row in rows],
    )


@members.command("add")
@changes("member.add", "participant", "team")
@click.argument("team", metavar="TEAM")
@file_argument
@channel_option
@json_option
@click.pass_obj
def add_members(
    application: Any,
    team: str,
    file: TextIO,
    channel: str | None,
    as_json: bool,
) -> None:
    """Add the addresses in FILE (default: standard input) to TEAM (key).

    Write one address a line, or separate them by commas. Lines that are no addresses are listed, and the
    others are added.
    """
    text = file.read()
    with _open_members(application, channel) as member_admin:
        result = member_admin.add(team, text)
    _report({"added": result.added, "already_members": result.known}, result.problems, as_json=as_json)


@members.command("remove")
@changes("member.remove", "participant", "team")
@click.argument("team", metavar="TEAM")
@file_argument
@channel_option
@json_option
@click.pass_obj
def remove_members(
    application: Any,
    team: str,
    file: TextIO,
    channel: str | None,
    as_json: bool,
) -> None:
    """Remove the addresses in FILE (default: standard input) from TEAM (key)."""
    text = file.read()
    with _open_members(application, channel) as member_admin:
        result = member_admin.remove_addresses(team, text)
    _report({"removed": result.removed, "no_members": result.unknown}, result.problems, as_json=as_json)


@contextmanager
def _open_members(application: Any, channel: str | None) -> Iterator[MemberAdmin]:
    """Open a transaction of the channel, with the service for members."""
    channel_id, _ = find_channel(application, channel)
    with application.container.database().transaction(channel_id):
        yield application.container.front.member_admin()


def _report(counts: dict[str, int], problems: Sequence[AddressProblem], *, as_json: bool) -> None:
    if as_json:
        found = [{"line": problem.line, "text": problem.text} for problem in problems]
        click.echo(json.dumps({"ok": not problems, **counts, "problems": found}, ensure_ascii=False))
    else:
        for problem in problems:
            click.echo(f"Line {problem.line}: “{problem.text}” is not an email address.", err=True)
        click.echo(", ".join(f"{name.replace('_', ' ')}: {count}" for name, count in counts.items()))
    if problems:
        sys.exit(EXIT_BAD_LINES)
