"""`touchline events …`: cancel, postpone and reinstate events.

Exit codes: 0 done, 1 refused or not confirmed (`--yes`), 2 usage error.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from touchline.front.withdrawals.command_channel import find_channel
from touchline.front.withdrawals.confirmation import Confirmation, ConfirmationRequiredError
from touchline.front.withdrawals.effect_output import (
    print_confirmation_required,
    print_withdrawal,
    withdrawal_as_json,
)
from touchline.front.withdrawals.event_schedule import ChangeEventSchedule, ScheduleChangeResult
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import actor_option, channel_option, json_option

yes_option = click.option("--yes", is_flag=True, help="Apply the change even if it affects paid orders.")
refund_option = click.option("--refund", is_flag=True, help="Refund every affected order.")


@click.group("events")
def events() -> None:
    """Cancel, postpone or reinstate events."""


@events.command()
@changes("event.cancel", "event", "event")
@click.argument("event", metavar="EVENT")
@channel_option
@refund_option
@yes_option
@actor_option
@json_option
@click.pass_obj
def cancel(
    application: Any, event: str, channel: str | None, refund: bool, yes: bool, actor: str, as_json: bool
) -> None:
    """Cancel EVENT (key or id). Sales and streaming stop, and its buyers get an email.

    Without --yes, the command lists the affected orders and changes nothing.
    """
    _change_schedule(
        application, event, channel, "canceled", Confirmation(yes, refund), actor, as_json=as_json
    )


@events.command()
@changes("event.postpone", "event", "event")
@click.argument("event", metavar="EVENT")
@click.option("--to", metavar="TIME", help="New start, such as '2026-12-03 19:00'. Default: to be announced.")
@channel_option
@refund_option
@yes_option
@actor_option
@json_option
@click.pass_obj
def postpone(
    application: Any,
    event: str,
    to: str | None,
    channel: str | None,
    refund: bool,
    yes: bool,
    actor: str,
    as_json: bool,
) -> None:
    """Postpone EVENT (key or id) to another time, or until further notice. Its buyers get an email."""
    _change_schedule(
        application, event, channel, "postponed", Confirmation(yes, refund), actor, to=to, as_json=as_json
    )


@events.command()
@changes("event.reinstate", "event", "event")
@click.argument("event", metavar="EVENT")
@channel_option
@actor_option
@json_option
@click.pass_obj
def reinstate(application: Any, event: str, channel: str | None, actor: str, as_json: bool) -> None:
    """Reinstate EVENT (key or id) after it was canceled or postponed. Refunds are not reversed."""
    _change_schedule(application, event, channel, "scheduled", Confirmation(), actor, as_json=as_json)


def _change_schedule(
    application: Any,
    event: str,
    channel: str | None,
    status: str,
    confirmation: Confirmation,
    author: str,
    *,
    to: str | None = None,
    as_json: bool,
) -> None:
    schedule: ChangeEventSchedule = application.container.front.change_event_schedule()
    channel_id, slug = find_channel(application, channel)
    try:
        result = schedule(channel_id, event, status, confirmation, author, to=to)
    except ConfirmationRequiredError as error:
        if as_json:
            _print_json({"ok": False, "effects": [effect.as_json() for effect in error.effects]})
        else:
            print_confirmation_required(error)
        sys.exit(1)
    _print_result(result, status, slug, as_json=as_json)


def _print_result(result: ScheduleChangeResult, status: str, slug: str, *, as_json: bool) -> None:
    if as_json:
        payload = {"ok": True, "event_id": result.event_id, "status": status, "changed": result.is_changed}
        _print_json(payload | withdrawal_as_json(result.withdrawal, result.pending_refunds))
        return
    click.echo(f"{result.name}: {status}." if result.is_changed else f"{result.name} was already {status}.")
    print_withdrawal(result.withdrawal, result.pending_refunds, slug)


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
