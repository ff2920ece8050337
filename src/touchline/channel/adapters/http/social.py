"""Social login (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, redirect, request
from marshmallow import Schema, fields

from touchline.channel.adapters.http.account_schemas import FormString, LoginResultSchema
from touchline.channel.adapters.http.known_devices import known_device, remember_device
from touchline.channel.application.accounts.social.authorization import StartSocialLogin
from touchline.channel.application.accounts.social.callback import SocialCallback
from touchline.channel.application.accounts.social.login import Browser, CompleteSocialLogin
from touchline.channel.container import ChannelContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.strings import normalize

root = Blueprint("social_start", __name__, url_prefix="", description="Redirects to social login")
blueprint = Blueprint("social", __name__, description="Social login")


class SocialLoginArgsSchema(Schema):
    """Body of `POST /v2/auth/social/{provider}`: the callback parameters of the login provider.

    A missing code or state is treated like an invalid one.
    """

    code = FormString(normalize.token, max_length=4096)
    state = FormString(normalize.token, max_length=4096)
    redirect_uri = FormString(normalize.token, max_length=2048, load_default=None)
    accept_terms = fields.Boolean(load_default=False)
    second_factor_code = FormString(normalize.code, load_default=None)
    password = FormString(normalize.unchanged, load_default=None)


@root.route("/auth/login/<string:provider>")
@error_responses(400)
@limits.auth_call_without_check
@any_key
@root.response(302)
@inject
def start_social_login(
    provider: str, start_login: StartSocialLogin = Provide[ChannelContainer.start_social_login]
) -> Response:
    """Redirect to the login provider, with the API key's hash in the encrypted state.

    404 for a provider that is not configured.
    """
    return redirect_to_provider(start_login, provider)


@blueprint.route("/v2/auth/social/<string:provider>", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(SocialLoginArgsSchema)
@blueprint.response(200, data_schema(LoginResultSchema))
@inject
def complete_social_login(
    body: dict[str, Any],
    provider: str,
    complete_login: CompleteSocialLogin = Provide[ChannelContainer.complete_social_login],
) -> dict[str, Any]:
    """Return a new API key and the user.

    400 with a message for new viewers until they accept the terms. 400 with `error` if the account's password
    (`password_required`) or a second factor is needed: post the same code and state again with it.
    """
    login_result = complete_login(SocialCallback(provider, **body), principal(), current_browser())
    remember_device(login_result.user["id"])
    return data_envelope(login_result)


def redirect_to_provider(start_login: StartSocialLogin, provider: str) -> Response:
    """Return the redirect to a provider's login."""
    response = redirect(start_login(provider, principal(), request.host_url.rstrip("/"), request.host))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response  # type: ignore[return-value]


def current_browser() -> Browser:
    """Return the browser of the request."""
    return Browser(request.remote_addr or "", request.user_agent.string, known_device())
