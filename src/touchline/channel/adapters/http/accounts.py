"""Registration, log-in and profile (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.adapters.http.known_devices import known_device, remember_device
from touchline.channel.application.entering import Entered
from touchline.channel.application.log_in import Credentials, LogIn
from touchline.channel.application.profile import ChangeProfile, Changes, ShowProfile
from touchline.channel.application.register import Register, Registration
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, before_password_change, principal, refuses, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.shared.typed import digits_of_phone

TRIED_PHONE = "new phone number"
"""Every new number counts, refused or not: each answer tells whether another account has it."""

phone_number_limits = limits.combine(
    limits.per("account", "throttle_phone_numbers", limits.HOUR, outcomes=[TRIED_PHONE], given="phone"),
    limits.per("address", 100, limits.HOUR, outcomes=[TRIED_PHONE], given="phone"),
)

blueprint = Blueprint("accounts", __name__, description="Registration, log-in and profile")


def _browser() -> dict[str, Any]:
    return {"ip": request.remote_addr or "", "user_agent": request.user_agent.string}


def _remembered(entered: Entered) -> Entered:
    remember_device(entered.user["id"])
    return entered


@blueprint.route("/v2/auth/login", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.LogInArgs)
@blueprint.response(200, data_of(schemas.Entered))
@inject
def log_in(body: dict[str, Any], enter: LogIn = Provide["channel.accounts.log_in"]) -> dict[str, Entered]:
    """A new api key of the viewer, and the user. 400 where the password is wrong, for an unknown account
    alike; with a second factor and no right code, 400 with `error` `second_factor_required` or
    `second_factor_wrong`."""
    return one(_remembered(enter(Credentials(**body, **_browser(), device=known_device()), principal())))


@blueprint.route("/v2/auth/register", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.RegisterArgs)
@blueprint.response(200, data_of(schemas.Entered))
@inject
def register(
    body: dict[str, Any], enter: Register = Provide["channel.accounts.register"]
) -> dict[str, Entered]:
    """A new account, logged in, and a letter that verifies its address. 422 names all that is wrong."""
    return one(_remembered(enter(Registration(**body, **_browser()), principal())))


@blueprint.route("/profile")
@refuses(401)
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, data_of(schemas.User))
@inject
def show_profile(show: ShowProfile = Provide["channel.accounts.show_profile"]) -> dict[str, Any]:
    """The viewer; 401 where nobody is logged in."""
    return one(show(principal()))


@blueprint.route("/profile", methods=["PATCH"])
@refuses(429)
@limits.per("account", 30, limits.MINUTE)
@phone_number_limits
@before_password_change
@viewer
@blueprint.arguments(schemas.ProfileArgs)
@blueprint.response(200, data_of(schemas.User))
@inject
def change_profile(
    body: dict[str, Any],
    show: ShowProfile = Provide["channel.accounts.show_profile"],
    change: ChangeProfile = Provide["channel.accounts.change_profile"],
) -> dict[str, Any]:
    """The viewer as changed. 422 names all that is wrong, 400 says `Incorrect password`; a new password ends
    every other session."""
    changes = Changes(**body)
    if changes.phone and digits_of_phone(changes.phone) != show(principal())["phone"]:
        limits.count(TRIED_PHONE)
    return one(change(changes, principal()))
