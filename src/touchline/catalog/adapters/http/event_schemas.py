"""The shapes of events in answers (api.md, "Catalogue")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.schemas import (
    RECORDING_STATES,
    EventCategory,
    EventLocation,
    EventParticipant,
    MediaLink,
)
from touchline.catalog.domain.availability import Availability
from touchline.catalog.domain.status import LiveStatus
from touchline.platform.http.schemas import maybe, text


class Score(Schema):
    """The score so far; `note` is a word beside it."""

    away = fields.Integer(required=True)
    home = fields.Integer(required=True)
    note = maybe(fields.String)


class EventImages(Schema):
    """Pictures of an event; null where the page draws a match-up instead."""

    card = maybe(fields.String)
    poster = maybe(fields.String)


class EventRow(Schema):
    """An event in a list; of its media only pictures and previews."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    full_name = text()
    label = text()
    type = text()
    pass_type = text()
    sport = text()
    gender = text()
    participants = fields.List(fields.Nested(EventParticipant), required=True)
    home_team_id = maybe(fields.Integer)
    event_utc_ts = fields.Integer(required=True)
    time_zone = text()
    duration = fields.Integer(required=True)
    event_category_id = maybe(fields.Integer)
    event_category = fields.Nested(EventCategory, required=True, allow_none=True)
    location_id = maybe(fields.Integer)
    location = fields.Nested(EventLocation, required=True, allow_none=True)
    base_price = text()
    service_fee = text()
    price = text()
    currency = text()
    single_event_package_id = maybe(fields.Integer)
    has_access = fields.Boolean(required=True)
    access_reason = text()
    stream_status = text()
    schedule_status = fields.String(
        required=True, validate=validate.OneOf(["scheduled", "postponed", "rescheduled", "canceled"])
    )
    previous_event_utc_ts = maybe(fields.Integer)
    recording_state = maybe(fields.String, validate=validate.OneOf(RECORDING_STATES))
    live_state = maybe(fields.String, validate=validate.OneOf([one.value for one in LiveStatus]))
    availability = fields.String(
        required=True,
        validate=validate.OneOf([one.value for one in Availability]),
        metadata={"description": "`expected` and `recorded` events can be watched; all others are not sold."},
    )
    score = fields.Nested(Score, required=True, allow_none=True)
    images = fields.Nested(EventImages, required=True)
    media = fields.List(fields.Nested(MediaLink), required=True)
    clip_count = fields.Integer(required=True)
    share_url = text()


class SimulationInShort(Schema):
    """A simulated showing: upcoming, live or finished, and from when to when (instants in UTC)."""

    state = fields.String(required=True, validate=validate.OneOf(["upcoming", "live", "finished"]))
    starts_at = text()
    ends_at = text()


class Event(EventRow):
    """One event with everything.

    Until a simulated showing is over, the recording (3) and its storyboard (5) have no `url` here.
    """

    description = text()
    simulation = fields.Nested(SimulationInShort, required=True, allow_none=True)


class Simulation(SimulationInShort):
    """A recorded event that plays as if it were live; `stream` is null before it starts and without access.

    `now` is the server's clock with milliseconds. Everybody is at the same moment of the film,
    `now - starts_at - delay` seconds (`delay` too).
    """

    event = fields.Nested(Event, required=True)
    now = text()
    delay = fields.Integer(required=True)
    has_access = fields.Boolean(required=True)
    access_reason = text()
    stream = fields.Nested(MediaLink, required=True, allow_none=True)


class StreamTest(Schema):
    """The stream test of an event: `state` is `none`, `waiting`, `live` or `interrupted`."""

    state = text()
    fault = maybe(fields.String)
    stream = fields.Nested(MediaLink, required=True, allow_none=True)


class HomeRail(Schema):
    """A rail of the home page; `total` counts all its events, `more_url` is the page that lists them."""

    id = fields.Integer(required=True)
    title = text()
    kind = text()
    stream_status = text()
    event_category_id = maybe(fields.Integer)
    events = fields.List(fields.Nested(EventRow), required=True)
    total = fields.Integer(required=True)
    more_url = text()
