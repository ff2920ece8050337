"""`touchline account …`: what an operator does for viewers.

No password is ever an argument: other users of the machine would see it. Exit codes: 0 done, 1 refused,
2 wrong use or surroundings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.application.accounts.second_factor.removal import ResetSecondFactor
from touchline.channel.application.operators.account_admin import (
    AddAccount,
    EndSessions,
    IssueTemporaryPassword,
    NewAccount,
)
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.facade import ChannelFacade
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.platform.cli.commands import json_option
from touchline.platform.cli.tables import print_table
from touchline.platform.db.session import Database, bind_channel
from touchline.shared.errors import InvalidInputError, NotFoundError

channel_argument = click.argument("channel", metavar="CHANNEL")
email_argument = click.argument("email", metavar="EMAIL")
COLUMNS = ("Id", "Email", "Name", "Verified", "Password", "Second factor", "Since")


@contextmanager
@inject
def channel_transaction(
    slug: str,
    database: Database = Provide["database"],
    facade: ChannelFacade = Provide["channel.facade"],
) -> Iterator[None]:
    """A transaction of the channel; `NotFoundError`."""
    with database.transaction(None, unscoped=True):
        channel = facade.find_channel(slug)
        if channel is None:
            known_slugs = ", ".join(one.slug for one in facade.list_channels()) or "none yet"
            raise NotFoundError(f"There is no channel {slug}. Available: {known_slugs}.")
        bind_channel(channel.id)
        yield


@click.group("account")
def account() -> None:
    """Manage viewers' accounts."""


@account.command("temporary-password")
@channel_argument
@email_argument
@json_option
@inject
def temporary_password(
    channel: str,
    email: str,
    as_json: bool,
    issue_temporary_password: IssueTemporaryPassword = Provide[
        "channel.account_admin.issue_temporary_password"
    ],
) -> None:
    """Give the viewer EMAIL of CHANNEL a temporary password, to be changed at the next login.

    It works for 72 hours, is printed once and never stored. The viewer is logged out on all devices and
    gets an email.
    """
    with channel_transaction(channel):
        password = issue_temporary_password(email)
    click.echo(json.dumps({"email": email, "password": password}) if as_json else password)
    click.echo("Anyone with this password can log in. Give it only to the viewer.", err=True)


@account.command("list")
@channel_argument
@click.option(
    "--find",
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
    channel: str, find: str, limit: int, as_json: bool, accounts: Accounts = Provide["channel.accounts"]
) -> None:
    """List the accounts of CHANNEL, newest first."""
    with channel_transaction(channel):
        found = accounts.list_newest(limit + 1, find)
    if as_json:
        click.echo(json.dumps([_to_json(one) for one in found[:limit]], ensure_ascii=False))
    else:
        print_table(COLUMNS, (_to_row(one) for one in found[:limit]))
    if len(found) > limit:
        click.echo("More accounts exist. Raise --limit to see them.", err=True)


@account.command("add")
@channel_argument
@email_argument
@click.option("--first-name", required=True)
@click.option("--last-name", required=True)
@click.option(
    "--verified",
    is_flag=True,
    help="Mark the email address as verified, without sending a verification email.",
)
@click.option("--temporary", is_flag=True, help="Require a new password at the first login.")
@click.option(
    "--password-stdin",
    is_flag=True,
    help="Read the password from standard input instead of prompting for it.",
)
@json_option
@inject
def add(
    channel: str,
    email: str,
    password_stdin: bool,
    as_json: bool,
    add_account: AddAccount = Provide["channel.account_admin.add_account"],
    **options: Any,
) -> None:
    """Create an account for EMAIL in CHANNEL, under the rules of registration. Prompts for a password."""
    password = _read_password() if password_stdin else _prompt_password()
    with channel_transaction(channel), _report_field_errors():
        new_account = add_account(NewAccount(email, password=password, **options))
    click.echo(
        json.dumps(_to_json(new_account), ensure_ascii=False) if as_json else f"Added {new_account.email}."
    )


@account.command("end-sessions")
@channel_argument
@email_argument
@json_option
@inject
def end_sessions(
    channel: str,
    email: str,
    as_json: bool,
    end_all_sessions: EndSessions = Provide["channel.account_admin.end_sessions"],
) -> None:
    """Log the viewer EMAIL of CHANNEL out on all devices."""
    with channel_transaction(channel):
        count = end_all_sessions(email)
    message = f"Ended {count} session{'' if count == 1 else 's'} of {email}."
    click.echo(json.dumps({"email": email, "ended": count}) if as_json else message)


@account.command("remove-second-factor")
@channel_argument
@email_argument
@json_option
@inject
def remove_second_factor(
    channel: str,
    email: str,
    as_json: bool,
    reset_second_factor: ResetSecondFactor = Provide["channel.closing.reset_second_factor"],
) -> None:
    """Turn off the second factor of the viewer EMAIL of CHANNEL, who has lost the authenticator app and all
    recovery codes. First verify who is asking. The viewer gets an email."""
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
    """A form's refusal as one line for each field."""
    try:
        yield
    except InvalidInputError as error:
        lines = [f"{field}: {text}" for field, texts in error.errors.items() for text in texts]
        raise click.ClickException("\n".join(lines)) from None


def _to_json(one: Account) -> dict[str, Any]:
    """What a program is told of an account; nothing that opens it."""
    names = ("id", "email", "first_name", "last_name", "phone", "language", "email_verified")
    return {
        **{name: getattr(one, name) for name in names},
        "temporary_password": one.temporary_password,
        "has_password": one.password_hash is not None,
        "two_factor": one.has_second_factor,
        "created_at": one.created_at.isoformat(),
    }


def _to_row(one: Account) -> tuple[str, ...]:
    password_state = "yes" if one.password_hash else "no"
    return (
        str(one.id),
        one.email,
        one.name,
        "yes" if one.email_verified else "no",
        "temporary" if one.temporary_password else password_state,
        "yes" if one.has_second_factor else "no",
        one.created_at.date().isoformat(),
    )
