"""Account deletion (api.md, "Viewer"). The export spans several contexts and is in `front`."""

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema

from touchline.channel.adapters.http.account_schemas import FormString, LinkArgsSchema
from touchline.channel.application.accounts.account_closure import CloseAccount, RequestAccountClosure
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.accounts.links import LinkClaim
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal, viewer
from touchline.shared.strings import normalize

blueprint = Blueprint("account_closure", __name__, description="Account deletion")


class AccountClosureArgsSchema(Schema):
    """Body of `POST /delete-account-request`. An account without a password needs none."""

    current_password = FormString(normalize.unchanged)


@blueprint.route("/delete-account-request", methods=["POST"])
@error_responses(429)
@limits.rate_limit("account", 10, limits.HOUR)
@viewer
@blueprint.arguments(AccountClosureArgsSchema)
@blueprint.response(204)
@inject
def request_account_closure(
    body: dict[str, str],
    request_closure: RequestAccountClosure = Provide[ChannelContainer.request_account_closure],
) -> None:
    """Email the viewer a link to `/confirm-account-deletion`, valid for one day. 400 `Incorrect password`."""
    request_closure(principal(), body["current_password"])


@blueprint.route("/delete-account-confirm", methods=["POST"])
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(LinkArgsSchema)
@blueprint.response(204)
@inject
def close_account(
    body: dict[str, str], close: CloseAccount = Provide[ChannelContainer.close_account]
) -> None:
    """Delete the account's personal data and end all its sessions.

    400 `Verification failed` for a link that is invalid, expired or already used, and for an unknown address.
    """
    close(LinkClaim(**body))
