"""`touchline operator …`: who runs a channel and sees its reports.

Exit codes: 0 done, also where nothing was to be done; 1 refused; 2 wrong use or surroundings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.application.operators.operators import OperatorAdmin
from touchline.channel.facade import ChannelFacade
from touchline.channel.ports.operators.operators import Operator
from touchline.platform.cli.commands import channel_option, json_option, resolve_channel
from touchline.platform.cli.tables import print_table
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database

COLUMNS = ("Email", "Name", "Since")
email_argument = click.argument("email", metavar="EMAIL")


@contextmanager
@inject
def channel_transaction(
    slug: str | None,
    database: Database = Provide["database"],
    facade: ChannelFacade = Provide["channel.facade"],
    settings: Settings = Provide["settings"],
) -> Iterator[str]:
    """A transaction of the channel that is meant, and its slug; `NotFoundError`."""
    with database.transaction(None, unscoped=True):
        channel_ids_by_slug = {one.slug: one.id for one in facade.list_channels()}
    with database.transaction(resolve_channel(slug or settings.default_channel, channel_ids_by_slug)):
        yield facade.get_current().slug


@click.group("operator")
def operator() -> None:
    """Manage a channel's operators. Operators see the reports at /studio/reports."""


@operator.command("add")
@email_argument
@channel_option
@click.option(
    "--unverified", is_flag=True, help="Also accept an account whose email address is not verified."
)
@json_option
@inject
def add(
    email: str,
    channel: str | None,
    unverified: bool,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide["channel.account_admin.operator_admin"],
) -> None:
    """Make the viewer EMAIL an operator of the channel."""
    with channel_transaction(channel) as slug:
        changed = operator_admin.add(email, unverified=unverified)
    message = "is now an operator of" if changed else "is already an operator of"
    _print_change(as_json, email, slug, changed, f"{email} {message} {slug}.")


@operator.command("remove")
@email_argument
@channel_option
@json_option
@inject
def remove(
    email: str,
    channel: str | None,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide["channel.account_admin.operator_admin"],
) -> None:
    """Remove the viewer EMAIL from the channel's operators. The viewer account stays."""
    with channel_transaction(channel) as slug:
        changed = operator_admin.remove(email)
    message = "is no longer an operator of" if changed else "was not an operator of"
    _print_change(as_json, email, slug, changed, f"{email} {message} {slug}.")


@operator.command("list")
@channel_option
@json_option
@inject
def list_operators(
    channel: str | None,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide["channel.account_admin.operator_admin"],
) -> None:
    """List the channel's operators, oldest first."""
    with channel_transaction(channel) as slug:
        found = operator_admin.list_all()
    if as_json:
        click.echo(json.dumps([_to_json(one) for one in found], ensure_ascii=False))
    elif found:
        print_table(COLUMNS, ((one.email, one.name, one.added_at.date().isoformat()) for one in found))
    else:
        click.echo(f"{slug} has no operators. Add one: touchline operator add EMAIL --channel {slug}")


def _print_change(as_json: bool, email: str, slug: str, changed: bool, message: str) -> None:
    click.echo(json.dumps({"email": email, "channel": slug, "changed": changed}) if as_json else message)


def _to_json(one: Operator) -> dict[str, Any]:
    return {
        "id": one.account_id,
        "email": one.email,
        "name": one.name,
        "added_at": one.added_at.isoformat(),
    }
