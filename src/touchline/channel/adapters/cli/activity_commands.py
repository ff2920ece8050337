"""`touchline activity …`: the audit log of a channel. Exit codes: 0 success, 1 refused, 2 invalid usage."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.command_context import channel_transaction
from touchline.channel.application.operators.audit_export import EXPORTS, serialize_entry
from touchline.channel.application.operators.audit_log import ReadAuditLog
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.operators.audit_log import AuditEntry, AuditFilter
from touchline.channel.facade import ChannelFacade
from touchline.platform.audit.declarations import reads_nothing_personal, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option, open_output, out_option
from touchline.platform.cli.tables import print_table

COLUMNS = ("When", "Who", "Action", "Subject", "Changed", "Why")
_DAY = click.DateTime(["%Y-%m-%d"])
Command = Callable[..., Any]


def _filter_options(command: Command) -> Command:
    """Add the filters."""
    options = (
        click.option(
            "--actor", metavar="ACTOR", default="", help="Such as account:12, command:root, system."
        ),
        click.option(
            "--action", metavar="ACTION", default="", help="Only this action, such as order.refund."
        ),
        click.option("--subject", metavar="KIND[:ID]", default="", help="Such as event or event:12."),
        click.option("--since", type=_DAY, metavar="DAY", help="First day, in the channel's time zone."),
        click.option("--until", type=_DAY, metavar="DAY", help="Last day, inclusive."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.group("activity")
def activity() -> None:
    """Show who changed what in a channel, and who read personal data. Entries never change."""


@activity.command("list")
@reads_nothing_personal
@channel_option
@_filter_options
@click.option(
    "--limit", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Maximum number of rows."
)
@json_option
@inject
def list_activity(
    channel: str | None,
    limit: int,
    as_json: bool,
    read_audit_log: ReadAuditLog = Provide[ChannelContainer.read_audit_log],
    **filters: Any,
) -> None:
    """List recent activity, newest first."""
    with channel_transaction(channel):
        entries, next_cursor = read_audit_log.list(_build_filter(read_audit_log, **filters), limit)
    if as_json:
        click.echo(json.dumps([serialize_entry(entry) for entry in entries], ensure_ascii=False))
    else:
        print_table(COLUMNS, (_to_row(entry) for entry in entries))
    if next_cursor:
        click.echo("More entries exist. Raise --limit to see them.", err=True)


@activity.command("export")
@reads_personal_data("activity.export")
@channel_option
@_filter_options
@click.option(
    "--format",
    "file_format",
    type=click.Choice(list(EXPORTS)),
    default="csv",
    show_default=True,
    help="CSV for spreadsheets, or JSON.",
)
@out_option
@inject
def export_activity(
    channel: str | None,
    file_format: str,
    out: Path | None,
    read_audit_log: ReadAuditLog = Provide[ChannelContainer.read_audit_log],
    facade: ChannelFacade = Provide[ChannelContainer.facade],
    **filters: Any,
) -> None:
    """Export the activity, newest first. The export itself becomes an entry."""
    with channel_transaction(channel):
        channel_id = facade.get_current().id
        audit_filter = _build_filter(read_audit_log, **filters)
    with open_output(out) as target:
        target.writelines(EXPORTS[file_format](read_audit_log.iterate(channel_id, audit_filter)))


def _build_filter(
    read_audit_log: ReadAuditLog,
    actor: str,
    action: str,
    subject: str,
    since: datetime | None,
    until: datetime | None,
) -> AuditFilter:
    return read_audit_log.build_filter(actor, action, subject, _get_day(since), _get_day(until))


def _get_day(instant: datetime | None) -> date | None:
    return instant.date() if instant else None


def _to_row(entry: AuditEntry) -> tuple[str, ...]:
    subject = entry.record.subject
    changed = ", ".join(dict.fromkeys([*entry.record.before, *entry.record.after]))
    who = entry.actor_name if entry.actor_name and entry.actor.key != entry.actor_name else entry.actor.key
    what = " ".join(filter(None, (subject.kind, subject.id, subject.label)))
    return (entry.at.strftime("%Y-%m-%d %H:%M"), who, entry.record.action, what, changed, entry.record.reason)
