"""Schemas of the phone camera of an event."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.events.studio_schemas import STREAM_STATES
from touchline.catalog.domain.media.camera_sessions import MAX_NUMBER
from touchline.platform.http.schemas import required_text


class CameraStatusSchema(Schema):
    """The phone camera of an event, and the chunk that the server needs next."""

    state = fields.String(required=True, validate=validate.OneOf(STREAM_STATES))
    fault = required_text()
    session = required_text()
    next_number = fields.Integer(required=True)
    published_number = fields.Integer(required=True)
    is_ended = fields.Boolean(required=True)


class CameraSchema(Schema):
    """The phone camera of an event, and the address of its page for a phone."""

    url = required_text()
    qr = required_text()
    status = fields.Nested(CameraStatusSchema, required=True)


class ChunkArgsSchema(Schema):
    """What is known of a chunk beside its bytes."""

    recording = fields.Integer(required=True, validate=validate.Range(0, MAX_NUMBER))
    sha256 = fields.String(required=True, validate=validate.Regexp(r"\A[0-9a-f]{64}\Z"))
