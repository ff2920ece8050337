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

from touchline.channel.application.account_desk import AddAccount, EndSessions, GiveTemporaryPassword, Person
from touchline.channel.application.second_factor_removal import ReleaseFromSecondFactor
from touchline.channel.domain.accounts import Account
from touchline.channel.facade import ChannelFacade
from touchline.channel.ports.accounts import Accounts
from touchline.platform.commands import json_option
from touchline.platform.db.session import Database, scope_to
from touchline.platform.tables import print_table
from touchline.shared.errors import Invalid, NotFound

channel_argument = click.argument("channel", metavar="CHANNEL")
email_argument = click.argument("email", metavar="EMAIL")
COLUMNS = ("Id", "E-mail", "Name", "Verified", "Password", "Second factor", "Since")


@contextmanager
@inject
def inside(
    slug: str,
    database: Database = Provide["database"],
    facade: ChannelFacade = Provide["channel.facade"],
) -> Iterator[None]:
    """A transaction of the channel; `NotFound`."""
    with database.transaction(None, unscoped=True):
        channel = facade.find_channel(slug)
        if channel is None:
            known = ", ".join(one.slug for one in facade.all_channels()) or "none yet"
            raise NotFound(f"There is no channel {slug}; there is: {known}.")
        scope_to(channel.id)
        yield


@click.group("account")
def account() -> None:
    """Viewers' accounts."""


@account.command("temporary-password")
@channel_argument
@email_argument
@json_option
@inject
def temporary_password(
    channel: str,
    email: str,
    as_json: bool,
    give: GiveTemporaryPassword = Provide["channel.desk.give_temporary_password"],
) -> None:
    """Give the viewer EMAIL of CHANNEL a password that has to be changed at the next log-in.

    It works for 72 hours, is printed once and kept nowhere. The viewer is logged out everywhere and told
    by a letter.
    """
    with inside(channel):
        password = give(email)
    click.echo(json.dumps({"email": email, "password": password}) if as_json else password)
    click.echo("Whoever has it can log in: tell it to the viewer alone.", err=True)


@account.command("list")
@channel_argument
@click.option("--find", metavar="TEXT", default="", help="Only viewers with these words in name or address.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="At most so many."
)
@json_option
@inject
def list_accounts(
    channel: str, find: str, limit: int, as_json: bool, accounts: Accounts = Provide["channel.kept_accounts"]
) -> None:
    """List the accounts of CHANNEL, the newest first."""
    with inside(channel):
        found = accounts.newest(limit + 1, find)
    if as_json:
        click.echo(json.dumps([_plain(one) for one in found[:limit]], ensure_ascii=False))
    else:
        print_table(COLUMNS, (_row(one) for one in found[:limit]))
    if len(found) > limit:
        click.echo("There are more: see --limit.", err=True)


@account.command("add")
@channel_argument
@email_argument
@click.option("--first-name", required=True)
@click.option("--last-name", required=True)
@click.option("--verified", is_flag=True, help="The address is known to be theirs: no letter asks for it.")
@click.option("--temporary", is_flag=True, help="The password has to be changed at the first log-in.")
@click.option(
    "--password-stdin", is_flag=True, help="Read the password from standard input; else it is asked for."
)
@json_option
@inject
def add(
    channel: str,
    email: str,
    password_stdin: bool,
    as_json: bool,
    add_account: AddAccount = Provide["channel.desk.add_account"],
    **person: Any,
) -> None:
    """Make an account for EMAIL in CHANNEL, by the rules of a registration. The password is asked for."""
    password = _read_password() if password_stdin else _ask_password()
    with inside(channel), _all_that_is_wrong():
        made = add_account(Person(email, password=password, **person))
    click.echo(json.dumps(_plain(made), ensure_ascii=False) if as_json else f"Added {made.email}.")


@account.command("end-sessions")
@channel_argument
@email_argument
@json_option
@inject
def end_sessions(
    channel: str, email: str, as_json: bool, end: EndSessions = Provide["channel.desk.end_sessions"]
) -> None:
    """Log the viewer EMAIL of CHANNEL out everywhere."""
    with inside(channel):
        count = end(email)
    said = f"Ended {count} session{'' if count == 1 else 's'} of {email}."
    click.echo(json.dumps({"email": email, "ended": count}) if as_json else said)


@account.command("remove-second-factor")
@channel_argument
@email_argument
@json_option
@inject
def remove_second_factor(
    channel: str,
    email: str,
    as_json: bool,
    release: ReleaseFromSecondFactor = Provide["channel.closing.release_from_second_factor"],
) -> None:
    """Let the viewer EMAIL of CHANNEL log in without a code, who lost the authenticator app and all recovery
    codes. Be sure who asks: the viewer is told by a letter."""
    with inside(channel):
        was_on = release(email)
    said = "Log-in asks for no code any more." if was_on else "There was no authenticator app."
    click.echo(json.dumps({"email": email, "was_on": was_on}) if as_json else said)


def _read_password() -> str:
    return sys.stdin.readline().rstrip("\r\n")


def _ask_password() -> str:
    asked: str = click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return asked


@contextmanager
def _all_that_is_wrong() -> Iterator[None]:
    """A form's refusal as one line for each field."""
    try:
        yield
    except Invalid as refusal:
        lines = [f"{field}: {text}" for field, texts in refusal.errors.items() for text in texts]
        raise click.ClickException("\n".join(lines)) from None


def _plain(one: Account) -> dict[str, Any]:
    """What a program is told of an account; nothing that opens it."""
    names = ("id", "email", "first_name", "last_name", "phone", "language", "email_verified")
    return {
        **{name: getattr(one, name) for name in names},
        "temporary_password": one.temporary_password,
        "has_password": one.password_hash is not None,
        "two_factor": one.has_second_factor,
        "created_at": one.created_at.isoformat(),
    }


def _row(one: Account) -> tuple[str, ...]:
    chosen = "yes" if one.password_hash else "no"
    return (
        str(one.id),
        one.email,
        one.name,
        "yes" if one.email_verified else "no",
        "temporary" if one.temporary_password else chosen,
        "yes" if one.has_second_factor else "no",
        one.created_at.date().isoformat(),
    )
