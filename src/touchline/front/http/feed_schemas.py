"""Schemas of feeds."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.front.http.import_schemas import MAX_SOURCE, ImportOptionsSchema
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize

MAX_ADDRESS = 2000
STATES = ("new", "active", "paused")


class FeedArgsSchema(Schema):
    """Body of `POST /studio/feeds`. With `options`, the feed is checked every hour from now on."""

    name = NormalizedString(normalize.name, required=True, validate=validate.Length(1, MAX_SOURCE))
    address = NormalizedString(normalize.token, required=True, validate=validate.Length(1, MAX_ADDRESS))
    options = fields.Nested(ImportOptionsSchema, load_default=None, allow_none=True)


class FeedChangesArgsSchema(Schema):
    """Body of `PATCH /studio/feeds/{feed_id}`."""

    is_paused = fields.Boolean(required=True)


class FeedErrorSchema(Schema):
    """Why the last check failed."""

    code = required_text()
    message = required_text()
    params = fields.Dict(keys=fields.String(), required=True)


class FeedSchema(Schema):
    """Schedule at an address. Only the host of the address is shown, because the rest may be a secret."""

    id = fields.Integer(required=True)
    name = required_text()
    host = required_text()
    state = fields.String(required=True, validate=validate.OneOf(STATES))
    options = nullable(fields.Nested, nested=ImportOptionsSchema)
    checked_at = nullable(Instant)
    error = nullable(fields.Nested, nested=FeedErrorSchema)
    waiting = nullable(fields.Integer)
    revision = nullable(fields.Integer)
