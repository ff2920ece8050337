"""Schemas of the catalog (api.md, "Catalog")."""

from __future__ import annotations

from marshmallow import Schema, fields

from touchline.catalog.domain.media.recordings import RecordingState
from touchline.platform.http.schemas import nullable, required_text

RECORDING_STATES = [state.value for state in RecordingState if state.is_taken_down]


class LogoSchema(Schema):
    """Images of a participant or group."""

    logo = nullable(fields.String)


class EventCategorySchema(Schema):
    """Event category."""

    id = fields.Integer(required=True)
    name = required_text()
    short_name = required_text()
    alias = required_text()
    sport = required_text()
    gender = required_text()
    image = nullable(fields.String)
    weight = fields.Integer(required=True)


class TaggedCategorySchema(EventCategorySchema):
    """Event category with its clip tags. Empty means the page's default tags."""

    clip_tags = fields.List(fields.String(), required=True)


class EventLocationSchema(Schema):
    """Location of events."""

    id = fields.Integer(required=True)
    name = required_text()
    city = required_text()
    state = required_text()
    country = required_text()
    time_zone = nullable(fields.String)


class ParticipantGroupSchema(Schema):
    """School or club. `properties` maps property keys to value keys."""

    id = fields.Integer(required=True)
    name = required_text()
    short_name = required_text()
    nickname = required_text()
    alias = required_text()
    images = fields.Nested(LogoSchema, required=True)
    color = nullable(fields.String)
    colors = fields.List(fields.String(), required=True)
    city = required_text()
    state = required_text()
    properties = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class PropertyValueSchema(Schema):
    """Value of a group property."""

    key = required_text()
    name = required_text()


class ParticipantGroupPropertySchema(Schema):
    """Property for filtering groups."""

    id = fields.Integer(required=True)
    key = required_text()
    name = required_text()
    values = fields.List(fields.Nested(PropertyValueSchema), required=True)


class GroupSummarySchema(Schema):
    """Group of a participant."""

    id = fields.Integer(required=True)
    alias = required_text()
    name = required_text()
    nickname = required_text()


class ParticipantPropertiesSchema(Schema):
    """Gender (male, female, not identified) and sport."""

    gender = required_text()
    sport = required_text()


class ParticipantSummarySchema(Schema):
    """Participant without its child participants."""

    id = fields.Integer(required=True)
    name = required_text()
    short_name = required_text()
    alias = required_text()
    images = fields.Nested(LogoSchema, required=True)
    color = nullable(fields.String)
    color_2 = nullable(fields.String)
    event_category_id = nullable(fields.Integer)
    group = fields.Nested(GroupSummarySchema, required=True, allow_none=True)
    properties = fields.Nested(ParticipantPropertiesSchema, required=True)


class ParticipantSchema(ParticipantSummarySchema):
    """Participant. `children` are its child participants."""

    children = fields.List(fields.Nested(ParticipantSummarySchema), required=True)


class EventParticipantSchema(ParticipantSummarySchema):
    """Participant of an event. Away comes first."""

    is_home = fields.Boolean(required=True)


class MediaLinkSchema(Schema):
    """Media item. `type` is 1 image, 2 live, 3 recording, 4 embedded, 5 thumbnails, 6 to 8 previews.

    `url` is null unless this viewer may play it now. Times are in seconds, sizes in pixels.
    """

    id = fields.Integer(required=True)
    type = fields.Integer(required=True)
    name = required_text()
    url = nullable(fields.String)
    mime_type = nullable(fields.String)
    duration = nullable(fields.Float)
    width = nullable(fields.Integer)
    height = nullable(fields.Integer)
    start_ts = nullable(fields.Integer)
    expires_at = nullable(fields.String)
