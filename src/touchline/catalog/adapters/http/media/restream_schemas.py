"""Schemas of restream targets and restreams in the studio."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.domain.media.restreams import (
    MAX_KEY_LENGTH,
    MAX_NAME_LENGTH,
    MAX_URL_LENGTH,
    RestreamFailure,
    RestreamService,
    RestreamState,
)
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

_SERVICES = validate.OneOf([service.value for service in RestreamService])
_name_length = validate.Length(max=MAX_NAME_LENGTH)
_url_length = validate.Length(max=MAX_URL_LENGTH)
_key_length = validate.Length(max=MAX_KEY_LENGTH)


class RestreamTargetChangesArgsSchema(Schema):
    """Body of `PATCH /studio/restream-targets/{target_id}`. Missing members stay unchanged."""

    name = NormalizedString(normalize.name, validate=_name_length)
    service = EnumField(RestreamService)
    server_url = NormalizedString(normalize.token, validate=_url_length)
    key = NormalizedString(normalize.token, validate=_key_length)
    passphrase = NormalizedString(normalize.token, validate=_key_length)
    is_always = fields.Boolean()


class RestreamTargetArgsSchema(Schema):
    """Body of `POST /studio/restream-targets`."""

    name = NormalizedString(normalize.name, load_default="", validate=_name_length)
    service = EnumField(RestreamService, load_default=RestreamService.OTHER)
    server_url = NormalizedString(normalize.token, load_default="", validate=_url_length)
    key = NormalizedString(normalize.token, load_default="", validate=_key_length)
    passphrase = NormalizedString(normalize.token, load_default="", validate=_key_length)
    is_always = fields.Boolean(load_default=False)


class RestreamTargetSchema(Schema):
    """Target that live streams can be sent on to, without its key."""

    id = fields.Integer(required=True)
    name = required_text()
    service = fields.String(required=True, validate=_SERVICES)
    server_url = required_text()
    is_always = fields.Boolean(required=True)
    created_at = Instant(required=True)


class RestreamKeySchema(Schema):
    """Secrets of a target. Only SRT has a passphrase."""

    key = required_text()
    passphrase = required_text()


class RestreamArgsSchema(Schema):
    """Body of `PUT /studio/events/{key}/restreams/{target_id}`."""

    is_on = fields.Boolean(required=True)


class RestreamSchema(Schema):
    """A target of an event, and how sending to it is going."""

    target_id = fields.Integer(required=True)
    name = required_text()
    service = fields.String(required=True, validate=_SERVICES)
    is_on = fields.Boolean(required=True)
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in RestreamState]))
    attempt = fields.Integer(required=True)
    next_attempt_at = nullable(Instant)
    live_since = nullable(Instant)
    bytes_sent = fields.Integer(required=True)
    bitrate = fields.Integer(required=True)
    failure = nullable(fields.String, validate=validate.OneOf([failure.value for failure in RestreamFailure]))
    detail = required_text()
