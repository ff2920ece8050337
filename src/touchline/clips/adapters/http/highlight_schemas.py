"""Schemas of highlights and reels."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.clips.adapters.http.schemas import ClipSchema
from touchline.clips.domain.highlight import MAX_HIGHLIGHTS
from touchline.platform.http.schemas import nullable, required_text
from touchline.shared.tasks.work import WorkState

_STATES = validate.OneOf([state.value for state in WorkState])
_IDS = validate.Length(max=2 * MAX_HIGHLIGHTS)


class HighlightSchema(ClipSchema):
    """Highlight: a clip of the channel, with the time of its moment in milliseconds since 1970."""

    at_ms = fields.Integer(required=True)


class EventHighlightsSchema(Schema):
    """Highlights of an event in order, and its reel: one clip of all of them, or null before the final."""

    highlights = fields.List(fields.Nested(HighlightSchema), required=True)
    reel = fields.Nested(ClipSchema, required=True, allow_none=True)


class StudioHighlightClipSchema(Schema):
    """Clip of a highlight or reel. `hidden` is true if an operator has dropped it.

    `share_url` plays for everyone who has it, and is null for a hidden clip.
    """

    id = fields.Integer(required=True)
    name = required_text()
    duration = fields.Float(required=True)
    state = fields.String(required=True, validate=_STATES)
    progress = fields.Integer(required=True)
    failure_message = nullable(fields.String)
    hidden = fields.Boolean(required=True)
    featured = fields.Boolean(required=True)
    poster = nullable(fields.String)
    share_url = nullable(fields.String)


class StudioHighlightSchema(Schema):
    """Highlight for operators. `clip` is null until the video shows the moment."""

    id = fields.Integer(required=True)
    name = required_text()
    at_ms = fields.Integer(required=True)
    clip = fields.Nested(StudioHighlightClipSchema, required=True, allow_none=True)


class StudioReelSchema(Schema):
    """Reel for operators. `waiting` is true while it does not show the latest changes. `clip` is null before
    it is made, and without highlights.
    """

    waiting = fields.Boolean(required=True)
    clip = fields.Nested(StudioHighlightClipSchema, required=True, allow_none=True)


class StudioHighlightsSchema(Schema):
    """Highlights of an event for operators, in order, with dropped ones. `reel` is null before the final."""

    highlights = fields.List(fields.Nested(StudioHighlightSchema), required=True)
    reel = fields.Nested(StudioReelSchema, required=True, allow_none=True)


class HighlightOrderArgsSchema(Schema):
    """Body of `PUT /studio/events/{id}/highlights/order`: the IDs of the highlights in the new order."""

    ids = fields.List(fields.Integer(strict=True), required=True, validate=_IDS)
