"""The shapes of what a clip says of its event: members of a row of `GET /events` (api.md, "Catalogue")."""

from __future__ import annotations

from marshmallow import Schema, fields

from touchline.platform.http.schemas import maybe, text


class TeamPictures(Schema):
    """Pictures of a participant."""

    logo = maybe(fields.String)


class TeamSchool(Schema):
    """The group of a participant."""

    id = fields.Integer(required=True)
    alias = text()
    name = text()
    nickname = text()


class TeamProperties(Schema):
    """Gender (male, female, not identified) and sport."""

    gender = text()
    sport = text()


class ClipTeam(Schema):
    """A participant of the event; away comes first."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    alias = text()
    images = fields.Nested(TeamPictures, required=True)
    color = maybe(fields.String)
    color_2 = maybe(fields.String)
    event_category_id = maybe(fields.Integer)
    group = fields.Nested(TeamSchool, required=True, allow_none=True)
    properties = fields.Nested(TeamProperties, required=True)
    is_home = fields.Boolean(required=True)


class ClipCategory(Schema):
    """The kind of event."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    alias = text()
    sport = text()
    gender = text()
    image = maybe(fields.String)
    weight = fields.Integer(required=True)


class ClipLocation(Schema):
    """Where the event takes place."""

    id = fields.Integer(required=True)
    name = text()
    city = text()
    state = text()
    country = text()
    time_zone = maybe(fields.String)


class ClipScore(Schema):
    """The score; `note` is a word beside it."""

    away = fields.Integer(required=True)
    home = fields.Integer(required=True)
    note = maybe(fields.String)


class ClipEventPictures(Schema):
    """Pictures of the event; null where the page draws a match-up instead."""

    card = maybe(fields.String)
    poster = maybe(fields.String)


class ClipEvent(Schema):
    """The event of a clip, and whether this viewer may watch it."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    full_name = text()
    label = text()
    sport = text()
    participants = fields.List(fields.Nested(ClipTeam), required=True)
    home_team_id = maybe(fields.Integer)
    event_utc_ts = fields.Integer(required=True)
    time_zone = text()
    event_category = fields.Nested(ClipCategory, required=True, allow_none=True)
    location = fields.Nested(ClipLocation, required=True, allow_none=True)
    stream_status = text()
    score = fields.Nested(ClipScore, required=True, allow_none=True)
    images = fields.Nested(ClipEventPictures, required=True)
    has_access = fields.Boolean(required=True)
    access_reason = text()
    pass_type = text()
    price = text()
    currency = text()
