"""A viewer's devices, and logging out (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.application.accounts.login.viewer_sessions import ViewerSessionService
from touchline.channel.container import ChannelContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import before_password_change, principal, viewer
from touchline.platform.http.paging import list_args_schema, paginate
from touchline.platform.http.schemas import page_schema

blueprint = Blueprint("sessions", __name__, description="A viewer's devices, and logging out")
ListArgsSchema = list_args_schema("SessionListArgs", limit=100)


@blueprint.route("/auth/logout", methods=["POST"])
@limits.auth_call
@before_password_change
@viewer
@blueprint.response(204)
@inject
def log_out(
    sessions: ViewerSessionService = Provide[ChannelContainer.viewer_session_service],
) -> None:
    """End this session; its api key opens nothing any more."""
    sessions.log_out(principal())


@blueprint.route("/auth/sessions")
@limits.auth_call
@viewer
@blueprint.arguments(ListArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.ViewerSessionSchema))
@inject
def list_sessions(
    args: dict[str, Any],
    sessions: ViewerSessionService = Provide[ChannelContainer.viewer_session_service],
) -> dict[str, Any]:
    """The devices on which the viewer is logged in, the last used first."""
    return paginate(sessions.list_all(principal()), args)


@blueprint.route("/auth/sessions", methods=["DELETE"])
@limits.auth_call
@viewer
@blueprint.response(204)
@inject
def end_other_sessions(
    sessions: ViewerSessionService = Provide[ChannelContainer.viewer_session_service],
) -> None:
    """Log out every device but this one."""
    sessions.end_others(principal())


@blueprint.route("/auth/sessions/<int(max=2147483647):session_id>", methods=["DELETE"])
@limits.auth_call
@viewer
@blueprint.response(204)
@inject
def end_session(
    session_id: int,
    sessions: ViewerSessionService = Provide[ChannelContainer.viewer_session_service],
) -> None:
    """Log out one device; 404 for another viewer's."""
    sessions.end(principal(), session_id)
