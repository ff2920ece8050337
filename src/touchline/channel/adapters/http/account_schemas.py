"""Shapes of the calls of accounts, for reading them and for the OpenAPI document (api.md, "Viewer").

What a form lacks is read as empty, so that the sentences of product.md §5 come from one place, the domain,
and all of them at once.
"""

from collections.abc import Callable
from typing import Any

from marshmallow import Schema, fields, validate

from touchline.channel.domain.identifiers import FIRST_NAME_WANTED, LAST_NAME_WANTED
from touchline.platform.http.schemas import Instant, Text, writable
from touchline.platform.http.sentences import UNWRITABLE
from touchline.shared import normalize
from touchline.shared.typed import EMAIL_WANTED, INPUT_WANTED, PHONE_WANTED, too_long

LONGEST = 1_000


class Typed(Text):
    """Text that somebody typed; absent and null are the empty one. `normalize` is its kind, `wanted` the
    sentence for a value that is no text, or that no database can hold."""

    def __init__(
        self,
        normalize: Callable[[str], str],
        *,
        most: int = LONGEST,
        load_default: str | None = "",
        wanted: str = INPUT_WANTED,
        **more: Any,
    ) -> None:
        checks: list[Callable[[str], object]] = [
            validate.Length(max=most, error=too_long(most)),
            writable,
        ]
        sentences: dict[str, Any] = {"invalid": wanted, UNWRITABLE: wanted}
        super().__init__(
            normalize,
            load_default=load_default,
            allow_none=True,
            validate=checks,
            error_messages=sentences,
            **more,
        )

    def deserialize(self, value: Any, *arguments: Any, **more: Any) -> Any:
        """The text; null is as good as absent."""
        found = super().deserialize(value, *arguments, **more)
        return self.load_default if found is None else found


class LogInArgs(Schema):
    """Body of `POST /v2/auth/login`: `login` is an e-mail address or a telephone number, `code` one of the
    authenticator app or a recovery code."""

    login = Typed(normalize.login)
    password = Typed(normalize.as_typed)
    code = Typed(normalize.code)
    robot_token = Typed(normalize.token, most=10_000)


class RegisterArgs(Schema):
    """Body of `POST /v2/auth/register`."""

    first_name = Typed(normalize.name, wanted=FIRST_NAME_WANTED)
    last_name = Typed(normalize.name, wanted=LAST_NAME_WANTED)
    email = Typed(normalize.email, wanted=EMAIL_WANTED)
    phone = Typed(normalize.phone, wanted=PHONE_WANTED)
    password = Typed(normalize.as_typed)
    password_confirmation = Typed(normalize.as_typed)
    accept_terms = fields.Boolean(load_default=False)
    robot_token = Typed(normalize.token, most=10_000)


class ProfileArgs(Schema):
    """Body of `PATCH /profile`, which comes as `POST` with `_method=patch`. What is absent stays as it is; an
    empty `phone` takes the number away, an empty `password` keeps the present one."""

    first_name = Typed(normalize.name, load_default=None, wanted=FIRST_NAME_WANTED)
    last_name = Typed(normalize.name, load_default=None, wanted=LAST_NAME_WANTED)
    phone = Typed(normalize.phone, load_default=None, wanted=PHONE_WANTED)
    language = Typed(normalize.token, load_default=None)
    password = Typed(normalize.as_typed)
    password_confirmation = Typed(normalize.as_typed)
    current_password = Typed(normalize.as_typed)


class LinkArgs(Schema):
    """What the link of a letter holds; `expires` is in seconds since the epoch."""

    email = Typed(normalize.email, wanted=EMAIL_WANTED)
    expires = Typed(normalize.code)
    signature = Typed(normalize.code)


class EmailVerifyArgs(LinkArgs):
    """Body of `POST /auth/email-verify`; `password` is the account's, where nobody is logged in to it."""

    password = Typed(normalize.as_typed)


class PasswordResetArgs(LinkArgs):
    """Body of `POST /auth/password-reset`."""

    password = Typed(normalize.as_typed)
    password_confirmation = Typed(normalize.as_typed)


class PasswordResetRequestArgs(Schema):
    """Body of `POST /auth/password-reset-request`."""

    email = Typed(normalize.email, wanted=EMAIL_WANTED)
    robot_token = Typed(normalize.token, most=10_000)


class ViewerSession(Schema):
    """A device on which the viewer is logged in. `name` is as `Chrome on Windows`, `platform` desktop,
    mobile, tablet, tv or unknown, `country` where the log-in came from (ISO 3166 alpha-2)."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    platform = fields.String(required=True)
    country = fields.String(required=True, allow_none=True)
    last_seen_at = Instant(required=True)
    current = fields.Boolean(required=True)


class FeatureCount(Schema):
    """How often counted capabilities were used."""

    clips = fields.Integer(required=True)
    downloads = fields.Integer(required=True)


class User(Schema):
    """A viewer about themselves. `capabilities` are lower-case names of what their passes allow; `phone` is
    digits alone. `has_password` is false for one who has only ever come through a social provider; `operator`
    is true for one who runs the channel."""

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
    feature_count = fields.Nested(FeatureCount, required=True)
    is_geo_blocked = fields.Boolean(required=True)
    operator = fields.Boolean(required=True)
    created_at = Instant(required=True)


class Entered(Schema):
    """What a log-in answers: the new api key, shown this once; the old one opens nothing any more."""

    api_key = fields.String(required=True)
    user = fields.Nested(User, required=True)
