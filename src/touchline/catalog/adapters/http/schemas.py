"""The shapes of the catalogue's answers (api.md, "Catalogue")."""

from __future__ import annotations

from marshmallow import Schema, fields

from touchline.catalog.domain.recordings import RecordingState
from touchline.platform.http.schemas import maybe, text

RECORDING_STATES = [one.value for one in RecordingState if one.is_taken_down]


class Logo(Schema):
    """Pictures of a participant or group."""

    logo = maybe(fields.String)


class EventCategory(Schema):
    """A kind of event."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    alias = text()
    sport = text()
    gender = text()
    image = maybe(fields.String)
    weight = fields.Integer(required=True)


class TaggedCategory(EventCategory):
    """A kind of event with what its clips may be tagged; none: the page's own list."""

    clip_tags = fields.List(fields.String(), required=True)


class EventLocation(Schema):
    """Where events take place."""

    id = fields.Integer(required=True)
    name = text()
    city = text()
    state = text()
    country = text()
    time_zone = maybe(fields.String)


class ParticipantGroup(Schema):
    """A school or club; `properties` maps property keys to value keys."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    nickname = text()
    alias = text()
    images = fields.Nested(Logo, required=True)
    color = maybe(fields.String)
    colors = fields.List(fields.String(), required=True)
    city = text()
    state = text()
    properties = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class PropertyValue(Schema):
    """A value of a group property."""

    key = text()
    name = text()


class ParticipantGroupProperty(Schema):
    """Something groups are told apart by."""

    id = fields.Integer(required=True)
    key = text()
    name = text()
    values = fields.List(fields.Nested(PropertyValue), required=True)


class GroupInShort(Schema):
    """The group of a participant."""

    id = fields.Integer(required=True)
    alias = text()
    name = text()
    nickname = text()


class ParticipantProperties(Schema):
    """Gender (male, female, not identified) and sport."""

    gender = text()
    sport = text()


class ParticipantAlone(Schema):
    """A participant without those it stands for."""

    id = fields.Integer(required=True)
    name = text()
    short_name = text()
    alias = text()
    images = fields.Nested(Logo, required=True)
    color = maybe(fields.String)
    color_2 = maybe(fields.String)
    event_category_id = maybe(fields.Integer)
    group = fields.Nested(GroupInShort, required=True, allow_none=True)
    properties = fields.Nested(ParticipantProperties, required=True)


class Participant(ParticipantAlone):
    """A participant; `children` are those it stands for."""

    children = fields.List(fields.Nested(ParticipantAlone), required=True)


class EventParticipant(ParticipantAlone):
    """A participant of an event; away comes first."""

    is_home = fields.Boolean(required=True)


class MediaLink(Schema):
    """One medium: `type` is 1 image, 2 live, 3 vod, 4 embedded, 5 thumbnails, 6 to 8 previews.

    `url` is null unless this viewer may play it now; times are in seconds, sizes in pixels.
    """

    id = fields.Integer(required=True)
    type = fields.Integer(required=True)
    name = text()
    url = maybe(fields.String)
    mime_type = maybe(fields.String)
    duration = maybe(fields.Float)
    width = maybe(fields.Integer)
    height = maybe(fields.Integer)
    start_ts = maybe(fields.Integer)
    expires_at = maybe(fields.String)
