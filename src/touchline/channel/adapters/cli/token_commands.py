"""`touchline tokens …`: the access tokens of a channel's operators. Operators create them in the studio.

Exit codes: 0 for success, even if nothing changed; 1 for a rejection; 2 for invalid usage or configuration.
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.command_context import channel_transaction
from touchline.channel.application.operators.access_tokens import AccessTokenService
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.operators.access_tokens import AccessToken
from touchline.platform.audit.declarations import changes, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table

COLUMNS = ("ID", "Name", "Token", "Owner", "Scopes", "Last used", "Expires")


@click.group("tokens")
def tokens() -> None:
    """List and revoke the access tokens of a channel's operators. They create them at /studio/tokens."""


@tokens.command("list")
@reads_personal_data("access_token.list")
@channel_option
@json_option
@inject
def list_tokens(
    channel: str | None,
    as_json: bool,
    service: AccessTokenService = Provide[ChannelContainer.access_token_service],
) -> None:
    """List the tokens that are not revoked, newest first. Secrets are never shown."""
    with channel_transaction(channel) as slug:
        all_tokens = service.list_all()
    if as_json:
        click.echo(json.dumps([_to_json(token) for token in all_tokens], ensure_ascii=False))
    elif all_tokens:
        print_table(COLUMNS, (_to_row(token) for token in all_tokens))
    else:
        click.echo(f"{slug} has no access tokens.")


@tokens.command("revoke")
@changes("access_token.revoke", "access_token", "token_id")
@click.argument("token_id", metavar="TOKEN", type=int)
@channel_option
@inject
def revoke(
    token_id: int,
    channel: str | None,
    service: AccessTokenService = Provide[ChannelContainer.access_token_service],
) -> None:
    """Revoke the token with the id TOKEN. The next call with it is refused."""
    with channel_transaction(channel):
        token = service.revoke(token_id)
    click.echo(f"Token {token.id} ({token.name}) is revoked.")


def _to_row(token: AccessToken) -> tuple[str, ...]:
    return (
        str(token.id),
        token.name,
        f"{token.prefix}…",
        token.owner_name,
        ", ".join(sorted(token.scopes)),
        _format_day(token.last_used_at) or "never",
        _format_day(token.expires_at),
    )


def _format_day(instant: datetime | None) -> str:
    return instant.date().isoformat() if instant else ""


def _to_json(token: AccessToken) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "prefix": token.prefix,
        "account_id": token.account_id,
        "owner_name": token.owner_name,
        "scopes": sorted(token.scopes),
        "created_at": token.created_at.isoformat(),
        "expires_at": token.expires_at.isoformat(),
        "last_used_at": token.last_used_at.isoformat() if token.last_used_at else None,
    }
