"""`touchline takedowns …`: the log of what was hidden, withdrawn, suspended, erased and given back."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.account_commands import inside
from touchline.channel.domain.takedowns import Takedown
from touchline.channel.facade import ChannelFacade
from touchline.channel.ports.takedowns import Takedowns
from touchline.platform.commands import channel_of, channel_option, json_option
from touchline.platform.db.session import Database
from touchline.platform.settings import Settings
from touchline.platform.tables import print_table

COLUMNS = ("When", "Who", "What", "Why")


@click.group("takedowns")
def takedowns() -> None:
    """The log of take-downs of a channel. Entries are never changed or removed."""


@takedowns.command("list")
@channel_option
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="At most so many."
)
@json_option
@inject
def list_takedowns(
    channel: str | None,
    limit: int,
    as_json: bool,
    log: Takedowns = Provide["channel.takedowns"],
) -> None:
    """List the latest take-downs, the newest first: who, when, what and why."""
    with inside(_slug(channel)):
        found = log.list(limit)
    if as_json:
        click.echo(json.dumps([_plain(one) for one in found], ensure_ascii=False))
        return
    print_table(COLUMNS, (_row(one) for one in found))


@inject
def _slug(
    slug: str | None,
    database: Database = Provide["database"],
    facade: ChannelFacade = Provide["channel.facade"],
    settings: Settings = Provide["settings"],
) -> str:
    """The named channel, the default one, or the only one there is."""
    with database.transaction(None, unscoped=True):
        known = {one.slug: one.id for one in facade.all_channels()}
    wanted = channel_of(slug or settings.default_channel, known)
    return next(name for name, channel_id in known.items() if channel_id == wanted)


def _plain(one: Takedown) -> dict[str, Any]:
    return {
        "id": one.id,
        "at": one.at.isoformat(),
        "actor": one.actor,
        "action": one.action.value,
        "subject": one.subject.value,
        "subject_id": one.subject_id,
        "reason": one.reason,
    }


def _row(one: Takedown) -> tuple[str, ...]:
    what = f"{one.action} {one.subject} {one.subject_id}"
    return (one.at.strftime("%Y-%m-%d %H:%M"), one.actor, what, one.reason)
