"""Webhook of the payment provider (https://docs.stripe.com/webhooks)."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request
from marshmallow import Schema

from touchline.billing.application.webhooks.webhook_service import WebhookService
from touchline.billing.container import BillingContainer
from touchline.billing.ports.payments import WebhookEvents
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, public
from touchline.platform.http.requests import release_connection
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

MAX_BYTES = 512 * 1024
TOO_LARGE = ErrorMessage("errors.webhook_too_large", "The webhook is larger than allowed.")
blueprint = Blueprint("webhooks", __name__, description="Webhooks from the payment provider")


class WebhookResponseSchema(Schema):
    """Empty response. The status acknowledges the webhook event."""


@blueprint.route("/stripe/webhook", methods=["POST"])
@error_responses(400, 413)
@limits.exempt(limits.SIGNED)
@public
@blueprint.response(200, WebhookResponseSchema)
@inject
def receive_webhook(
    webhook_events: WebhookEvents = Provide[BillingContainer.payments],
    webhook_service: WebhookService = Provide[BillingContainer.webhook_service],
) -> dict[str, Any]:
    """Receive a webhook event, signed over its raw body. 400 if the signature is not valid or too old.

    Repeated, late or reordered events do no harm: an event only requests a sync of its order.
    """
    release_connection()
    webhook_event = webhook_events.construct_event(
        _read_body(), request.headers.get(webhook_events.signature_header, "")
    )
    webhook_service.handle(webhook_event)
    return {}


def _read_body() -> bytes:
    if (request.content_length or 0) > MAX_BYTES:
        raise RefusedError(TOO_LARGE)
    body = request.stream.read(MAX_BYTES + 1)
    if len(body) > MAX_BYTES:
        raise RefusedError(TOO_LARGE)
    return body
