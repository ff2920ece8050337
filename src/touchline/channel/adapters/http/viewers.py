"""The viewers of a channel, for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.adapters.http import viewer_schemas as schemas
from touchline.channel.application.operators.viewer_admin import ViewerAdmin, ViewerDetails, ViewerQueries
from touchline.channel.container import ChannelContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.ids import AccountId
from touchline.shared.permissions import Permission

VIEWERS = "/studio/viewers"
VIEWER = f"{VIEWERS}/<int(max=2147483647):account_id>"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-viewers")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="studio-viewer-changes")

blueprint = Blueprint("studio_viewers", __name__, tag=STUDIO_TAG)


@blueprint.route(VIEWERS)
@read_limit
@operator(Permission.VIEW_VIEWERS)
@audit.reads_personal_data("account.list")
@blueprint.arguments(schemas.ViewersArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.ViewerSchema))
@inject
def list_viewers(
    args: dict[str, Any], viewers: ViewerQueries = Provide[ChannelContainer.viewer_queries]
) -> dict[str, Any]:
    """List the viewers, newest first. `search` matches names and email addresses."""
    return page_envelope(viewers.list_page(args["search"], build_page_request(args)))


@blueprint.route(VIEWER)
@read_limit
@operator(Permission.VIEW_VIEWERS)
@audit.reads_personal_data("account.show", "account", "account_id")
@blueprint.response(200, data_schema(schemas.ViewerDetailsSchema))
def show_viewer(account_id: int) -> dict[str, ViewerDetails]:
    """Return a viewer with the details of the account."""
    return _show(account_id)


@blueprint.route(f"{VIEWER}/log-out", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_VIEWERS)
@audit.changes("account.log_out", "account", "account_id")
@blueprint.response(200, data_schema(schemas.ViewerDetailsSchema))
@inject
def log_out_viewer(
    account_id: int, admin: ViewerAdmin = Provide[ChannelContainer.viewer_admin]
) -> dict[str, ViewerDetails]:
    """Log a viewer out on all devices."""
    admin.log_out(principal(), AccountId(account_id))
    return _show(account_id)


@blueprint.route(f"{VIEWER}/suspend", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_VIEWERS)
@audit.changes("account.suspend", "account", "account_id")
@blueprint.arguments(schemas.ReasonArgsSchema)
@blueprint.response(200, data_schema(schemas.ViewerDetailsSchema))
@inject
def suspend_viewer(
    body: dict[str, str], account_id: int, admin: ViewerAdmin = Provide[ChannelContainer.viewer_admin]
) -> dict[str, ViewerDetails]:
    """Suspend a viewer, who is logged out, cannot log in, and is not charged for renewals.

    Passes stay valid until they end. Refunds are separate.
    """
    admin.suspend(principal(), AccountId(account_id), body["reason"])
    return _show(account_id)


@blueprint.route(f"{VIEWER}/unsuspend", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_VIEWERS)
@audit.changes("account.unsuspend", "account", "account_id")
@blueprint.arguments(schemas.ReasonArgsSchema)
@blueprint.response(200, data_schema(schemas.ViewerDetailsSchema))
@inject
def unsuspend_viewer(
    body: dict[str, str], account_id: int, admin: ViewerAdmin = Provide[ChannelContainer.viewer_admin]
) -> dict[str, ViewerDetails]:
    """Let a suspended viewer log in again.

    Renewals stay off until the viewer turns them on.
    """
    admin.unsuspend(principal(), AccountId(account_id), body["reason"])
    return _show(account_id)


@blueprint.route(f"{VIEWER}/remove-second-factor", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_VIEWERS)
@audit.changes("account.remove_second_factor", "account", "account_id")
@blueprint.response(200, data_schema(schemas.ViewerDetailsSchema))
@inject
def remove_viewer_second_factor(
    account_id: int, admin: ViewerAdmin = Provide[ChannelContainer.viewer_admin]
) -> dict[str, ViewerDetails]:
    """Turn off the second factor of a viewer who lost the authenticator app and all recovery codes.

    First verify who is asking. The viewer gets an email.
    """
    admin.remove_second_factor(principal(), AccountId(account_id))
    return _show(account_id)


@blueprint.route(f"{VIEWER}/send-reset-link", methods=["POST"])
@error_responses(400)
@limits.rate_limit("account", 30, limits.HOUR, name="viewer-reset-links")
@operator(Permission.MANAGE_VIEWERS)
@audit.changes("account.send_reset_link", "account", "account_id")
@blueprint.response(200, data_schema(schemas.ViewerDetailsSchema))
@inject
def send_viewer_reset_link(
    account_id: int, admin: ViewerAdmin = Provide[ChannelContainer.viewer_admin]
) -> dict[str, ViewerDetails]:
    """Email a viewer a link to choose another password.

    Operators never see a password. At most five emails an hour are sent to an address.
    """
    admin.send_reset_link(principal(), AccountId(account_id))
    return _show(account_id)


@blueprint.route(f"{VIEWER}/erase", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_VIEWERS)
@audit.changes("account.erase", "account", "account_id")
@blueprint.arguments(schemas.EraseViewerArgsSchema)
@blueprint.response(204)
@inject
def erase_viewer(
    body: dict[str, str], account_id: int, admin: ViewerAdmin = Provide[ChannelContainer.viewer_admin]
) -> None:
    """Erase a viewer and all their clips, without a refund. This cannot be undone.

    422 unless `confirmation` is the viewer's email address.
    """
    admin.erase(principal(), AccountId(account_id), body["confirmation"], body["reason"])


@inject
def _show(
    account_id: int, viewers: ViewerQueries = Provide[ChannelContainer.viewer_queries]
) -> dict[str, ViewerDetails]:
    return data_envelope(viewers.get(AccountId(account_id)))
