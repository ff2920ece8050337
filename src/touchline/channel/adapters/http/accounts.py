"""Registration, log-in and profile (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.adapters.http.throttling import count_call
from touchline.channel.application.entering import Entered
from touchline.channel.application.log_in import Credentials, LogIn
from touchline.channel.application.profile import ChangeProfile, Changes, ShowProfile
from touchline.channel.application.register import Register, Registration
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of

blueprint = Blueprint("accounts", __name__, description="Registration, log-in and profile")
blueprint.before_app_request(count_call)


def _browser() -> dict[str, Any]:
    return {"ip": request.remote_addr or "", "user_agent": request.user_agent.string}


@blueprint.route("/v2/auth/login", methods=["POST"])
@any_key
@blueprint.arguments(schemas.LogInArgs)
@blueprint.response(200, data_of(schemas.Entered))
@inject
def log_in(body: dict[str, Any], enter: LogIn = Provide["channel.accounts.log_in"]) -> dict[str, Entered]:
    """A new api key of the viewer, and the user. 400 where the password is wrong, for an unknown account
    alike; with a second factor and no right code, 400 with `error` `second_factor_required` or
    `second_factor_wrong`."""
    return one(enter(Credentials(**body, **_browser()), principal()))


@blueprint.route("/v2/auth/register", methods=["POST"])
@any_key
@blueprint.arguments(schemas.RegisterArgs)
@blueprint.response(200, data_of(schemas.Entered))
@inject
def register(
    body: dict[str, Any], enter: Register = Provide["channel.accounts.register"]
) -> dict[str, Entered]:
    """A new account, logged in, and a letter that verifies its address. 422 names all that is wrong."""
    return one(enter(Registration(**body, **_browser()), principal()))


@blueprint.route("/profile")
@refuses(401)
@any_key
@blueprint.response(200, data_of(schemas.User))
@inject
def show_profile(show: ShowProfile = Provide["channel.accounts.show_profile"]) -> dict[str, Any]:
    """The viewer; 401 where nobody is logged in."""
    return one(show(principal()))


@blueprint.route("/profile", methods=["PATCH"])
@refuses(429)
@viewer
@blueprint.arguments(schemas.ProfileArgs)
@blueprint.response(200, data_of(schemas.User))
@inject
def change_profile(
    body: dict[str, Any], change: ChangeProfile = Provide["channel.accounts.change_profile"]
) -> dict[str, Any]:
    """The viewer as changed. 422 names all that is wrong, 400 says `Incorrect password`; a new password ends
    every other session."""
    return one(change(Changes(**body), principal()))
