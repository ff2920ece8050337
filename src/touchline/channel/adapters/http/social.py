"""Log-in through other sites (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, redirect, request
from marshmallow import Schema, fields

from touchline.channel.adapters.http.account_schemas import Entered, Typed
from touchline.channel.adapters.http.known_devices import known_device, remember_device
from touchline.channel.application.social import Browser, EnterBySocial
from touchline.channel.application.social_arrival import Arrival
from touchline.channel.application.social_departure import SetOutForSocial
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.shared import normalize

root = Blueprint("social_start", __name__, url_prefix="", description="The way to another site's log-in")
blueprint = Blueprint("social", __name__, description="Log-in through other sites")


class SocialArrival(Schema):
    """Body of `POST /v2/auth/social/{provider}`: what the provider sent back with the browser. Without code
    or state it is wrong auth data, as with false ones."""

    code = Typed(normalize.token, most=4096)
    state = Typed(normalize.token, most=4096)
    redirect_uri = Typed(normalize.token, most=2048, load_default=None)
    accept_terms = fields.Boolean(load_default=False)
    second_factor_code = Typed(normalize.code, load_default=None)
    password = Typed(normalize.as_typed, load_default=None)


@root.route("/auth/login/<string:provider>")
@refuses(400)
@limits.auth_call
@any_key
@root.response(302)
@inject
def set_out(provider: str, depart: SetOutForSocial = Provide["channel.social.set_out"]) -> Response:
    """To the provider, with the api key's hash in the sealed state; 404 for one that is not set up."""
    address = depart(provider, principal(), request.host_url.rstrip("/"), request.host)
    response = redirect(address)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response  # type: ignore[return-value]


@blueprint.route("/v2/auth/social/<string:provider>", methods=["POST"])
@limits.auth_call
@any_key
@blueprint.arguments(SocialArrival)
@blueprint.response(200, data_of(Entered))
@inject
def come_back(
    body: dict[str, Any],
    provider: str,
    enter: EnterBySocial = Provide["channel.social.enter_by_social"],
) -> dict[str, Any]:
    """A new api key and the user. 400 with the sentence for newcomers until they accept the terms, and with
    `error` where the account's password (`password_required`) or a second factor is asked: then the same code
    and state are posted again with it."""
    browser = Browser(request.remote_addr or "", request.user_agent.string, known_device())
    entered = enter(Arrival(provider, **body), principal(), browser)
    remember_device(entered.user["id"])
    return one(entered)
