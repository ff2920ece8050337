"""`touchline account suspend|unsuspend|erase`."""

from __future__ import annotations

import json

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.account_commands import (
    account,
    channel_argument,
    channel_transaction,
    email_argument,
)
from touchline.channel.application.operators.suspension import AccountSuspensionService, EraseAccount
from touchline.platform.cli.commands import actor_option, json_option, reason_option


@account.command("suspend")
@channel_argument
@email_argument
@reason_option
@actor_option
@json_option
@inject
def suspend(
    channel: str,
    email: str,
    reason: str,
    actor: str,
    as_json: bool,
    suspension_service: AccountSuspensionService = Provide["channel.closing.account_suspension_service"],
) -> None:
    """Suspend the viewer EMAIL of CHANNEL: log out on all devices, stop notifications and renewals.

    Paid passes stay valid until they end, but a suspended viewer cannot watch. Refunds are separate.
    """
    with channel_transaction(channel):
        changed = suspension_service.suspend(email, actor=actor, reason=reason)
    message = f"{email} is suspended." if changed else f"{email} was already suspended."
    click.echo(json.dumps({"email": email, "changed": changed}) if as_json else message)


@account.command("unsuspend")
@channel_argument
@email_argument
@reason_option
@actor_option
@json_option
@inject
def unsuspend(
    channel: str,
    email: str,
    reason: str,
    actor: str,
    as_json: bool,
    suspension_service: AccountSuspensionService = Provide["channel.closing.account_suspension_service"],
) -> None:
    """Let the viewer EMAIL of CHANNEL log in again. Renewals stay off until the viewer turns them on."""
    with channel_transaction(channel):
        changed = suspension_service.unsuspend(email, actor=actor, reason=reason)
    message = f"{email} can log in again." if changed else f"{email} was not suspended."
    click.echo(json.dumps({"email": email, "changed": changed}) if as_json else message)


@account.command("erase")
@channel_argument
@email_argument
@click.option("--yes", is_flag=True, help="Erase without confirmation.")
@reason_option
@actor_option
@json_option
@inject
def erase(
    channel: str,
    email: str,
    yes: bool,
    reason: str,
    actor: str,
    as_json: bool,
    erase_account: EraseAccount = Provide["channel.closing.erase_account"],
) -> None:
    """Erase the viewer EMAIL of CHANNEL and all their clips, without a refund. This cannot be undone."""
    if not yes:
        click.confirm(f"Erase {email} from {channel}? This cannot be undone", abort=True, err=True)
    with channel_transaction(channel):
        account_id = erase_account(email, actor=actor, reason=reason)
    click.echo(json.dumps({"account_id": account_id}) if as_json else f"Erased account {account_id}.")
