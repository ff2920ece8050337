"""`touchline operators …`: the operators of a channel, and their roles.

Exit codes: 0 for success, even if nothing changed; 1 for a rejection; 2 for invalid usage or configuration.
"""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.command_context import channel_transaction, email_argument
from touchline.channel.application.operators.operators import OperatorAdmin
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.operators.roles import Role
from touchline.channel.ports.operators.operators import Operator
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table

COLUMNS = ("Email", "Name", "Role", "Since")
role_type = click.Choice([role.value for role in Role])


@click.group("operators")
def operators() -> None:
    """Manage a channel's operators and their roles. Operators run the channel at /studio."""


@operators.command("add")
@changes("operator.add", "account", "email")
@email_argument
@channel_option
@click.option(
    "--role",
    type=role_type,
    default=Role.OWNER.value,
    show_default=True,
    help="What the operator may do (docs/how-to/give-your-team-access.md).",
)
@click.option(
    "--allow-unverified", is_flag=True, help="Also accept an account whose email address is not verified."
)
@json_option
@inject
def add(
    email: str,
    channel: str | None,
    role: str,
    allow_unverified: bool,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide[ChannelContainer.operator_admin],
) -> None:
    """Make the viewer EMAIL an operator of the channel. The role of an existing operator stays."""
    with channel_transaction(channel) as slug:
        changed = operator_admin.add(email, Role(role), unverified=allow_unverified)
    message = (
        f"{email} is now an operator of {slug}, as {role}."
        if changed
        else f"{email} is already an operator of {slug}. To change the role, run: operators set-role"
    )
    _print_change(as_json, email, slug, changed, message)


@operators.command("set-role")
@changes("operator.update", "account", "email")
@email_argument
@click.argument("role", type=role_type)
@channel_option
@json_option
@inject
def set_role(
    email: str,
    role: str,
    channel: str | None,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide[ChannelContainer.operator_admin],
) -> None:
    """Change the role of the operator EMAIL."""
    with channel_transaction(channel) as slug:
        changed = operator_admin.set_role(email, Role(role))
        has_owner = operator_admin.has_owner()
    message = "is now" if changed else "already was"
    _print_change(as_json, email, slug, changed, f"{email} {message} {role} of {slug}.")
    _warn_without_owner(slug, has_owner)


@operators.command("remove")
@changes("operator.remove", "account", "email")
@email_argument
@channel_option
@json_option
@inject
def remove(
    email: str,
    channel: str | None,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide[ChannelContainer.operator_admin],
) -> None:
    """Remove the viewer EMAIL from the channel's operators. The viewer account stays."""
    with channel_transaction(channel) as slug:
        changed = operator_admin.remove(email)
        has_owner = operator_admin.has_owner()
    message = "is no longer an operator of" if changed else "was not an operator of"
    _print_change(as_json, email, slug, changed, f"{email} {message} {slug}.")
    if changed:
        _warn_without_owner(slug, has_owner)


@operators.command("list")
@reads_personal_data("operator.list")
@channel_option
@json_option
@inject
def list_operators(
    channel: str | None,
    as_json: bool,
    operator_admin: OperatorAdmin = Provide[ChannelContainer.operator_admin],
) -> None:
    """List the channel's operators, oldest first."""
    with channel_transaction(channel) as slug:
        all_operators = operator_admin.list_all()
    if as_json:
        click.echo(json.dumps([_to_json(operator) for operator in all_operators], ensure_ascii=False))
    elif all_operators:
        print_table(
            COLUMNS,
            (
                (operator.email, operator.name, operator.role.value, operator.added_at.date().isoformat())
                for operator in all_operators
            ),
        )
    else:
        click.echo(f"{slug} has no operators. Add one: touchline operators add EMAIL --channel {slug}")


def _print_change(as_json: bool, email: str, slug: str, changed: bool, message: str) -> None:
    click.echo(json.dumps({"email": email, "channel": slug, "changed": changed}) if as_json else message)


def _warn_without_owner(slug: str, has_owner: bool) -> None:
    """Warn on stderr, because nobody can then invite others or change roles in the browser."""
    if not has_owner:
        click.echo(
            f"Warning: {slug} has no owner. Add one: touchline operators add EMAIL --channel {slug}", err=True
        )


def _to_json(operator: Operator) -> dict[str, Any]:
    return {
        "id": operator.account_id,
        "email": operator.email,
        "name": operator.name,
        "role": operator.role.value,
        "added_at": operator.added_at.isoformat(),
    }
