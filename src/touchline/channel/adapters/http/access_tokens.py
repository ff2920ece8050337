"""Access tokens of operators (docs/how-to/access-tokens.md). These routes need a login, not a token."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.http import access_token_schemas as schemas
from touchline.channel.application.operators.access_tokens import (
    AccessTokenService,
    NewAccessToken,
    TokenOverview,
)
from touchline.channel.container import ChannelContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

TOKENS = "/studio/tokens"

blueprint = Blueprint("access_tokens", __name__, tag=STUDIO_TAG)


@blueprint.route(TOKENS)
@limits.rate_limit("account", 120, limits.MINUTE, name="access-token-reads")
@operator(None)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(schemas.TokenOverviewSchema))
@inject
def list_access_tokens(
    service: AccessTokenService = Provide[ChannelContainer.access_token_service],
) -> dict[str, TokenOverview]:
    """Return the operator's access tokens, newest first, and the scopes and lifetimes for another one.

    Operators who manage integrations see the tokens of everybody.
    """
    return data_envelope(service.list_for(principal().viewer_id))


@blueprint.route(TOKENS, methods=["POST"])
@error_responses(400)
@limits.rate_limit("account", 20, limits.MINUTE, name="new-access-tokens")
@operator(None)
@audit.changes("access_token.create", "access_token")
@blueprint.arguments(schemas.AccessTokenArgsSchema)
@blueprint.response(201, data_schema(schemas.NewAccessTokenSchema))
@inject
def create_access_token(
    body: dict[str, Any], service: AccessTokenService = Provide[ChannelContainer.access_token_service]
) -> dict[str, NewAccessToken]:
    """Create an access token and return it with its secret, which is never shown again.

    400 if the operator has 20 tokens.
    """
    return data_envelope(service.create(principal(), body["name"], body["scopes"], body["expires_in_days"]))


@blueprint.route(f"{TOKENS}/<int(max=2147483647):token_id>", methods=["DELETE"])
@limits.rate_limit("account", 60, limits.MINUTE, name="revoked-access-tokens")
@operator(None)
@audit.changes("access_token.revoke", "access_token", "token_id")
@blueprint.response(204)
@inject
def revoke_access_token(
    token_id: int, service: AccessTokenService = Provide[ChannelContainer.access_token_service]
) -> None:
    """Revoke an access token. The next call with it is refused."""
    service.revoke(token_id, principal().viewer_id)
