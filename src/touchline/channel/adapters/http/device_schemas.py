"""Schemas for linking devices with a code (RFC 8628)."""

from marshmallow import Schema, fields, validate

from touchline.channel.adapters.http.account_schemas import FormString
from touchline.channel.domain.accounts.device_grants import PollResult
from touchline.platform.http.schemas import Instant, ProblemSchema
from touchline.shared.strings import normalize


class DeviceCodeSchema(Schema):
    """Codes for a device. `interval` and `expires_in` are in seconds."""

    device_code = fields.String(required=True)
    user_code = fields.String(required=True)
    verification_uri = fields.String(required=True)
    verification_uri_complete = fields.String(required=True)
    interval = fields.Integer(required=True)
    expires_in = fields.Integer(required=True)


class DeviceTokenArgsSchema(Schema):
    """Body of `POST /auth/device-token`."""

    device_code = fields.String(required=True, validate=validate.Regexp(r"[!-~]{1,200}\Z"))


class DeviceTokenProblemSchema(ProblemSchema):
    """Reason why the device has no key yet, or will not get one."""

    error = fields.String(
        validate=validate.OneOf([result.value for result in PollResult if result is not PollResult.LINKED])
    )


class AddSessionArgsSchema(Schema):
    """Body of `POST /auth/add_session`: the code on the device's screen, in any spelling."""

    code = FormString(normalize.code, max_length=100)


class DeviceSchema(Schema):
    """Device of the viewer. `platform` is `desktop`, `mobile`, `tablet`, `tv` or `unknown`."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    platform = fields.String(required=True)
    last_seen_at = Instant(required=True)
    current = fields.Boolean(required=True)
