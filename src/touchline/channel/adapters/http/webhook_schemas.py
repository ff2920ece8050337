"""Schemas of webhook endpoints and their log."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.channel.domain.webhook_endpoints.deliveries import DeliveryError, DeliveryState
from touchline.channel.domain.webhook_endpoints.endpoints import (
    MAX_DESCRIPTION_LENGTH,
    MAX_URL_LENGTH,
    PauseReason,
)
from touchline.channel.domain.webhook_endpoints.messages import EVENT_TYPES, WebhookType
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

_EVENT_TYPE_VALUES = [kind.value for kind in EVENT_TYPES]


class WebhookEndpointChangesArgsSchema(Schema):
    """Body of `PATCH /studio/webhook-endpoints/{endpoint_id}`. Missing members stay unchanged."""

    url = NormalizedString(normalize.token, validate=validate.Length(max=MAX_URL_LENGTH))
    description = NormalizedString(normalize.name, validate=validate.Length(max=MAX_DESCRIPTION_LENGTH))
    event_types = fields.List(EnumField(WebhookType), validate=validate.Length(max=len(WebhookType)))


class WebhookEndpointArgsSchema(WebhookEndpointChangesArgsSchema):
    """Body of `POST /studio/webhook-endpoints`."""

    url = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=MAX_URL_LENGTH))
    description = NormalizedString(
        normalize.name, load_default="", validate=validate.Length(max=MAX_DESCRIPTION_LENGTH)
    )
    event_types = fields.List(
        EnumField(WebhookType), load_default=list, validate=validate.Length(max=len(WebhookType))
    )


class WebhookAttemptSchema(Schema):
    """One request to an endpoint."""

    at = Instant(required=True)
    duration_ms = fields.Integer(required=True)
    response_status = nullable(fields.Integer)
    response = required_text()
    error = nullable(fields.String, validate=validate.OneOf([error.value for error in DeliveryError]))


class WebhookEndpointSchema(Schema):
    """Address of another system that the channel notifies."""

    id = fields.Integer(required=True)
    url = required_text()
    description = required_text()
    event_types = fields.List(fields.String(validate=validate.OneOf(_EVENT_TYPE_VALUES)), required=True)
    created_at = Instant(required=True)
    failing_since = nullable(Instant)
    paused_at = nullable(Instant)
    pause_reason = nullable(fields.String, validate=validate.OneOf([reason.value for reason in PauseReason]))
    old_secret_until = nullable(Instant)
    latest_attempt = nullable(fields.Nested, nested=WebhookAttemptSchema)


class NewWebhookEndpointSchema(WebhookEndpointSchema):
    """Endpoint with its new secret, which is never shown again."""

    secret = required_text()


WebhookLogArgsSchema = list_args_schema(
    "WebhookLogArgsSchema",
    base=type(
        "WebhookLogFilterSchema",
        (Schema,),
        {
            "state": EnumField(DeliveryState, load_default=None),
            "type": EnumField(WebhookType, load_default=None),
        },
    ),
)


class WebhookDeliverySchema(Schema):
    """Delivery of a message to an endpoint. `body` is what was signed and sent."""

    id = fields.Integer(required=True)
    message_id = required_text()
    type = fields.String(required=True, validate=validate.OneOf([kind.value for kind in WebhookType]))
    created_at = Instant(required=True)
    body = required_text()
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in DeliveryState]))
    next_attempt_at = nullable(Instant)
    attempts = fields.List(fields.Nested(WebhookAttemptSchema), required=True)


class WebhookTestSchema(Schema):
    """Test message."""

    message_id = required_text()
