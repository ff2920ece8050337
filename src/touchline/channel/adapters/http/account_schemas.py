"""Schemas of the account endpoints (api.md, "Viewer").

Missing fields are read as empty. The domain then reports all messages of product.md §5 at once.
"""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields, validate

from touchline.channel.domain.accounts.form_errors import FIRST_NAME_REQUIRED, LAST_NAME_REQUIRED
from touchline.channel.domain.operators.roles import Role
from touchline.platform.http.schemas import Instant, NormalizedString, validate_storable
from touchline.platform.http.validation_messages import UNSTORABLE
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import (
    EMAIL_REQUIRED,
    INPUT_REQUIRED,
    PHONE_REQUIRED,
    too_long_message,
)

MAX_INPUT_LENGTH = 1_000


class FormString(NormalizedString):
    """Text from a form.

    Missing and null are empty. `normalize` is the type of normalization, `invalid_message` the message for a
    value that is not text or cannot be stored.
    """

    def __init__(
        self,
        normalize: Callable[[str], str],
        *,
        max_length: int = MAX_INPUT_LENGTH,
        load_default: str | None = "",
        invalid_message: str = INPUT_REQUIRED,
        **options: Any,
    ) -> None:
        validators: list[Callable[[str], object]] = [
            validate.Length(max=max_length, error=too_long_message(max_length)),
            validate_storable,
        ]
        error_messages: dict[str, Any] = {"invalid": invalid_message, UNSTORABLE: invalid_message}
        super().__init__(
            normalize,
            load_default=load_default,
            allow_none=True,
            validate=validators,
            error_messages=error_messages,
            **options,
        )

    def deserialize(self, value: Any, *arguments: Any, **options: Any) -> Any:
        """Return the text. Null is the same as missing."""
        deserialized = super().deserialize(value, *arguments, **options)
        return self.load_default if deserialized is None else deserialized


class LogInArgsSchema(Schema):
    """Body of `POST /v2/auth/login`.

    `login` is an email address or a phone number, `code` a code of the authenticator app or a recovery code.
    """

    login = FormString(normalize.login)
    password = FormString(normalize.unchanged)
    code = FormString(normalize.code)
    robot_token = FormString(normalize.token, max_length=10_000)


class RegisterArgsSchema(Schema):
    """Body of `POST /v2/auth/register`."""

    first_name = FormString(normalize.name, invalid_message=FIRST_NAME_REQUIRED)
    last_name = FormString(normalize.name, invalid_message=LAST_NAME_REQUIRED)
    email = FormString(normalize.email, invalid_message=EMAIL_REQUIRED)
    phone = FormString(normalize.phone, invalid_message=PHONE_REQUIRED)
    password = FormString(normalize.unchanged)
    password_confirmation = FormString(normalize.unchanged)
    accept_terms = fields.Boolean(load_default=False)
    robot_token = FormString(normalize.token, max_length=10_000)


class ProfileArgsSchema(Schema):
    """Body of `PATCH /profile`, sent as `POST` with `_method=patch`.

    Missing fields stay unchanged. An empty `phone` removes the number, an empty `password` keeps the current
    one.
    """

    first_name = FormString(normalize.name, load_default=None, invalid_message=FIRST_NAME_REQUIRED)
    last_name = FormString(normalize.name, load_default=None, invalid_message=LAST_NAME_REQUIRED)
    phone = FormString(normalize.phone, load_default=None, invalid_message=PHONE_REQUIRED)
    language = FormString(normalize.token, load_default=None)
    password = FormString(normalize.unchanged)
    password_confirmation = FormString(normalize.unchanged)
    current_password = FormString(normalize.unchanged)


class LinkArgsSchema(Schema):
    """Values from the link in an email. `expires` is in seconds since the epoch."""

    email = FormString(normalize.email, invalid_message=EMAIL_REQUIRED)
    expires = FormString(normalize.code)
    signature = FormString(normalize.code)


class EmailVerifyArgsSchema(LinkArgsSchema):
    """Body of `POST /auth/email-verify`. `password` is the account's password, required without a login."""

    password = FormString(normalize.unchanged)


class PasswordResetArgsSchema(LinkArgsSchema):
    """Body of `POST /auth/password-reset`."""

    password = FormString(normalize.unchanged)
    password_confirmation = FormString(normalize.unchanged)


class PasswordResetRequestArgsSchema(Schema):
    """Body of `POST /auth/password-reset-request`."""

    email = FormString(normalize.email, invalid_message=EMAIL_REQUIRED)
    robot_token = FormString(normalize.token, max_length=10_000)


class ViewerSessionSchema(Schema):
    """Device on which the viewer is logged in.

    `name` has the form `Chrome on Windows`, `platform` is desktop, mobile, tablet, tv or unknown, `country`
    is the country of the login (ISO 3166-1 alpha-2).
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    platform = fields.String(required=True)
    country = fields.String(required=True, allow_none=True)
    last_seen_at = Instant(required=True)
    current = fields.Boolean(required=True)


class FeatureCountSchema(Schema):
    """Usage counts of capabilities."""

    clips = fields.Integer(required=True)
    downloads = fields.Integer(required=True)


class StudioSchema(Schema):
    """What an operator may do in the studio.

    `event_ids` are the events assigned to a scorekeeper, who may use the permissions only for them. If
    `second_factor_missing` is true, every studio call responds with 403 until the operator sets one up. If
    `single_sign_on_missing` is true, it does until the operator logs in through the team's provider.
    """

    role = fields.String(required=True, validate=validate.OneOf([role.value for role in Role]))
    permissions = fields.List(fields.String(), required=True)
    event_ids = fields.List(fields.Integer(), required=True)
    second_factor_missing = fields.Boolean(required=True)
    single_sign_on_missing = fields.Boolean(required=True)


class UserSchema(Schema):
    """Viewer.

    `capabilities` are lower-case names of what the passes allow. `phone` has only digits. `has_password` is
    false if the viewer only used social login. `operator` is true for operators of the channel, and
    `studio` says what they may do. It is null for everybody else.
    """

    id = fields.Integer(required=True)
    email = fields.String(required=True)
    first_name = fields.String(required=True)
    last_name = fields.String(required=True)
    phone = fields.String(required=True, allow_none=True)
    language = fields.String(required=True)
    email_verified = fields.Boolean(required=True)
    temporary_password = fields.Boolean(required=True)
    has_password = fields.Boolean(required=True)
    two_factor = fields.Boolean(required=True)
    trial_period_used = fields.Boolean(required=True)
    capabilities = fields.List(fields.String(), required=True)
    feature_count = fields.Nested(FeatureCountSchema, required=True)
    is_geo_blocked = fields.Boolean(required=True)
    operator = fields.Boolean(required=True)
    studio = fields.Nested(StudioSchema, required=True, allow_none=True)
    created_at = Instant(required=True)


class LoginResultSchema(Schema):
    """Result of a login: the new API key, shown only once. The old key stops working."""

    api_key = fields.String(required=True)
    user = fields.Nested(UserSchema, required=True)
