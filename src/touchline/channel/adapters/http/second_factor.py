"""The second factor of a log-in (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.channel.adapters.http.account_schemas import Typed
from touchline.channel.application.second_factor_removal import RemoveSecondFactor
from touchline.channel.application.second_factor_setup import BeginSecondFactor, ConfirmSecondFactor
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.shared import normalize

blueprint = Blueprint("second_factor", __name__, description="The second factor of a log-in")


class BeginArgs(Schema):
    """Body of `POST /auth/second-factor`; an account without a password needs none."""

    current_password = Typed(normalize.as_typed)


class ConfirmArgs(Schema):
    """Body of `POST /auth/second-factor/confirm`."""

    code = Typed(normalize.code)


class RemoveArgs(Schema):
    """Body of `POST /auth/second-factor/remove`: the password, or `code` for an account without one."""

    current_password = Typed(normalize.as_typed)
    code = Typed(normalize.code)


class NewSecret(Schema):
    """What an authenticator app reads; `qr` is an SVG of `uri` (an `otpauth:` address)."""

    secret = fields.String(required=True)
    uri = fields.String(required=True)
    qr = fields.String(required=True)


class NewRecoveryCodes(Schema):
    """Ten codes like `xxxxx-xxxxx`, each good once, shown this once."""

    recovery_codes = fields.List(fields.String(), required=True)


@blueprint.route("/auth/second-factor", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(BeginArgs)
@blueprint.response(200, data_of(NewSecret))
@inject
def begin_second_factor(
    body: dict[str, str], begin: BeginSecondFactor = Provide["channel.closing.begin_second_factor"]
) -> dict[str, Any]:
    """A secret for an authenticator app (RFC 6238). Nothing asks for its codes before `confirm`. 400 for a
    wrong password, and where the factor is on."""
    return one(begin(principal(), body["current_password"]))


@blueprint.route("/auth/second-factor/confirm", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(ConfirmArgs)
@blueprint.response(200, data_of(NewRecoveryCodes))
@inject
def confirm_second_factor(
    body: dict[str, str], confirm: ConfirmSecondFactor = Provide["channel.closing.confirm_second_factor"]
) -> dict[str, Any]:
    """The app's first code turns the factor on. 400 with `error` `second_factor_wrong` for a wrong one."""
    return one({"recovery_codes": confirm(principal(), body["code"])})


@blueprint.route("/auth/second-factor/remove", methods=["POST"])
@limits.auth_call
@viewer
@blueprint.arguments(RemoveArgs)
@blueprint.response(204)
@inject
def remove_second_factor(
    body: dict[str, str], remove: RemoveSecondFactor = Provide["channel.closing.remove_second_factor"]
) -> None:
    """Turn the factor off and forget its recovery codes; where none is on, nothing changes."""
    remove(principal(), body["current_password"], body["code"])
