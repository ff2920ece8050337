"""Schemas of the team of a channel in the studio."""

from marshmallow import Schema, fields, validate

from touchline.channel.adapters.http.account_schemas import FormString
from touchline.channel.domain.operators.roles import Role
from touchline.platform.http.schemas import Instant
from touchline.shared.strings import normalize

MAX_ASSIGNED_EVENTS = 1_000
MAX_ID = 2_147_483_647
IS_ROLE = validate.OneOf([role.value for role in Role])


class MemberSchema(Schema):
    """Member of the team. `event_ids` are the events assigned to a scorekeeper."""

    account_id = fields.Integer(required=True)
    email = fields.String(required=True)
    name = fields.String(required=True)
    role = fields.String(required=True, validate=IS_ROLE)
    two_factor = fields.Boolean(required=True, attribute="has_second_factor")
    event_ids = fields.List(fields.Integer(), required=True)
    added_at = Instant(required=True)


class InvitationSchema(Schema):
    """Invitation that nobody has accepted yet."""

    id = fields.Integer(required=True)
    email = fields.String(required=True)
    role = fields.String(required=True, validate=IS_ROLE)
    sent_at = Instant(required=True)
    expires_at = Instant(required=True)


class TeamSchema(Schema):
    """Members, oldest first, and pending invitations, newest first."""

    members = fields.List(fields.Nested(MemberSchema), required=True)
    invitations = fields.List(fields.Nested(InvitationSchema), required=True)


class InviteArgsSchema(Schema):
    """Body of `POST /studio/team/invitations`."""

    email = FormString(normalize.email)
    role = fields.String(required=True, validate=IS_ROLE)


class UpdateMemberArgsSchema(Schema):
    """Body of `PATCH /studio/team/{account_id}`. Missing members stay unchanged."""

    role = fields.String(load_default=None, validate=IS_ROLE)
    event_ids = fields.List(
        fields.Integer(strict=True, validate=validate.Range(1, MAX_ID)),
        load_default=None,
        validate=validate.Length(max=MAX_ASSIGNED_EVENTS),
    )


class AcceptInvitationArgsSchema(Schema):
    """Body of `POST /studio/invitations/accept`: the token in the link of the email."""

    token = FormString(normalize.token, max_length=200)


class AcceptedInvitationSchema(Schema):
    """The viewer's role in the team."""

    role = fields.String(required=True, validate=IS_ROLE)
