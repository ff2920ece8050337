"""What browsers tell, as the document of the API shows it. Nothing is held against these when it comes in:
whoever stores it reads it strictly, and counts what does not fit."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.analytics.domain.payload_values import MAX_ID
from touchline.analytics.domain.payloads import MAX_TRK_LENGTH, MAX_VIEWING_SECONDS
from touchline.analytics.domain.records import Device, FaultSide, PlaybackEventType

_ID_RANGE = validate.Range(1, MAX_ID)


class SessionHashSchema(Schema):
    """The name of a session."""

    hash = fields.String(required=True, metadata={"description": "32 hexadecimal digits, by chance."})


class BeaconAcceptedSchema(Schema):
    """Nothing is told of what becomes of it."""


class BeaconSchema(Schema):
    """What every call names. A body is one of these, or a list of at most 50."""

    profile = fields.String(
        required=True, metadata={"description": "`yare-analytics-key` of the channel's settings."}
    )
    origin_url = fields.String(metadata={"description": "The page's address; its query is not kept."})
    trk = fields.String(
        validate=validate.Length(max=MAX_TRK_LENGTH), metadata={"description": "The outer tracking value."}
    )
    at = fields.Integer(
        metadata={
            "description": "When it happened, in milliseconds since 1970; believed within the last day."
        }
    )
    consent = fields.Boolean(
        metadata={"description": "True where the viewer agreed to be counted as a person."}
    )
    device_type = fields.String(validate=validate.OneOf([one.value for one in Device]))
    token = fields.String(
        metadata={
            "description": "From `GET /api/report-token`. Without a valid one a report is kept as doubtful,"
            " and no figure has it."
        }
    )


class SessionBeaconSchema(BeaconSchema):
    """A session began."""

    session = fields.String(required=True, metadata={"description": "The session's hash."})
    user_agent = fields.String(metadata={"description": "Taken from the request's header instead."})
    resolution = fields.String(metadata={"description": "Such as `1440x900`."})
    platform = fields.String(validate=validate.Length(max=20), metadata={"description": "Such as `web`."})


class InSessionBeaconSchema(BeaconSchema):
    """What happens within a session."""

    session_uuid = fields.String(required=True, metadata={"description": "The session's hash."})
    user_id = fields.Integer(
        allow_none=True,
        metadata={"description": "Looked at with `consent` alone, and kept as a pseudonym."},
    )


class EventBeaconSchema(InSessionBeaconSchema):
    """Something a visitor did or met; members without a name here are kept too, at most twelve short ones."""

    user_email = fields.String(metadata={"description": "Never kept."})
    event = fields.String(
        required=True,
        validate=validate.Regexp("[a-z_]{1,40}"),
        metadata={
            "description": "`login`, `visit_page`, `api_request`, `view_item_list`, `select_item`,"
            " `begin_checkout`, `purchase`, or another word."
        },
    )
    page = fields.String(metadata={"description": "The page's path; its query is not kept."})
    event_id = fields.Integer(validate=_ID_RANGE)
    vod_id = fields.Integer(validate=_ID_RANGE)
    clip_id = fields.Integer(validate=_ID_RANGE)


class ViewBeaconSchema(InSessionBeaconSchema):
    """What every call about a view names."""

    video_view_uuid = fields.String(required=True, metadata={"description": "8 to 64 letters and digits."})
    stream_id = fields.Integer(required=True, validate=_ID_RANGE)
    stream_type = fields.String(required=True, validate=validate.OneOf(("live", "event", "vod", "clip")))
    position = fields.Float(metadata={"description": "Where in the film, in seconds."})
    bitrate = fields.Float(metadata={"description": "In kbit/s."})
    category = fields.String()
    sport = fields.String()
    gender = fields.String()
    school = fields.String()
    league = fields.String()


class VideoEventBeaconSchema(ViewBeaconSchema):
    """Something that happened to a view."""

    event = fields.String(
        load_default=PlaybackEventType.FIRST_FRAME.value,
        validate=validate.OneOf(
            [one.value for one in PlaybackEventType if one is not PlaybackEventType.VIEWING]
        ),
    )
    startup_ms = fields.Float(metadata={"description": "With `first_frame`: since the press of play."})
    stall_ms = fields.Float(metadata={"description": "With `stall`: how long it stood."})
    side = fields.String(
        validate=validate.OneOf([one.value for one in FaultSide]),
        metadata={"description": "With `stall` and `error`: whose fault it was."},
    )
    fault = fields.String(metadata={"description": "With `stall` and `error`: a short code."})


class ViewingBeaconSchema(ViewBeaconSchema):
    """Seconds that were watched."""

    viewing_time = fields.Float(
        required=True,
        validate=validate.Range(0, MAX_VIEWING_SECONDS),
        metadata={"description": "Seconds since the last one."},
    )
