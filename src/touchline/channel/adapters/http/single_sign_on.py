"""Single sign-on of operators (ADR 75). It uses the pages and the steps of social login."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.channel.adapters.http.account_schemas import LoginResultSchema
from touchline.channel.adapters.http.known_devices import remember_device
from touchline.channel.adapters.http.social import (
    SocialLoginArgsSchema,
    current_browser,
    redirect_to_provider,
)
from touchline.channel.application.accounts.social.authorization import StartSocialLogin
from touchline.channel.application.accounts.social.callback import SocialCallback
from touchline.channel.application.accounts.social.single_sign_on import CompleteSingleSignOn
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.site.single_sign_on import SINGLE_SIGN_ON
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

root = Blueprint("single_sign_on_start", __name__, url_prefix="", description="Redirects to single sign-on")
blueprint = Blueprint("single_sign_on", __name__, description="Single sign-on of operators")


@root.route(f"/auth/login/{SINGLE_SIGN_ON}")
@error_responses(400, 404)
@limits.auth_call_without_check
@any_key
@root.response(302)
@inject
def start_single_sign_on(
    start_login: StartSocialLogin = Provide[ChannelContainer.start_single_sign_on],
) -> Response:
    """Redirect to the provider of the channel's team. 404 if the channel has none."""
    return redirect_to_provider(start_login, SINGLE_SIGN_ON)


@blueprint.route(f"/v2/auth/social/{SINGLE_SIGN_ON}", methods=["POST"])
@error_responses(404)
@limits.auth_call
@any_key
@blueprint.arguments(SocialLoginArgsSchema)
@blueprint.response(200, data_schema(LoginResultSchema))
@inject
def complete_single_sign_on(
    body: dict[str, Any],
    complete_login: CompleteSingleSignOn = Provide[ChannelContainer.complete_single_sign_on],
) -> dict[str, Any]:
    """Return a new API key and the user, for an operator with a verified address in an allowed domain.

    400 for everybody else. 400 with `error` if a second factor is needed: post the same code and state again
    with it.
    """
    login_result = complete_login(SocialCallback(SINGLE_SIGN_ON, **body), principal(), current_browser())
    account_id = login_result.user["id"]
    remember_device(account_id)
    audit.record_login("operator.single_sign_on", account_id, login_result.session_id)
    return data_envelope(login_result)
