"""Where the payment provider tells what happened (https://docs.stripe.com/webhooks)."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request
from marshmallow import Schema

from touchline.billing.application.webhooks.handle_webhook import HandleWebhook
from touchline.billing.ports.payments import WebhookEvents
from touchline.platform.db.session import Database
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, public
from touchline.platform.http.requests import release_connection
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

MAX_BYTES = 512 * 1024
TOO_LARGE = ErrorMessage("errors.webhook_too_large", "The webhook is larger than allowed.")
blueprint = Blueprint("webhook", __name__, description="Notices of the payment provider")


class WebhookResponseSchema(Schema):
    """Nothing: a notice that is heard is answered by its status alone."""


@blueprint.route("/stripe/webhook", methods=["POST"])
@error_responses(400, 413)
@limits.exempt(limits.SIGNED)
@public
@blueprint.response(200, WebhookResponseSchema)
@inject
def receive_webhook(
    database: Database = Provide["database"],
    webhook_events: WebhookEvents = Provide["billing.payments"],
    handle_webhook: HandleWebhook = Provide["billing.checkout.handle_webhook"],
) -> dict[str, Any]:
    """A notice, signed over its raw body; 400 where the signature is not the provider's, or too old. A notice
    that comes again, late or out of order does no harm: it only says that an order is to be looked at."""
    release_connection()
    webhook_event = webhook_events.construct_event(
        _read_body(), request.headers.get(webhook_events.signature_header, "")
    )
    with database.transaction(None, unscoped=True):
        handle_webhook(webhook_event)
    return {}


def _read_body() -> bytes:
    if (request.content_length or 0) > MAX_BYTES:
        raise RefusedError(TOO_LARGE)
    body = request.stream.read(MAX_BYTES + 1)
    if len(body) > MAX_BYTES:
        raise RefusedError(TOO_LARGE)
    return body
