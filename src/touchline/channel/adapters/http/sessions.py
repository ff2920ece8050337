"""A viewer's devices, and logging out (api.md, "Viewer")."""

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.http import account_schemas as schemas
from touchline.channel.application.viewer_sessions import ViewerSessions
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import before_password_change, principal, viewer
from touchline.platform.http.paging import list_args, part
from touchline.platform.http.schemas import page_of

blueprint = Blueprint("sessions", __name__, description="A viewer's devices, and logging out")
ListArgs = list_args("SessionListArgs", limit=100)


@blueprint.route("/auth/logout", methods=["POST"])
@limits.auth_call
@before_password_change
@viewer
@blueprint.response(204)
@inject
def log_out(sessions: ViewerSessions = Provide["channel.accounts.viewer_sessions"]) -> None:
    """End this session; its api key opens nothing any more."""
    sessions.log_out(principal())


@blueprint.route("/auth/sessions")
@limits.auth_call
@viewer
@blueprint.arguments(ListArgs, location="query")
@blueprint.response(200, page_of(schemas.ViewerSession))
@inject
def show_sessions(
    args: dict[str, Any], sessions: ViewerSessions = Provide["channel.accounts.viewer_sessions"]
) -> dict[str, Any]:
    """The devices on which the viewer is logged in, the last used first."""
    return part(sessions.list(principal()), args)


@blueprint.route("/auth/sessions", methods=["DELETE"])
@limits.auth_call
@viewer
@blueprint.response(204)
@inject
def end_other_sessions(
    sessions: ViewerSessions = Provide["channel.accounts.viewer_sessions"],
) -> None:
    """Log out every device but this one."""
    sessions.end_others(principal())


@blueprint.route("/auth/sessions/<int(max=2147483647):session_id>", methods=["DELETE"])
@limits.auth_call
@viewer
@blueprint.response(204)
@inject
def end_session(
    session_id: int, sessions: ViewerSessions = Provide["channel.accounts.viewer_sessions"]
) -> None:
    """Log out one device; 404 for another viewer's."""
    sessions.end(principal(), session_id)
