"""OpenAPI schemas of the data that browsers send.

Requests are not validated against them. The spool reads the data strictly and counts what it rejects.
"""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.analytics.domain.payload_values import MAX_ID
from touchline.analytics.domain.payloads import MAX_TRK_LENGTH, MAX_VIEWING_SECONDS
from touchline.analytics.domain.records import Device, FaultSide, PlaybackEventType
from touchline.analytics.domain.sponsors.ad_breaks import AdEvent

_ID_RANGE = validate.Range(1, MAX_ID)


class SessionHashSchema(Schema):
    """Hash of a session."""

    hash = fields.String(required=True, metadata={"description": "Random ID of 32 hexadecimal digits."})


class BeaconAcceptedSchema(Schema):
    """Empty response. It does not say what happens to the data."""


class BeaconSchema(Schema):
    """Members of every call. A body is one such object, or a list of at most 50."""

    profile = fields.String(
        required=True, metadata={"description": "`yare-analytics-key` of the channel's settings."}
    )
    origin_url = fields.String(metadata={"description": "URL of the page, stored without its query."})
    trk = fields.String(
        validate=validate.Length(max=MAX_TRK_LENGTH), metadata={"description": "Outer tracking value."}
    )
    at = fields.Integer(
        metadata={
            "description": "Time of the event, in milliseconds since 1970. Accepted up to one day back."
        }
    )
    consent = fields.Boolean(metadata={"description": "Whether the viewer agreed to personal analytics."})
    device_type = fields.String(validate=validate.OneOf([device.value for device in Device]))
    token = fields.String(
        metadata={
            "description": "Token from `GET /api/report-token`. Without a valid one, the event is stored"
            " as doubtful and appears in no figure."
        }
    )


class SessionBeaconSchema(BeaconSchema):
    """Start of a session."""

    session = fields.String(required=True, metadata={"description": "Hash of the session."})
    user_agent = fields.String(metadata={"description": "Ignored; the request's header is used."})
    resolution = fields.String(metadata={"description": "Screen size, such as `1440x900`."})
    platform = fields.String(
        validate=validate.Length(max=20), metadata={"description": "Platform, such as `web`."}
    )


class InSessionBeaconSchema(BeaconSchema):
    """Members of all calls within a session."""

    session_uuid = fields.String(required=True, metadata={"description": "Hash of the session."})
    user_id = fields.Integer(
        allow_none=True,
        metadata={"description": "Read only with `consent`, and stored as a pseudonym."},
    )


class EventBeaconSchema(InSessionBeaconSchema):
    """Event of a visitor. Members that are not listed here are stored too, at most twelve short ones."""

    user_email = fields.String(metadata={"description": "Never stored."})
    event = fields.String(
        required=True,
        validate=validate.Regexp("[a-z_]{1,40}"),
        metadata={
            "description": "`login`, `visit_page`, `api_request`, `view_item_list`, `select_item`,"
            " `begin_checkout`, `purchase`, or another name."
        },
    )
    page = fields.String(metadata={"description": "Path of the page, stored without its query."})
    event_id = fields.Integer(validate=_ID_RANGE)
    vod_id = fields.Integer(validate=_ID_RANGE)
    clip_id = fields.Integer(validate=_ID_RANGE)


class ViewBeaconSchema(InSessionBeaconSchema):
    """Members of every call about a view."""

    video_view_uuid = fields.String(
        required=True, metadata={"description": "ID of 8 to 64 letters and digits."}
    )
    stream_id = fields.Integer(required=True, validate=_ID_RANGE)
    stream_type = fields.String(required=True, validate=validate.OneOf(("live", "event", "vod", "clip")))
    position = fields.Float(metadata={"description": "Playback position in seconds."})
    bitrate = fields.Float(metadata={"description": "Bitrate in kbit/s."})
    category = fields.String()
    sport = fields.String()
    gender = fields.String()
    school = fields.String()
    league = fields.String()


class VideoEventBeaconSchema(ViewBeaconSchema):
    """Event of a view."""

    event = fields.String(
        load_default=PlaybackEventType.FIRST_FRAME.value,
        validate=validate.OneOf(
            [
                event_type.value
                for event_type in PlaybackEventType
                if event_type is not PlaybackEventType.VIEWING
            ]
        ),
    )
    startup_ms = fields.Float(
        metadata={"description": "With `first_frame`: milliseconds since playback was requested."}
    )
    stall_ms = fields.Float(metadata={"description": "With `stall`: duration in milliseconds."})
    side = fields.String(
        validate=validate.OneOf([side.value for side in FaultSide]),
        metadata={"description": "With `stall` and `error`: cause of the problem."},
    )
    fault = fields.String(metadata={"description": "With `stall` and `error`: short error code."})


class ViewingBeaconSchema(ViewBeaconSchema):
    """Seconds watched."""

    viewing_time = fields.Float(
        required=True,
        validate=validate.Range(0, MAX_VIEWING_SECONDS),
        metadata={"description": "Seconds watched since the last event."},
    )


class AdBeaconSchema(InSessionBeaconSchema):
    """Event of a sponsor's pre-roll. Every event implies an impression; a quartile implies those before."""

    event = fields.String(required=True, validate=validate.OneOf([event.value for event in AdEvent]))
    ad_token = fields.String(
        required=True,
        metadata={"description": "Token from `POST /ad-breaks`. Without a valid one, the event is dropped."},
    )
