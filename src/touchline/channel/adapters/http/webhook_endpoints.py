"""Webhook endpoints of a channel and their log, for operators (ADR 71)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.http import webhook_schemas as schemas
from touchline.channel.application.webhook_endpoints.endpoint_admin import (
    EndpointStatus,
    WebhookEndpointAdmin,
)
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.webhook_endpoints.deliveries import WebhookDelivery
from touchline.platform.audit.calls import identify_subject
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, list_schema, page_schema
from touchline.shared.permissions import Permission

ENDPOINTS = "/studio/webhook-endpoints"
ENDPOINT = f"{ENDPOINTS}/<int(max=2147483647):endpoint_id>"
DELIVERY = "/studio/webhook-deliveries/<int(max=2147483647):delivery_id>"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="webhook-endpoint-reads")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="webhook-endpoint-changes")

blueprint = Blueprint("webhook_endpoints", __name__, tag=STUDIO_TAG)


@blueprint.route(ENDPOINTS)
@read_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@blueprint.response(200, list_schema(schemas.WebhookEndpointSchema))
@inject
def list_webhook_endpoints(
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> dict[str, Any]:
    """Return the channel's webhook endpoints, oldest first."""
    return data_envelope([_serialize_endpoint(status) for status in admin.list_all()])


@blueprint.route(ENDPOINTS, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_endpoint.create", "webhook_endpoint")
@blueprint.arguments(schemas.WebhookEndpointArgsSchema)
@blueprint.response(200, data_schema(schemas.NewWebhookEndpointSchema))
@inject
def create_webhook_endpoint(
    body: dict[str, Any], admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> dict[str, Any]:
    """Create an endpoint and return it with its secret, which is never shown again.

    400 if the channel has ten endpoints.
    """
    status = admin.create(**body)
    identify_subject("webhook_endpoint", status.endpoint.id)
    return data_envelope(_serialize_endpoint(status))


@blueprint.route(f"{ENDPOINT}/deliveries")
@read_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@blueprint.arguments(schemas.WebhookLogArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.WebhookDeliverySchema))
@inject
def list_webhook_deliveries(
    args: dict[str, Any],
    endpoint_id: int,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> dict[str, Any]:
    """Return what was sent to an endpoint in the last 30 days, newest first, with all attempts."""
    page = admin.list_deliveries(
        endpoint_id, build_page_request(args), state=args["state"], type=args["type"]
    )
    return page_envelope(page.map(_serialize_delivery))


@blueprint.route(f"{ENDPOINT}/roll-secret", methods=["POST"])
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_endpoint.roll_secret", "webhook_endpoint", "endpoint_id")
@blueprint.response(200, data_schema(schemas.NewWebhookEndpointSchema))
@inject
def roll_webhook_secret(
    endpoint_id: int, admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> dict[str, Any]:
    """Give an endpoint another secret. For 24 hours, both secrets sign each message."""
    return data_envelope(_serialize_endpoint(admin.roll_secret(endpoint_id)))


@blueprint.route(f"{ENDPOINT}/resume", methods=["POST"])
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_endpoint.resume", "webhook_endpoint", "endpoint_id")
@blueprint.response(200, data_schema(schemas.WebhookEndpointSchema))
@inject
def resume_webhook_endpoint(
    endpoint_id: int, admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> dict[str, Any]:
    """Resume a paused endpoint, and send the messages that have waited."""
    return data_envelope(_serialize_endpoint(admin.resume(endpoint_id)))


@blueprint.route(f"{ENDPOINT}/test", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_endpoint.test", "webhook_endpoint", "endpoint_id")
@blueprint.response(200, data_schema(schemas.WebhookTestSchema))
@inject
def test_webhook_endpoint(
    endpoint_id: int, admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> dict[str, Any]:
    """Send a message of type `ping`. The log shows the result. 400 if the endpoint is paused."""
    return data_envelope({"message_id": admin.send_test(endpoint_id)})


@blueprint.route(f"{DELIVERY}/redeliver", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_delivery.redeliver", "webhook_delivery", "delivery_id")
@blueprint.response(200, data_schema(schemas.WebhookDeliverySchema))
@inject
def redeliver_webhook(
    delivery_id: int, admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> dict[str, Any]:
    """Send a message again, with the same ID and all retries. 400 if the endpoint is paused."""
    return data_envelope(_serialize_delivery(admin.redeliver(delivery_id)))


@blueprint.route(ENDPOINT)
@read_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@blueprint.response(200, data_schema(schemas.WebhookEndpointSchema))
@inject
def get_webhook_endpoint(
    endpoint_id: int, admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> dict[str, Any]:
    """Return an endpoint."""
    return data_envelope(_serialize_endpoint(admin.get(endpoint_id)))


@blueprint.route(ENDPOINT, methods=["PATCH"])
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_endpoint.update", "webhook_endpoint", "endpoint_id")
@blueprint.arguments(schemas.WebhookEndpointChangesArgsSchema)
@blueprint.response(200, data_schema(schemas.WebhookEndpointSchema))
@inject
def update_webhook_endpoint(
    body: dict[str, Any],
    endpoint_id: int,
    admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin],
) -> dict[str, Any]:
    """Change an endpoint. Missing members stay unchanged."""
    return data_envelope(_serialize_endpoint(admin.update(endpoint_id, body)))


@blueprint.route(ENDPOINT, methods=["DELETE"])
@change_limit
@operator(Permission.MANAGE_INTEGRATIONS)
@audit.changes("webhook_endpoint.delete", "webhook_endpoint", "endpoint_id")
@blueprint.response(204)
@inject
def delete_webhook_endpoint(
    endpoint_id: int, admin: WebhookEndpointAdmin = Provide[ChannelContainer.webhook_endpoint_admin]
) -> None:
    """Delete an endpoint and its log. Nothing more is sent to it."""
    admin.delete(endpoint_id)


def _serialize_endpoint(status: EndpointStatus) -> dict[str, Any]:
    return {
        **asdict(status.endpoint),
        "latest_attempt": status.latest_attempt,
        "secret": status.secret,
    }


def _serialize_delivery(delivery: WebhookDelivery) -> dict[str, Any]:
    message = delivery.message
    return {
        "id": delivery.id,
        "message_id": message.id,
        "type": message.type,
        "created_at": message.at,
        "body": message.body.decode(),
        "state": delivery.state,
        "next_attempt_at": delivery.next_attempt_at,
        "attempts": delivery.attempts,
    }
