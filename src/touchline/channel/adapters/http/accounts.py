"""Registration, login and profile (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.adapters.http.known_devices import known_device, remember_device
from touchline.channel.application.accounts.login.login import Credentials, LogIn
from touchline.channel.application.accounts.login.session_start import LoginResult
from touchline.channel.application.accounts.profile import GetProfile, ProfileChanges, UpdateProfile
from touchline.channel.application.accounts.registration import RegisterAccount, RegistrationForm
from touchline.channel.container import ChannelContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, before_password_change, error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.strings.validation import phone_digits

PHONE_ATTEMPT = "new phone number"
"""Name of the rate limit for phone numbers.

Every new number counts, accepted or not, because each response says whether another account has it.
"""

phone_number_limits = limits.combine(
    limits.rate_limit(
        "account", "throttle_phone_numbers", limits.HOUR, outcomes=[PHONE_ATTEMPT], required_field="phone"
    ),
    limits.rate_limit("address", 100, limits.HOUR, outcomes=[PHONE_ATTEMPT], required_field="phone"),
)

blueprint = Blueprint("accounts", __name__, description="Registration, login and profile")


def _client_info() -> dict[str, Any]:
    return {"ip": request.remote_addr or "", "user_agent": request.user_agent.string}


def _remember_device(login_result: LoginResult) -> LoginResult:
    remember_device(login_result.user["id"])
    return login_result


@blueprint.route("/v2/auth/login", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(schemas.LogInArgsSchema)
@blueprint.response(200, data_schema(schemas.LoginResultSchema))
@inject
def log_in(
    body: dict[str, Any], use_case: LogIn = Provide[ChannelContainer.log_in]
) -> dict[str, LoginResult]:
    """Log in, and return a new API key and the user.

    400 for a wrong password or an unknown account. With a second factor and without a valid code, 400 with
    `error` `second_factor_required` or `second_factor_wrong`.
    """
    return data_envelope(
        _remember_device(use_case(Credentials(**body, **_client_info(), device=known_device()), principal()))
    )


@blueprint.route("/v2/auth/register", methods=["POST"])
@limits.auth_call
@limits.rate_limit("address", "throttle_registrations", limits.HOUR, name="registrations", robot_check=True)
@any_key
@blueprint.arguments(schemas.RegisterArgsSchema)
@blueprint.response(200, data_schema(schemas.LoginResultSchema))
@inject
def register(
    body: dict[str, Any], use_case: RegisterAccount = Provide[ChannelContainer.register_account]
) -> dict[str, LoginResult]:
    """Create an account, log in, and send the verification email. 422 with all messages by field."""
    return data_envelope(_remember_device(use_case(RegistrationForm(**body, **_client_info()), principal())))


@blueprint.route("/profile")
@error_responses(401)
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(schemas.UserSchema))
@inject
def get_profile(
    get_current_profile: GetProfile = Provide[ChannelContainer.get_profile],
) -> dict[str, Any]:
    """Return the viewer. 401 if nobody is logged in."""
    return data_envelope(get_current_profile(principal()))


@blueprint.route("/profile", methods=["PATCH"])
@error_responses(429)
@limits.rate_limit("account", 30, limits.MINUTE)
@phone_number_limits
@before_password_change
@viewer
@blueprint.arguments(schemas.ProfileArgsSchema)
@blueprint.response(200, data_schema(schemas.UserSchema))
@inject
def update_profile(
    body: dict[str, Any],
    get_current_profile: GetProfile = Provide[ChannelContainer.get_profile],
    update: UpdateProfile = Provide[ChannelContainer.update_profile],
) -> dict[str, Any]:
    """Update the viewer, and return the new profile. A new password ends all other sessions.

    422 with all messages by field; 400 `Incorrect password`.
    """
    changes = ProfileChanges(**body)
    if changes.phone and phone_digits(changes.phone) != get_current_profile(principal())["phone"]:
        limits.count_outcome(PHONE_ATTEMPT)
    return data_envelope(update(changes, principal()))
