"""Schemas of the health of streams."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.events.studio_schemas import SLOTS, STREAM_STATES
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.stream_faults import FaultSeverity
from touchline.platform.http.schemas import Instant, nullable, required_text


class StreamHealthArgsSchema(Schema):
    """Whether to return the stream test or the stream, and the history."""

    is_test = fields.Boolean(load_default=None)
    has_history = fields.Boolean(load_default=True)


class StreamPreviewArgsSchema(Schema):
    """The encoder of the picture."""

    is_test = fields.Boolean(load_default=None)
    slot = fields.String(load_default=EncoderSlot.PRIMARY.value, validate=validate.OneOf(SLOTS))


class EncoderValuesSchema(Schema):
    """What is measured of an encoder now. Counts start with its connection."""

    bitrate = fields.Integer(required=True)
    frame_rate = fields.Float(required=True)
    keyframe_interval_ms = fields.Integer(required=True)
    dropped_frames = fields.Integer(required=True)
    late_frames = fields.Integer(required=True)
    audio_level_db = nullable(fields.Float)
    audio_peak_db = nullable(fields.Float)
    av_drift_ms = fields.Integer(required=True)
    clock_drift_ms = fields.Integer(required=True)
    black_seconds = fields.Float(required=True)
    silent_seconds = fields.Float(required=True)
    idle_seconds = fields.Float(required=True)
    width = fields.Integer(required=True)
    height = fields.Integer(required=True)
    server_load = fields.Float(required=True)


class StreamFaultSchema(Schema):
    """A fault, with what to change."""

    code = required_text()
    severity = fields.String(
        required=True, validate=validate.OneOf([severity.value for severity in FaultSeverity])
    )
    since = Instant(required=True)
    message = required_text()
    remedy = required_text()
    values = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)


class HealthHistorySchema(Schema):
    """Values of the last hour. All lists have the same length."""

    at = fields.List(Instant(), required=True)
    bitrate = fields.List(fields.Integer(), required=True)
    frame_rate = fields.List(fields.Float(), required=True)
    dropped_frames = fields.List(fields.Integer(), required=True)
    late_frames = fields.List(fields.Integer(), required=True)
    audio_level_db = fields.List(fields.Float(allow_none=True), required=True)
    av_drift_ms = fields.List(fields.Integer(), required=True)
    clock_drift_ms = fields.List(fields.Integer(), required=True)


class SlotHealthSchema(Schema):
    """The health of one encoder."""

    slot = fields.String(required=True, validate=validate.OneOf(SLOTS))
    at = nullable(Instant)
    values = fields.Nested(EncoderValuesSchema, required=True, allow_none=True)
    faults = fields.List(fields.Nested(StreamFaultSchema), required=True)
    history = fields.Nested(HealthHistorySchema, required=True, allow_none=True)


class StreamHealthReportSchema(Schema):
    """The health of the encoders of an event's stream, and the faults of the stream itself."""

    is_test = fields.Boolean(required=True)
    state = fields.String(required=True, validate=validate.OneOf(STREAM_STATES))
    faults = fields.List(fields.Nested(StreamFaultSchema), required=True)
    slots = fields.List(fields.Nested(SlotHealthSchema), required=True)
    is_alerted = fields.Boolean(required=True)


class StreamAlertsSchema(Schema):
    """Whether the operator is alerted about faults of a stream."""

    is_alerted = fields.Boolean(required=True)
