"""`touchline restream …`: the services that a channel's live events are sent on to."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.application.live.restreams.event_restreams import EventRestreams, RestreamStatus
from touchline.catalog.application.live.restreams.target_admin import RestreamTargetAdmin
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.media.restreams import RestreamService, RestreamTarget, is_srt
from touchline.platform.audit.calls import identify_subject
from touchline.platform.audit.declarations import changes, reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table

TARGET_COLUMNS = ("ID", "Name", "Service", "Server", "Events")
RESTREAM_COLUMNS = ("ID", "Name", "State", "Attempt", "Sent", "Problem")
target_argument = click.argument("target_id", metavar="TARGET", type=int)
event_argument = click.argument("event", metavar="EVENT")


@click.group("restream")
def restream() -> None:
    """Send a channel's live events on to other services, such as YouTube.

    Targets are servers with a key. Each event can turn them on and off.
    """


@restream.command("list")
@reads_nothing_personal
@channel_option
@json_option
@inject
def list_targets(
    channel: str | None,
    as_json: bool,
    admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin],
) -> None:
    """List the targets without their keys, oldest first."""
    context = CommandContext()
    with context.channel_transaction(context.get_channel_id(channel)):
        targets = [_target_to_json(target) for target in admin.list_all()]
    if as_json:
        click.echo(json.dumps(targets, ensure_ascii=False))
        return
    rows = (
        (
            str(target["id"]),
            target["name"],
            target["service"],
            target["server_url"],
            "all" if target["is_always"] else "chosen",
        )
        for target in targets
    )
    print_table(TARGET_COLUMNS, rows)


@restream.command("add")
@changes("restream_target.create", "restream_target")
@click.argument("name", metavar="NAME")
@click.argument("server_url", metavar="URL")
@click.option(
    "--service",
    type=click.Choice([service.value for service in RestreamService]),
    default=RestreamService.OTHER.value,
    show_default=True,
    help="The service behind the URL.",
)
@click.option("--always", "is_always", is_flag=True, help="Send every event to it.")
@channel_option
@json_option
@inject
def add_target(
    name: str,
    server_url: str,
    service: str,
    is_always: bool,
    channel: str | None,
    as_json: bool,
    admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin],
) -> None:
    """Add the target NAME with the server URL. The stream key is read from standard input.

    For an SRT server, the first line is the stream ID and the second one the passphrase. Both may be empty.
    A secret in the arguments would be visible to everyone on this machine.
    """
    is_srt_server = is_srt(server_url)
    key = _read_secret("Stream ID" if is_srt_server else "Stream key")
    passphrase = _read_secret("Passphrase") if is_srt_server else ""
    context = CommandContext()
    with context.channel_transaction(context.get_channel_id(channel)):
        target = admin.create(
            name=name,
            service=RestreamService(service),
            server_url=server_url,
            key=key,
            passphrase=passphrase,
            is_always=is_always,
        )
        identify_subject("restream_target", target.id)
    if as_json:
        click.echo(json.dumps(_target_to_json(target), ensure_ascii=False))
    else:
        click.echo(f"Target {target.id} was added.")


@restream.command("remove")
@changes("restream_target.delete", "restream_target", "target_id")
@target_argument
@channel_option
@inject
def remove_target(
    target_id: int,
    channel: str | None,
    admin: RestreamTargetAdmin = Provide[CatalogContainer.restream_target_admin],
) -> None:
    """Delete TARGET with its key. Running restreams to it end within seconds."""
    context = CommandContext()
    with context.channel_transaction(context.get_channel_id(channel)):
        admin.delete(target_id)
    click.echo(f"Target {target_id} was deleted.")


@restream.command("status")
@reads_nothing_personal
@event_argument
@channel_option
@json_option
@inject
def show_status(
    event: str,
    channel: str | None,
    as_json: bool,
    restreams: EventRestreams = Provide[CatalogContainer.event_restreams],
) -> None:
    """Show how sending EVENT (its key) to each target is going."""
    context = CommandContext()
    with context.channel_transaction(context.get_channel_id(channel)):
        statuses = [_status_to_json(status) for status in restreams.list_all(event)]
    if as_json:
        click.echo(json.dumps(statuses, ensure_ascii=False))
        return
    rows = (
        tuple(
            str(status[name] or "")
            for name in ("target_id", "name", "state", "attempt", "bytes_sent", "failure")
        )
        for status in statuses
    )
    print_table(RESTREAM_COLUMNS, rows)


@restream.command("on")
@changes("restream.update", "event", "event")
@event_argument
@target_argument
@channel_option
def turn_on(event: str, target_id: int, channel: str | None) -> None:
    """Send EVENT (its key) to TARGET."""
    _set_enabled(event, target_id, channel, is_enabled=True)


@restream.command("off")
@changes("restream.update", "event", "event")
@event_argument
@target_argument
@channel_option
def turn_off(event: str, target_id: int, channel: str | None) -> None:
    """Stop sending EVENT (its key) to TARGET."""
    _set_enabled(event, target_id, channel, is_enabled=False)


@restream.command("retry")
@changes("restream.retry", "event", "event")
@event_argument
@target_argument
@channel_option
@inject
def retry(
    event: str,
    target_id: int,
    channel: str | None,
    restreams: EventRestreams = Provide[CatalogContainer.event_restreams],
) -> None:
    """Connect EVENT (its key) to TARGET again now, also after a refused key."""
    context = CommandContext()
    with context.channel_transaction(context.get_channel_id(channel)):
        status = restreams.retry(event, target_id)
    click.echo(f"{status.restream.target.name}: {status.state}")


@inject
def _set_enabled(
    event: str,
    target_id: int,
    channel: str | None,
    *,
    is_enabled: bool,
    restreams: EventRestreams = Provide[CatalogContainer.event_restreams],
) -> None:
    context = CommandContext()
    with context.channel_transaction(context.get_channel_id(channel)):
        status = restreams.set_enabled(event, target_id, is_enabled=is_enabled)
    click.echo(f"{status.restream.target.name}: {status.state}")


def _read_secret(label: str) -> str:
    """Ask for a secret without showing it, or read a line of the standard input of a script."""
    if sys.stdin.isatty():
        return str(click.prompt(label, default="", hide_input=True, show_default=False)).strip()
    return sys.stdin.readline().strip()


def _target_to_json(target: RestreamTarget) -> dict[str, Any]:
    return {
        "id": target.id,
        "name": target.name,
        "service": target.service.value,
        "server_url": target.server_url,
        "is_always": target.is_always,
    }


def _status_to_json(status: RestreamStatus) -> dict[str, Any]:
    progress, target = status.progress, status.restream.target
    return {
        "target_id": target.id,
        "name": target.name,
        "is_on": status.restream.is_on,
        "state": status.state.value,
        "attempt": progress.attempt,
        "live_since": progress.live_since.isoformat() if progress.live_since else None,
        "next_attempt_at": progress.next_attempt_at.isoformat() if progress.next_attempt_at else None,
        "bytes_sent": progress.bytes_sent,
        "bitrate": progress.bitrate,
        "failure": progress.failure.value if progress.failure else None,
        "detail": progress.detail,
    }
