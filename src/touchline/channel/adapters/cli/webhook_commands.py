"""`touchline webhooks …`: the webhook endpoints of a channel, and what was sent to them.

Exit codes: 0 for success; 1 for a rejection; 2 for invalid usage or configuration.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.cli.command_context import channel_transaction
from touchline.channel.application.webhook_endpoints.endpoint_admin import (
    EndpointStatus,
    WebhookEndpointAdmin,
)
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.webhook_endpoints.deliveries import DeliveryState, WebhookDelivery
from touchline.channel.domain.webhook_endpoints.messages import EVENT_TYPES, WebhookType
from touchline.platform.audit.calls import identify_subject
from touchline.platform.audit.declarations import changes, reads_nothing_personal, reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.paging import MAX_LIMIT, PageRequest

ENDPOINT_COLUMNS = ("ID", "URL", "Events", "State", "Latest attempt")
LOG_COLUMNS = ("ID", "When", "Type", "State", "Attempts", "Latest response")
endpoint_argument = click.argument("endpoint_id", metavar="ENDPOINT", type=int)


@click.group("webhooks")
def webhooks() -> None:
    """Manage a channel's webhook endpoints: addresses of other systems that the channel notifies."""


@webhooks.command("list")
@reads_nothing_personal
@channel_option
@json_option
@inject
def list_endpoints(
    channel: str | None,
    as_json: bool,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> None:
    """List the endpoints, oldest first."""
    with channel_transaction(channel):
        statuses = admin.list_all()
    if as_json:
        click.echo(json.dumps([_endpoint_to_json(status) for status in statuses], ensure_ascii=False))
    else:
        print_table(ENDPOINT_COLUMNS, (_endpoint_to_row(status) for status in statuses))


@webhooks.command("add")
@changes("webhook_endpoint.create", "webhook_endpoint")
@click.argument("url", metavar="URL")
@click.option("--description", metavar="TEXT", default="", help="What the endpoint is for.")
@click.option(
    "--event",
    "event_types",
    type=click.Choice([kind.value for kind in EVENT_TYPES]),
    multiple=True,
    help="Event type to send; repeatable. Default: all.",
)
@channel_option
@json_option
@inject
def add(
    url: str,
    description: str,
    event_types: Sequence[str],
    channel: str | None,
    as_json: bool,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> None:
    """Add the endpoint URL and print its secret, which is never shown again."""
    kinds = [WebhookType(kind) for kind in event_types] or EVENT_TYPES
    with channel_transaction(channel):
        status = admin.create(url, description, kinds)
        identify_subject("webhook_endpoint", status.endpoint.id)
    if as_json:
        click.echo(json.dumps({**_endpoint_to_json(status), "secret": status.secret}, ensure_ascii=False))
    else:
        click.echo(f"Endpoint {status.endpoint.id} was added. Keep its secret: {status.secret}")


@webhooks.command("remove")
@changes("webhook_endpoint.delete", "webhook_endpoint", "endpoint_id")
@endpoint_argument
@channel_option
@inject
def remove(
    endpoint_id: int,
    channel: str | None,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> None:
    """Delete ENDPOINT and its log."""
    with channel_transaction(channel):
        admin.delete(endpoint_id)
    click.echo(f"Endpoint {endpoint_id} was deleted.")


@webhooks.command("log")
@reads_personal_data("webhook_delivery.list")
@endpoint_argument
@click.option("--state", type=click.Choice([state.value for state in DeliveryState]), help="Only this state.")
@click.option(
    "--type", "kind", type=click.Choice([kind.value for kind in WebhookType]), help="Only this type."
)
@click.option(
    "--limit",
    type=click.IntRange(1, MAX_LIMIT),
    default=20,
    show_default=True,
    help="Maximum number of rows.",
)
@channel_option
@json_option
@inject
def show_log(
    endpoint_id: int,
    state: str | None,
    kind: str | None,
    limit: int,
    channel: str | None,
    as_json: bool,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> None:
    """List what was sent to ENDPOINT in the last 30 days, newest first."""
    with channel_transaction(channel):
        page = admin.list_deliveries(
            endpoint_id,
            PageRequest(limit),
            state=DeliveryState(state) if state else None,
            type=WebhookType(kind) if kind else None,
        )
    if as_json:
        click.echo(json.dumps([_delivery_to_json(delivery) for delivery in page.items], ensure_ascii=False))
    else:
        print_table(LOG_COLUMNS, (_delivery_to_row(delivery) for delivery in page.items))


@webhooks.command("redeliver")
@changes("webhook_delivery.redeliver", "webhook_delivery", "delivery_id")
@click.argument("delivery_id", metavar="DELIVERY", type=int)
@channel_option
@inject
def redeliver(
    delivery_id: int,
    channel: str | None,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> None:
    """Send DELIVERY of the log again."""
    with channel_transaction(channel):
        admin.redeliver(delivery_id)
    click.echo(f"Delivery {delivery_id} is being sent again.")


@webhooks.command("resume")
@changes("webhook_endpoint.resume", "webhook_endpoint", "endpoint_id")
@endpoint_argument
@channel_option
@inject
def resume(
    endpoint_id: int,
    channel: str | None,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> None:
    """Resume the paused ENDPOINT, and send the messages that have waited."""
    with channel_transaction(channel):
        admin.resume(endpoint_id)
    click.echo(f"Endpoint {endpoint_id} is active.")


def _endpoint_to_json(status: EndpointStatus) -> dict[str, Any]:
    endpoint, latest = status.endpoint, status.latest_attempt
    return {
        "id": endpoint.id,
        "url": endpoint.url,
        "description": endpoint.description,
        "event_types": [kind.value for kind in endpoint.event_types],
        "created_at": endpoint.created_at.isoformat(),
        "paused_at": endpoint.paused_at.isoformat() if endpoint.paused_at else None,
        "pause_reason": endpoint.pause_reason.value if endpoint.pause_reason else None,
        "latest_attempt_at": latest.at.isoformat() if latest else None,
        "latest_error": latest.error.value if latest and latest.error else None,
    }


def _endpoint_to_row(status: EndpointStatus) -> tuple[str, ...]:
    endpoint, latest = status.endpoint, status.latest_attempt
    state = f"paused ({endpoint.pause_reason})" if endpoint.paused_at else "active"
    result = f"{latest.at:%Y-%m-%d %H:%M} {latest.error or 'ok'}" if latest else ""
    return (str(endpoint.id), endpoint.url, ", ".join(endpoint.event_types), state, result)


def _delivery_to_json(delivery: WebhookDelivery) -> dict[str, Any]:
    return {
        "id": delivery.id,
        "message_id": delivery.message.id,
        "type": delivery.message.type.value,
        "at": delivery.message.at.isoformat(),
        "data": delivery.message.data,
        "state": delivery.state.value,
        "next_attempt_at": delivery.next_attempt_at.isoformat() if delivery.next_attempt_at else None,
        "attempts": [
            {
                "at": attempt.at.isoformat(),
                "duration_ms": attempt.duration_ms,
                "response_status": attempt.response_status,
                "response": attempt.response,
                "error": attempt.error.value if attempt.error else None,
            }
            for attempt in delivery.attempts
        ],
    }


def _delivery_to_row(delivery: WebhookDelivery) -> tuple[str, ...]:
    message, attempts = delivery.message, delivery.attempts
    result = str(attempts[-1].response_status or attempts[-1].error) if attempts else ""
    return (
        str(delivery.id),
        f"{message.at:%Y-%m-%d %H:%M}",
        message.type.value,
        delivery.state.value,
        str(len(attempts)),
        result,
    )
