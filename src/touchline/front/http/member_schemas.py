"""Schemas of the members of a team."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, NormalizedString
from touchline.shared.strings import normalize

MAX_SEARCH = 254
MAX_TEXT = 200_000


class TeamMemberSchema(Schema):
    """Address on the list of a team."""

    id = fields.Integer(required=True)
    email = fields.String(required=True)
    added_at = Instant(required=True)
    has_account = fields.Boolean(required=True)


class TeamMemberFiltersSchema(Schema):
    """Filter of the members: a part of their address."""

    search = NormalizedString(normalize.query, load_default="", validate=validate.Length(max=MAX_SEARCH))


TeamMembersArgsSchema = list_args_schema("TeamMembersArgs", limit=50, base=TeamMemberFiltersSchema)


class AddTeamMembersArgsSchema(Schema):
    """Addresses, one a line or separated by commas."""

    addresses = NormalizedString(normalize.unchanged, required=True, validate=validate.Length(max=MAX_TEXT))


class AddressProblemSchema(Schema):
    """A part of a line that is not an email address. Lines count from 1."""

    line = fields.Integer(required=True)
    text = fields.String(required=True)


class AddedTeamMembersSchema(Schema):
    """The result of an addition."""

    added = fields.Integer(required=True)
    already_members = fields.Integer(required=True, attribute="known")
    problems = fields.List(fields.Nested(AddressProblemSchema), required=True)
