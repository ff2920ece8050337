"""`touchline accounts suspend|unsuspend|erase`."""

from __future__ import annotations

import json

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.account_commands import accounts
from touchline.channel.adapters.cli.command_context import channel_transaction, email_argument
from touchline.channel.application.operators.suspension import AccountSuspensionService, EraseAccount
from touchline.channel.container import ChannelContainer
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import actor_option, channel_option, json_option, reason_option


@accounts.command("suspend")
@changes("account.suspend", "account", "email")
@email_argument
@channel_option
@reason_option
@actor_option
@json_option
@inject
def suspend(
    email: str,
    channel: str | None,
    reason: str,
    actor: str,
    as_json: bool,
    suspension_service: AccountSuspensionService = Provide[ChannelContainer.account_suspension_service],
) -> None:
    """Suspend the viewer EMAIL of the channel: log out on all devices, stop notifications and renewals.

    Paid passes stay valid until they end, but a suspended viewer cannot watch. Refunds are separate.
    """
    with channel_transaction(channel):
        changed = suspension_service.suspend(email, actor=actor, reason=reason)
    message = f"{email} is suspended." if changed else f"{email} was already suspended."
    click.echo(json.dumps({"email": email, "changed": changed}) if as_json else message)


@accounts.command("unsuspend")
@changes("account.unsuspend", "account", "email")
@email_argument
@channel_option
@reason_option
@actor_option
@json_option
@inject
def unsuspend(
    email: str,
    channel: str | None,
    reason: str,
    actor: str,
    as_json: bool,
    suspension_service: AccountSuspensionService = Provide[ChannelContainer.account_suspension_service],
) -> None:
    """Let the viewer EMAIL of the channel log in again. Renewals stay off until the viewer turns them on."""
    with channel_transaction(channel):
        changed = suspension_service.unsuspend(email, actor=actor, reason=reason)
    message = f"{email} can log in again." if changed else f"{email} was not suspended."
    click.echo(json.dumps({"email": email, "changed": changed}) if as_json else message)


@accounts.command("erase")
@changes("account.erase", "account", "email")
@email_argument
@channel_option
@click.option("--yes", is_flag=True, help="Erase without confirmation.")
@reason_option
@actor_option
@json_option
@inject
def erase(
    email: str,
    channel: str | None,
    yes: bool,
    reason: str,
    actor: str,
    as_json: bool,
    erase_account: EraseAccount = Provide[ChannelContainer.erase_account],
) -> None:
    """Erase the viewer EMAIL of the channel and all their clips, without a refund. This cannot be undone."""
    with channel_transaction(channel) as slug:
        pass
    if not yes:
        click.confirm(f"Erase {email} from {slug}? This cannot be undone", abort=True, err=True)
    with channel_transaction(slug):
        account_id = erase_account(email, actor=actor, reason=reason)
    click.echo(json.dumps({"account_id": account_id}) if as_json else f"Erased account {account_id}.")
