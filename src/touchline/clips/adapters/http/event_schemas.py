"""Schemas of a clip's event, with members of a row of `GET /events` (api.md, "Catalog")."""

from __future__ import annotations

from marshmallow import Schema, fields

from touchline.platform.http.schemas import nullable, required_text


class ClipTeamImagesSchema(Schema):
    """Images of a participant."""

    logo = nullable(fields.String)


class ClipTeamGroupSchema(Schema):
    """Group of a participant."""

    id = fields.Integer(required=True)
    alias = required_text()
    name = required_text()
    nickname = required_text()


class ClipTeamPropertiesSchema(Schema):
    """Gender (male, female, not identified) and sport."""

    gender = required_text()
    sport = required_text()


class ClipTeamSchema(Schema):
    """Participant of the event. Away comes first."""

    id = fields.Integer(required=True)
    name = required_text()
    short_name = required_text()
    alias = required_text()
    images = fields.Nested(ClipTeamImagesSchema, required=True)
    color = nullable(fields.String)
    color_2 = nullable(fields.String)
    event_category_id = nullable(fields.Integer)
    group = fields.Nested(ClipTeamGroupSchema, required=True, allow_none=True)
    properties = fields.Nested(ClipTeamPropertiesSchema, required=True)
    is_home = fields.Boolean(required=True)


class ClipCategorySchema(Schema):
    """Category of the event."""

    id = fields.Integer(required=True)
    name = required_text()
    short_name = required_text()
    alias = required_text()
    sport = required_text()
    gender = required_text()
    image = nullable(fields.String)
    weight = fields.Integer(required=True)


class ClipLocationSchema(Schema):
    """Location of the event."""

    id = fields.Integer(required=True)
    name = required_text()
    city = required_text()
    state = required_text()
    country = required_text()
    time_zone = nullable(fields.String)


class ClipScoreSchema(Schema):
    """Score. `note` is a note beside it."""

    away = fields.Integer(required=True)
    home = fields.Integer(required=True)
    note = nullable(fields.String)


class ClipEventImagesSchema(Schema):
    """Images of the event. Null if the page draws a match-up instead."""

    card = nullable(fields.String)
    poster = nullable(fields.String)


class FeaturedEventSchema(Schema):
    """Event of a featured clip."""

    id = fields.Integer(required=True)
    full_name = required_text()
    sport = required_text()
    participants = fields.List(fields.Nested(ClipTeamSchema), required=True)
    images = fields.Nested(ClipEventImagesSchema, required=True)


class ClipEventSchema(FeaturedEventSchema):
    """Event of a clip, and whether this viewer may watch it."""

    name = required_text()
    short_name = required_text()
    label = required_text()
    home_team_id = nullable(fields.Integer)
    event_utc_ts = fields.Integer(required=True)
    time_zone = required_text()
    event_category = fields.Nested(ClipCategorySchema, required=True, allow_none=True)
    location = fields.Nested(ClipLocationSchema, required=True, allow_none=True)
    stream_status = required_text()
    score = fields.Nested(ClipScoreSchema, required=True, allow_none=True)
    has_access = fields.Boolean(required=True)
    access_reason = required_text()
    pass_type = required_text()
    price = required_text()
    currency = required_text()
