"""`touchline events simulate`: play a recording as a simulated live broadcast."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import click
from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.cli.command_context import CommandContext
from touchline.catalog.application import request_context
from touchline.catalog.application.events.simulations import SetSimulation
from touchline.catalog.application.timestamps import format_instant
from touchline.catalog.container import CatalogContainer
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import channel_option, json_option
from touchline.shared.clock import Clock
from touchline.shared.days import start_of_day
from touchline.shared.ids import EventId


@click.command("simulate")
@changes("event.simulate", "event", "event")
@click.argument("event", metavar="EVENT")
@click.option(
    "--at",
    "start",
    metavar="TIME",
    help='"2026-11-21 19:00" (the channel\'s time, or with a time zone), or now.',
)
@click.option(
    "--stop", is_flag=True, help="Cancel the simulated broadcast. The recording plays normally again."
)
@channel_option
@json_option
def simulate(event: str, start: str | None, stop: bool, channel: str | None, as_json: bool) -> None:
    """Play the recording of EVENT (id or key) as a simulated live broadcast, in sync for all viewers.

    Until the broadcast ends, viewers can watch the recording only this way. Exit code 2: wrong arguments.
    """
    if stop == (start is not None):
        raise click.UsageError("Use --at TIME to set a start time, or --stop to cancel.")
    command_context = CommandContext()
    with command_context.channel_transaction(command_context.get_channel_id(channel)):
        owner = command_context.find_owner("event", event)
        starts_at = None if start is None else _parse_instant(start)
        _set_simulation(EventId(owner.id), starts_at)
    payload = format_instant(starts_at) if starts_at else None
    if as_json:
        click.echo(json.dumps({"event_id": owner.id, "simulate_at": payload}))
    elif payload:
        click.echo(
            f"The event {event} plays as a simulated live broadcast at {payload}: "
            f"/simulate?event_id={owner.id}"
        )
    else:
        click.echo(f"The event {event} has no simulated live broadcast.")


@inject
def _set_simulation(
    event_id: EventId,
    starts_at: datetime | None,
    simulate: SetSimulation = Provide[CatalogContainer.set_simulation],
) -> None:
    simulate(event_id, starts_at)


@inject
def _parse_instant(
    text: str,
    clock: Clock = Provide[CatalogContainer.clock],
    channel: request_context.RequestContextFactory = Provide[CatalogContainer.request_contexts],
) -> datetime:
    """Return the instant in UTC. A time without a zone is in the channel's time zone."""
    if text == "now":
        return clock.now()
    try:
        parsed = datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"{text} is not a date and time. Write 2026-11-21 19:00.") from None
    zone = ZoneInfo(channel.get_time_zone())
    if len(text) == len("2026-11-21"):
        return start_of_day(parsed.date(), zone)
    local = parsed if parsed.tzinfo else parsed.replace(tzinfo=zone)
    return local.astimezone(UTC)
