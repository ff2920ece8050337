"""Schemas of events (api.md, "Catalog")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.schemas import (
    RECORDING_STATES,
    EventCategorySchema,
    EventLocationSchema,
    EventParticipantSchema,
    MediaLinkSchema,
)
from touchline.catalog.domain.events.availability import Availability
from touchline.catalog.domain.events.replay import ReplayState
from touchline.catalog.domain.events.score import Ending, Winner
from touchline.catalog.domain.events.status import LiveStatus
from touchline.platform.http.schemas import nullable, required_text


class ShootoutSchema(Schema):
    """Score of a shootout."""

    away = fields.Integer(required=True)
    home = fields.Integer(required=True)


class ScoreSchema(Schema):
    """Current or final score, and how the game ended. `text` is the result as the sport writes it."""

    away = fields.Integer(required=True)
    home = fields.Integer(required=True)
    note = nullable(fields.String)
    ending = fields.String(required=True, validate=validate.OneOf([ending.value for ending in Ending]))
    shootout = fields.Nested(ShootoutSchema, required=True, allow_none=True)
    winner = nullable(fields.String, validate=validate.OneOf([winner.value for winner in Winner]))
    period = nullable(fields.Integer)
    text = required_text()
    ending_note = nullable(fields.String)
    leader = nullable(fields.String, validate=validate.OneOf([winner.value for winner in Winner]))


class EventImagesSchema(Schema):
    """Images of an event. Null if the page draws a match-up instead."""

    card = nullable(fields.String)
    poster = nullable(fields.String)
    tall = nullable(fields.String)


class ReplaySchema(Schema):
    """Replay window of an event, in UTC. A side without a time is open."""

    state = fields.String(required=True, validate=validate.OneOf([state.value for state in ReplayState]))
    starts_at = nullable(fields.String)
    ends_at = nullable(fields.String)


class EventRowSchema(Schema):
    """Event in a list. Its media are limited to images and previews."""

    id = fields.Integer(required=True)
    name = required_text()
    short_name = required_text()
    full_name = required_text()
    label = required_text()
    type = required_text()
    pass_type = required_text()
    sport = required_text()
    gender = required_text()
    participants = fields.List(fields.Nested(EventParticipantSchema), required=True)
    home_team_id = nullable(fields.Integer)
    event_utc_ts = fields.Integer(required=True)
    is_time_known = fields.Boolean(required=True)
    time_zone = required_text()
    duration = fields.Integer(required=True)
    event_category_id = nullable(fields.Integer)
    event_category = fields.Nested(EventCategorySchema, required=True, allow_none=True)
    location_id = nullable(fields.Integer)
    location = fields.Nested(EventLocationSchema, required=True, allow_none=True)
    is_neutral_site = fields.Boolean(required=True)
    base_price = required_text()
    service_fee = required_text()
    price = required_text()
    currency = required_text()
    single_event_package_id = nullable(fields.Integer)
    has_access = fields.Boolean(required=True)
    access_reason = required_text()
    available_at = nullable(fields.String)
    has_live = fields.Boolean(required=True)
    has_video = fields.Boolean(required=True)
    is_audio_only = fields.Boolean(required=True)
    allows_downloads = fields.Boolean(required=True)
    stream_status = required_text()
    schedule_status = fields.String(
        required=True, validate=validate.OneOf(["scheduled", "postponed", "rescheduled", "canceled"])
    )
    previous_event_utc_ts = nullable(fields.Integer)
    recording_state = nullable(fields.String, validate=validate.OneOf(RECORDING_STATES))
    live_state = nullable(fields.String, validate=validate.OneOf([status.value for status in LiveStatus]))
    availability = fields.String(
        required=True,
        validate=validate.OneOf([availability.value for availability in Availability]),
        metadata={
            "description": "Viewers can watch only `expected` and `recorded` events."
            " The others are not on sale."
        },
    )
    replay = fields.Nested(ReplaySchema, required=True, allow_none=True)
    score = fields.Nested(ScoreSchema, required=True, allow_none=True)
    is_score_hidden = fields.Boolean(required=True)
    images = fields.Nested(EventImagesSchema, required=True)
    media = fields.List(fields.Nested(MediaLinkSchema), required=True)
    clip_count = fields.Integer(required=True)
    share_url = required_text()


class SimulationSummarySchema(Schema):
    """Simulated live broadcast: upcoming, live or finished, with start and end in UTC."""

    state = fields.String(required=True, validate=validate.OneOf(["upcoming", "live", "finished"]))
    starts_at = required_text()
    ends_at = required_text()


class RunningEventSchema(EventRowSchema):
    """Event that runs now, as in other lists. A simulated live broadcast has no score."""

    simulation = fields.Nested(SimulationSummarySchema, required=True, allow_none=True)


class EventSchema(EventRowSchema):
    """Event with all details.

    Until a simulated live broadcast ends, the recording (3) and its thumbnails (5) have no `url`.
    """

    description = required_text()
    preroll_keys = fields.List(fields.String(), required=True, allow_none=True)
    timeline_token = nullable(fields.String)
    simulation = fields.Nested(SimulationSummarySchema, required=True, allow_none=True)


class SimulationSchema(SimulationSummarySchema):
    """Simulated live broadcast of a recording. `stream` is null before the start and without access.

    `now` is the server's clock in milliseconds. All viewers are at the same position,
    `now - starts_at - delay` seconds.
    """

    event = fields.Nested(EventSchema, required=True)
    now = required_text()
    delay = fields.Integer(required=True)
    has_access = fields.Boolean(required=True)
    access_reason = required_text()
    stream = fields.Nested(MediaLinkSchema, required=True, allow_none=True)


class StreamTestSchema(Schema):
    """Stream test of an event. `state` is `none`, `waiting`, `live` or `interrupted`."""

    state = required_text()
    fault = nullable(fields.String)
    stream = fields.Nested(MediaLinkSchema, required=True, allow_none=True)


class HomeRailSchema(Schema):
    """Rail of the home page. `total` counts all its events, `more_url` is the page that lists them."""

    id = fields.Integer(required=True)
    title = required_text()
    kind = required_text()
    stream_status = required_text()
    event_category_id = nullable(fields.Integer)
    events = fields.List(fields.Nested(EventRowSchema), required=True)
    total = fields.Integer(required=True)
    more_url = required_text()
