"""Schemas of merges."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.platform.http.schemas import NormalizedString
from touchline.shared.strings import normalize


class MergeArgsSchema(Schema):
    """The key of the entry that stays."""

    into = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 80))


class MergeEffectsSchema(Schema):
    """How much moves to the entry that stays.

    `events` are those of a team, location or category, `teams` those of a school or category. `orders` are
    passes that name the team, or that cover the category.
    """

    events = fields.Integer(required=True)
    teams = fields.Integer(required=True)
    orders = fields.Integer(required=True)
    favorites = fields.Integer(required=True)
    reminders = fields.Integer(required=True)


class MergeResultSchema(Schema):
    """The revision of a merge."""

    revision = fields.Integer(required=True)
