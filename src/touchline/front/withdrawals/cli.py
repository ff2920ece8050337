"""`touchline events …`: cancel, postpone and reinstate events.

Exit codes: 0 done, 1 refused or not agreed to (`--yes`), 2 wrong use.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from touchline.front.withdrawals.consent import Agreement, ConsentNeeded
from touchline.front.withdrawals.schedule import Rescheduled, ScheduleEvents
from touchline.front.withdrawals.told import outcome_as_json, print_consent_needed, print_outcome
from touchline.platform.commands import channel_of, channel_option, json_option

yes_option = click.option("--yes", is_flag=True, help="Apply it although paid orders are affected.")
refund_option = click.option("--refund", is_flag=True, help="Pay back every affected order, each once.")


@click.group("events")
def events() -> None:
    """Cancel, postpone and reinstate events."""


@events.command()
@click.argument("event", metavar="EVENT")
@channel_option
@refund_option
@yes_option
@json_option
@click.pass_obj
def cancel(house: Any, event: str, channel: str | None, refund: bool, yes: bool, as_json: bool) -> None:
    """Cancel EVENT (key or id): it is not sold or streamed, and its buyers get an email.

    Without --yes the command shows the orders it affects and changes nothing.
    """
    _change(house, event, channel, "canceled", Agreement(yes, refund), as_json=as_json)


@events.command()
@click.argument("event", metavar="EVENT")
@click.option("--to", metavar="TIME", help="New start, such as '2026-12-03 19:00'; open if not given.")
@channel_option
@refund_option
@yes_option
@json_option
@click.pass_obj
def postpone(
    house: Any, event: str, to: str | None, channel: str | None, refund: bool, yes: bool, as_json: bool
) -> None:
    """Postpone EVENT (key or id) to another time, or until further notice. Its buyers get an email."""
    _change(house, event, channel, "postponed", Agreement(yes, refund), to=to, as_json=as_json)


@events.command()
@click.argument("event", metavar="EVENT")
@channel_option
@json_option
@click.pass_obj
def reinstate(house: Any, event: str, channel: str | None, as_json: bool) -> None:
    """Take back that EVENT (key or id) was canceled or postponed. Refunds stay as they are."""
    _change(house, event, channel, "scheduled", Agreement(), as_json=as_json)


def _change(
    house: Any,
    event: str,
    channel: str | None,
    status: str,
    agreed: Agreement,
    *,
    to: str | None = None,
    as_json: bool,
) -> None:
    schedule: ScheduleEvents = house.container.front.schedule_events()
    with house.container.database().transaction(None, unscoped=True):
        channels = {one.slug: one.id for one in house.container.channel.facade().all_channels()}
    channel_id = channel_of(channel or house.settings.default_channel, channels)
    slug = next(slug for slug, one in channels.items() if one == channel_id)
    try:
        done = schedule(channel_id, event, status, agreed, to=to)
        if status == "canceled":
            _close_stream(house, channel_id, done.event_id)
    except ConsentNeeded as needed:
        if as_json:
            _echo_json({"ok": False, "effects": [one.as_json() for one in needed.effects]})
        else:
            print_consent_needed(needed)
        sys.exit(1)
    _tell(done, status, slug, as_json=as_json)


def _close_stream(house: Any, channel_id: int, event_id: int) -> None:
    """Close the stream of a canceled event, so that no encoder can publish to it."""
    live = house.container.catalog.live
    with house.container.database().transaction(channel_id):
        stream = live.streams().held(event_id)
        if stream is not None and stream.is_open:
            live.stop()(event_id)


def _tell(done: Rescheduled, status: str, slug: str, *, as_json: bool) -> None:
    if as_json:
        told = {"ok": True, "event_id": done.event_id, "status": status, "changed": done.changed}
        _echo_json(told | outcome_as_json(done.outcome, done.waiting))
        return
    click.echo(f"{done.name}: {status}." if done.changed else f"{done.name} was {status} before.")
    print_outcome(done.outcome, done.waiting, slug)


def _echo_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
