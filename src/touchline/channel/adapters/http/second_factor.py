"""The second factor of a log-in (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.channel.adapters.http.account_schemas import FormString
from touchline.channel.application.accounts.second_factor.removal import RemoveSecondFactor
from touchline.channel.application.accounts.second_factor.setup import (
    ConfirmSecondFactor,
    StartSecondFactorSetup,
)
from touchline.channel.container import ChannelContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.strings import normalize

blueprint = Blueprint("second_factor", __name__, description="The second factor of a log-in")


class BeginArgsSchema(Schema):
    """Body of `POST /auth/second-factor`; an account without a password needs none."""

    current_password = FormString(normalize.unchanged)


class ConfirmArgsSchema(Schema):
    """Body of `POST /auth/second-factor/confirm`."""

    code = FormString(normalize.code)


class RemoveArgsSchema(Schema):
    """Body of `POST /auth/second-factor/remove`: the password, or `code` for an account without one."""

    current_password = FormString(normalize.unchanged)
    code = FormString(normalize.code)


class NewSecretSchema(Schema):
    """What an authenticator app reads; `qr` is an SVG of `uri` (an `otpauth:` address)."""

    secret = fields.String(required=True)
    uri = fields.String(required=True)
    qr = fields.String(required=True)


class NewRecoveryCodesSchema(Schema):
    """Ten codes like `xxxxx-xxxxx`, each good once, shown this once."""

    recovery_codes = fields.List(fields.String(), required=True)


@blueprint.route("/auth/second-factor", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(BeginArgsSchema)
@blueprint.response(200, data_schema(NewSecretSchema))
@inject
def start_second_factor_setup(
    body: dict[str, str],
    start_setup: StartSecondFactorSetup = Provide[ChannelContainer.start_second_factor_setup],
) -> dict[str, Any]:
    """A secret for an authenticator app (RFC 6238). Nothing asks for its codes before `confirm`. 400 for a
    wrong password, and where the factor is on."""
    return data_envelope(start_setup(principal(), body["current_password"]))


@blueprint.route("/auth/second-factor/confirm", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(ConfirmArgsSchema)
@blueprint.response(200, data_schema(NewRecoveryCodesSchema))
@inject
def confirm_second_factor(
    body: dict[str, str], confirm: ConfirmSecondFactor = Provide[ChannelContainer.confirm_second_factor]
) -> dict[str, Any]:
    """The app's first code turns the factor on. 400 with `error` `second_factor_wrong` for a wrong one."""
    return data_envelope({"recovery_codes": confirm(principal(), body["code"])})


@blueprint.route("/auth/second-factor/remove", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(RemoveArgsSchema)
@blueprint.response(204)
@inject
def remove_second_factor(
    body: dict[str, str], remove: RemoveSecondFactor = Provide[ChannelContainer.remove_second_factor]
) -> None:
    """Turn the factor off and forget its recovery codes; where none is on, nothing changes."""
    remove(principal(), body["current_password"], body["code"])
