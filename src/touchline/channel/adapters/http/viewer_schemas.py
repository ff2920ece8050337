"""Schemas of the viewers of a channel in the studio."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.channel.adapters.http.account_schemas import FormString
from touchline.channel.domain.operators.roles import Role
from touchline.channel.domain.operators.takedowns import MAX_REASON
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, NormalizedString, nullable
from touchline.shared.strings import normalize

IS_ROLE = validate.OneOf([role.value for role in Role])
MAX_SEARCH = 254


class ViewerSchema(Schema):
    """Viewer of the channel. `role` is null unless the viewer belongs to the team."""

    id = fields.Integer(required=True, attribute="account.id")
    email = fields.String(required=True, attribute="account.email")
    name = fields.String(required=True, attribute="account.name")
    created_at = Instant(required=True, attribute="account.created_at")
    verified_at = Instant(required=True, allow_none=True, attribute="account.email_verified_at")
    suspended_at = Instant(required=True, allow_none=True, attribute="account.suspended_at")
    two_factor = fields.Boolean(required=True, attribute="account.has_second_factor")
    role = fields.String(required=True, allow_none=True, validate=IS_ROLE)


class ViewerDetailsSchema(ViewerSchema):
    """Viewer with the details of the account. The times of logins are null once all devices are deleted."""

    phone = nullable(fields.String, attribute="account.phone")
    language = fields.String(required=True, attribute="account.language")
    has_password = fields.Function(lambda viewer: viewer.account.password_hash is not None, required=True)
    last_login_at = Instant(required=True, allow_none=True)
    last_seen_at = Instant(required=True, allow_none=True)
    session_count = fields.Integer(required=True)
    social_logins = fields.List(fields.String(), required=True)


class ViewerFiltersSchema(Schema):
    """Filter of the viewers: words of their name or email address."""

    search = NormalizedString(normalize.query, load_default="", validate=validate.Length(max=MAX_SEARCH))


ViewersArgsSchema = list_args_schema("ViewersArgs", limit=50, base=ViewerFiltersSchema)


class ReasonArgsSchema(Schema):
    """Reason of a decision, for the takedown log. Write no names or addresses into it."""

    reason = FormString(normalize.free_text, load_default="", max_length=MAX_REASON)


class EraseViewerArgsSchema(ReasonArgsSchema):
    """Body of `POST /studio/viewers/{account_id}/erase`: the viewer's email address, as confirmation."""

    confirmation = FormString(normalize.email)
