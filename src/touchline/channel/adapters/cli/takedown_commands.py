"""`touchline takedowns …`: the log of hidden, withdrawn, suspended, erased and restored items."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.command_context import channel_transaction
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.operators.takedowns import Takedown
from touchline.channel.ports.operators.takedowns import Takedowns
from touchline.platform.audit.declarations import reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table

COLUMNS = ("When", "Who", "What", "Why")


@click.group("takedowns")
def takedowns() -> None:
    """Show a channel's takedown log. Entries never change."""


@takedowns.command("list")
@reads_personal_data("takedown.list")
@channel_option
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Maximum number of rows."
)
@json_option
@inject
def list_takedowns(
    channel: str | None,
    limit: int,
    as_json: bool,
    takedown_log: Takedowns = Provide[ChannelContainer.takedowns],
) -> None:
    """List recent takedowns, newest first: who, when, what and why."""
    with channel_transaction(channel):
        entries = takedown_log.list(limit)
    if as_json:
        click.echo(json.dumps([_to_json(entry) for entry in entries], ensure_ascii=False))
        return
    print_table(COLUMNS, (_to_row(entry) for entry in entries))


def _to_json(entry: Takedown) -> dict[str, Any]:
    return {
        "id": entry.id,
        "at": entry.at.isoformat(),
        "actor": entry.actor,
        "action": entry.action.value,
        "subject": entry.subject.value,
        "subject_id": entry.subject_id,
        "reason": entry.reason,
    }


def _to_row(entry: Takedown) -> tuple[str, ...]:
    description = f"{entry.action} {entry.subject} {entry.subject_id}"
    return (entry.at.strftime("%Y-%m-%d %H:%M"), entry.actor, description, entry.reason)
