"""Schemas of access tokens."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from touchline.channel.domain.operators.access_tokens import MAX_NAME_LENGTH
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize


def _scopes() -> fields.Field[Any]:
    return fields.List(EnumField(Permission), required=True)


class AccessTokenSchema(Schema):
    """Access token of an operator, without its secret."""

    id = fields.Integer(required=True)
    name = required_text()
    prefix = required_text()
    scopes = _scopes()
    account_id = fields.Integer(required=True)
    owner_name = required_text()
    created_at = Instant(required=True)
    expires_at = Instant(required=True)
    last_used_at = nullable(Instant)


class TokenOverviewSchema(Schema):
    """Tokens, newest first, and what the operator can choose for another one."""

    tokens = fields.List(fields.Nested(AccessTokenSchema), required=True)
    scopes = _scopes()
    lifetimes = fields.List(fields.Integer(), required=True)


class AccessTokenArgsSchema(Schema):
    """Body of `POST /studio/tokens`."""

    name = NormalizedString(normalize.name, load_default="", validate=validate.Length(max=MAX_NAME_LENGTH))
    scopes = fields.List(
        EnumField(Permission), load_default=list, validate=validate.Length(max=len(Permission))
    )
    expires_in_days = fields.Integer(load_default=0, strict=True)


class NewAccessTokenSchema(Schema):
    """New access token and its secret, which is never shown again."""

    token = fields.Nested(AccessTokenSchema, required=True)
    secret = required_text()
