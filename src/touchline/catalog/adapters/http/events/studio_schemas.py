"""Schemas of the schedule and the streams in the studio."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.arguments import (
    DateOrInstantField,
    IdField,
    IdListField,
    SearchTextField,
)
from touchline.catalog.adapters.http.events.event_schemas import ScoreSchema
from touchline.catalog.application.events.studio_events import EventStatus
from touchline.catalog.domain.events.attention import Missing
from touchline.catalog.domain.events.visibility import PACK_VISIBILITIES
from touchline.catalog.domain.filters import AvailabilityLimit
from touchline.catalog.domain.media.encoder_slots import EncoderSlot, EncoderState
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.catalog.domain.media.safety_delay import MAX_SAFETY_DELAY_SECONDS
from touchline.catalog.domain.passes import PassType
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, nullable, required_text
from touchline.platform.http.validation_messages import EnumField

STREAM_STATES = ("", *(state.value for state in LiveState))


class StudioEventFiltersSchema(Schema):
    """Filters of the schedule in the studio."""

    status = EnumField(EventStatus, load_default=None)
    needs_attention = fields.Boolean(load_default=False)
    has_price = fields.Boolean(load_default=False)
    limit_by = fields.String(
        load_default=None, validate=validate.OneOf([limit.value for limit in AvailabilityLimit])
    )
    event_category_id = IdField(0)
    team = SearchTextField()
    school = SearchTextField()
    start_date = DateOrInstantField()
    end_date = DateOrInstantField()
    key = SearchTextField()
    ids = IdListField()
    q = SearchTextField()


StudioEventListArgsSchema = list_args_schema(
    "StudioEventListArgs",
    ["starts_at", "name"],
    default="starts_at",
    limit=50,
    no_limit=True,
    base=StudioEventFiltersSchema,
)


class StudioEventSchema(Schema):
    """An event of the schedule, with what it has and lacks."""

    id = fields.Integer(required=True)
    key = required_text()
    name = required_text()
    category = required_text()
    category_id = nullable(fields.Integer)
    location = required_text()
    teams = nullable(fields.List, cls_or_instance=fields.String())
    is_neutral_site = fields.Boolean(required=True)
    score = fields.Nested(ScoreSchema, required=True, allow_none=True)
    has_timeline = fields.Boolean(required=True)
    starts_at = Instant(required=True)
    is_time_known = fields.Boolean(required=True)
    time_zone = required_text()
    status = fields.String(required=True, validate=validate.OneOf([status.value for status in EventStatus]))
    is_rescheduled = fields.Boolean(required=True)
    visibility = fields.String(
        required=True, validate=validate.OneOf([visibility.value for visibility in PACK_VISIBILITIES])
    )
    pass_type = fields.String(required=True, validate=validate.OneOf([kind.value for kind in PassType]))
    price = nullable(fields.String)
    has_stream = fields.Boolean(required=True)
    is_stream_used = fields.Boolean(required=True)
    is_external = fields.Boolean(required=True)
    has_picture = fields.Boolean(required=True)
    has_recording = fields.Boolean(required=True)
    missing = nullable(fields.String, validate=validate.OneOf([missing.value for missing in Missing]))


SLOTS = tuple(slot.value for slot in EncoderSlot)


class StreamEncoderSchema(Schema):
    """The encoder of a slot: what it does, and whether viewers see it."""

    slot = fields.String(required=True, validate=validate.OneOf(SLOTS))
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in EncoderState]))
    fault = required_text()
    is_on_air = fields.Boolean(required=True)


class StreamHealthSchema(Schema):
    """The state of an event's stream, without its key."""

    state = fields.String(required=True, validate=validate.OneOf(STREAM_STATES))
    server = nullable(fields.String)
    fault = required_text()
    started_at = nullable(Instant)
    finished_at = nullable(Instant)
    is_supervised = fields.Boolean(required=True)
    encoders = fields.List(fields.Nested(StreamEncoderSchema), required=True)
    preferred_slot = fields.String(required=True, validate=validate.OneOf(SLOTS))
    safety_delay_seconds = fields.Integer(required=True)


class OpenStreamArgsSchema(Schema):
    """Whether to replace the stream key."""

    new_key = fields.Boolean(load_default=False)


class PutOnAirArgsSchema(Schema):
    """The encoder that viewers see from now on."""

    slot = EnumField(EncoderSlot, required=True)


class SafetyDelayArgsSchema(Schema):
    """How long video is held back."""

    seconds = fields.Integer(
        required=True, strict=True, validate=validate.Range(min=0, max=MAX_SAFETY_DELAY_SECONDS)
    )


class StopStreamArgsSchema(Schema):
    """What happens to the video that the safety delay holds back."""

    discard_held = fields.Boolean(load_default=False)


class StreamAccessSchema(Schema):
    """What the two encoders need to publish."""

    server = required_text()
    stream_key = required_text()
    srt_url = nullable(fields.String)
    qr = required_text()
    backup_key = required_text()
    backup_srt_url = nullable(fields.String)
    backup_qr = required_text()
    health = fields.Nested(StreamHealthSchema, required=True)
