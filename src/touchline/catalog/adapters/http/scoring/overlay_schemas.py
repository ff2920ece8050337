"""Schemas of overlays and scoreboards."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.scoring.timeline_schemas import MAX_TOKEN_LENGTH, ScoredTeamSchema
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize


class OverlayArgsSchema(Schema):
    """Token of an overlay."""

    token = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=MAX_TOKEN_LENGTH))


class OverlayTeamSchema(ScoredTeamSchema):
    """Team of an overlay, with its crest."""

    logo = nullable(fields.String)


class OverlayEventSchema(Schema):
    """Event of an overlay. `teams` is empty if it is not a game."""

    id = fields.Integer(required=True)
    name = required_text()
    starts_at = Instant(required=True)
    is_time_known = fields.Boolean(required=True)
    time_zone = required_text()
    teams = fields.List(fields.Nested(OverlayTeamSchema), required=True)


class OverlaySchema(Schema):
    """Event of an overlay. `now_ms` is the server's clock."""

    now_ms = fields.Integer(required=True)
    event = fields.Nested(OverlayEventSchema, required=True)


class OverlayLinksSchema(Schema):
    """Addresses of the overlay and of the scoreboard of an event."""

    overlay_url = required_text()
    scoreboard_url = required_text()
    expires_at = Instant(required=True)
