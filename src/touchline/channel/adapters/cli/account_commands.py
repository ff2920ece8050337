"""`touchline accounts …`: administration of viewers' accounts.

Passwords are never arguments, because other users of the machine could see them. Exit codes: 0 for success,
1 for a rejection, 2 for invalid usage or configuration.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.command_context import channel_transaction, email_argument
from touchline.channel.application.accounts.second_factor.removal import ResetSecondFactor
from touchline.channel.application.operators.account_admin import (
    AddAccount,
    EndSessions,
    IssueTemporaryPassword,
    NewAccount,
)
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.errors import InvalidInputError

COLUMNS = ("Id", "Email", "Name", "Verified", "Password", "Second factor", "Since")


@click.group("accounts")
def accounts() -> None:
    """Manage viewers' accounts."""


@accounts.command("reset-password")
@changes("account.reset_password", "account", "email")
@email_argument
@channel_option
@json_option
@inject
def reset_password(
    email: str,
    channel: str | None,
    as_json: bool,
    issue_temporary_password: IssueTemporaryPassword = Provide[ChannelContainer.issue_temporary_password],
) -> None:
    """Give the viewer EMAIL of the channel a temporary password, to be changed at the next login.

    It works for 72 hours, is printed once and never stored. The viewer is logged out on all devices and
    gets an email.
    """
    with channel_transaction(channel):
        password = issue_temporary_password(email)
    click.echo(json.dumps({"email": email, "password": password}) if as_json else password)
    click.echo("Anyone with this password can log in. Give it only to the viewer.", err=True)


@accounts.command("list")
@reads_personal_data("account.list")
@channel_option
@click.option(
    "--search",
    metavar="TEXT",
    default="",
    help="Only viewers whose name or email address contains these words.",
)
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Maximum number of rows."
)
@json_option
@inject
def list_accounts(
    channel: str | None,
    search: str,
    limit: int,
    as_json: bool,
    account_repository: Accounts = Provide[ChannelContainer.accounts],
) -> None:
    """List the accounts of the channel, newest first."""
    with channel_transaction(channel):
        newest_accounts = account_repository.list_newest(limit + 1, search)
    if as_json:
        click.echo(json.dumps([_to_json(account) for account in newest_accounts[:limit]], ensure_ascii=False))
    else:
        print_table(COLUMNS, (_to_row(account) for account in newest_accounts[:limit]))
    if len(newest_accounts) > limit:
        click.echo("More accounts exist. Raise --limit to see them.", err=True)


@accounts.command("add")
@changes("account.add", "account", "email")
@email_argument
@channel_option
@click.option("--first-name", required=True)
@click.option("--last-name", required=True)
@click.option(
    "--verified",
    is_flag=True,
    help="Mark the email address as verified, without sending a verification email.",
)
@click.option(
    "--temporary-password", "temporary", is_flag=True, help="Require a new password at the first login."
)
@click.option(
    "--password-stdin",
    is_flag=True,
    help="Read the password from standard input instead of prompting for it.",
)
@json_option
@inject
def add(
    email: str,
    channel: str | None,
    password_stdin: bool,
    as_json: bool,
    add_account: AddAccount = Provide[ChannelContainer.add_account],
    **options: Any,
) -> None:
    """Create an account for EMAIL in the channel, under the rules of registration. Prompts for a password."""
    password = _read_password() if password_stdin else _prompt_password()
    with channel_transaction(channel), _report_field_errors():
        new_account = add_account(NewAccount(email, password=password, **options))
    click.echo(
        json.dumps(_to_json(new_account), ensure_ascii=False) if as_json else f"Added {new_account.email}."
    )


@accounts.command("log-out")
@changes("account.log_out", "account", "email")
@email_argument
@channel_option
@json_option
@inject
def log_out(
    email: str,
    channel: str | None,
    as_json: bool,
    end_all_sessions: EndSessions = Provide[ChannelContainer.end_sessions],
) -> None:
    """Log the viewer EMAIL of the channel out on all devices."""
    with channel_transaction(channel):
        count = end_all_sessions(email)
    message = f"Ended {count} session{'' if count == 1 else 's'} of {email}."
    click.echo(json.dumps({"email": email, "ended": count}) if as_json else message)


@accounts.command("remove-second-factor")
@changes("account.remove_second_factor", "account", "email")
@email_argument
@channel_option
@json_option
@inject
def remove_second_factor(
    email: str,
    channel: str | None,
    as_json: bool,
    reset_second_factor: ResetSecondFactor = Provide[ChannelContainer.reset_second_factor],
) -> None:
    """Turn off the second factor of the viewer EMAIL, who has lost the authenticator app and all recovery
    codes. First verify who is asking. The viewer gets an email."""
    with channel_transaction(channel):
        was_enabled = reset_second_factor(email)
    message = (
        "The account no longer needs a code to log in."
        if was_enabled
        else "The account had no authenticator app."
    )
    click.echo(json.dumps({"email": email, "was_on": was_enabled}) if as_json else message)


def _read_password() -> str:
    return sys.stdin.readline().rstrip("\r\n")


def _prompt_password() -> str:
    entered_password: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return entered_password


@contextmanager
def _report_field_errors() -> Iterator[None]:
    """Report the errors of a form as one line for each message."""
    try:
        yield
    except InvalidInputError as error:
        lines = [f"{field}: {text}" for field, texts in error.errors.items() for text in texts]
        raise click.ClickException("\n".join(lines)) from None


def _to_json(account: Account) -> dict[str, Any]:
    """Return the account for JSON output, without credentials."""
    names = ("id", "email", "first_name", "last_name", "phone", "language", "email_verified")
    return {
        **{name: getattr(account, name) for name in names},
        "temporary_password": account.temporary_password,
        "has_password": account.password_hash is not None,
        "two_factor": account.has_second_factor,
        "created_at": account.created_at.isoformat(),
    }


def _to_row(account: Account) -> tuple[str, ...]:
    password_state = "yes" if account.password_hash else "no"
    return (
        str(account.id),
        account.email,
        account.name,
        "yes" if account.email_verified else "no",
        "temporary" if account.temporary_password else password_state,
        "yes" if account.has_second_factor else "no",
        account.created_at.date().isoformat(),
    )
