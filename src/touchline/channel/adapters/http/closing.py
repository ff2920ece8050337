"""The end of an account (api.md, "Viewer"). Its export spans contexts, so that is in `front`."""

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema

from touchline.channel.adapters.http.account_schemas import LinkArgs, Typed
from touchline.channel.application.close_account import AskToClose, CloseAccount
from touchline.channel.domain.links import Claim
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses, viewer
from touchline.shared import normalize

blueprint = Blueprint("closing", __name__, description="The end of an account")


class AskToCloseArgs(Schema):
    """Body of `POST /delete-account-request`; an account without a password needs none."""

    current_password = Typed(normalize.as_typed)


@blueprint.route("/delete-account-request", methods=["POST"])
@refuses(429)
@limits.per("account", 10, limits.HOUR)
@viewer
@blueprint.arguments(AskToCloseArgs)
@blueprint.response(204)
@inject
def ask_to_close(body: dict[str, str], ask: AskToClose = Provide["channel.closing.ask_to_close"]) -> None:
    """Mail the viewer a link to `/confirm-account-deletion`, good for a day. 400 `Incorrect password`."""
    ask(principal(), body["current_password"])


@blueprint.route("/delete-account-confirm", methods=["POST"])
@limits.per("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(LinkArgs)
@blueprint.response(204)
@inject
def close_account(
    body: dict[str, str], close: CloseAccount = Provide["channel.closing.close_account"]
) -> None:
    """Erase the person and end every session. 400 `Verification failed` for a link that is false, old or
    used, and for an unknown address alike."""
    close(Claim(**body))
