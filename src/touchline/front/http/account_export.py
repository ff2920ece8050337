"""Export of a viewer's data, for the viewer and for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.channel.facade import ChannelFacade
from touchline.front.account.account_export import Archive, ExportAccount
from touchline.front.container import FrontContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal, viewer
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId
from touchline.shared.permissions import Permission

blueprint = Blueprint("account-export", __name__, description="Export of a viewer's data")
studio_blueprint = Blueprint("studio_account_export", __name__, tag=STUDIO_TAG)
ZIP_RESPONSE: dict[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "content_type": "application/zip",
}


@blueprint.route("/account-export")
@limits.rate_limit("account", 10, limits.HOUR)
@viewer
@blueprint.response(200, **ZIP_RESPONSE)
@inject
def export_account_data(export_account: ExportAccount = Provide[FrontContainer.export_account]) -> Response:
    """Return all stored data of the viewer, as a ZIP of JSON files.

    Its README is in the response's language.
    """
    viewer_principal = principal()
    return _build_response(export_account(viewer_principal.viewer_id, viewer_principal.language))


@studio_blueprint.route("/studio/viewers/<int(max=2147483647):account_id>/export")
@limits.rate_limit("account", 30, limits.HOUR, name="viewer-exports")
@operator(Permission.MANAGE_VIEWERS)
@audit.reads_personal_data("account.export", "account", "account_id")
@studio_blueprint.response(200, **ZIP_RESPONSE)
@inject
def export_viewer(
    account_id: int,
    export_account: ExportAccount = Provide[FrontContainer.export_account],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return all stored data of a viewer, as a ZIP of JSON files. Give it only to this viewer."""
    profile = channel.get_viewer_profile(AccountId(account_id))
    if profile is None:
        raise NotFoundError
    return _build_response(export_account(AccountId(account_id), profile.language))


def _build_response(archive: Archive) -> Response:
    response = Response(archive.content, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{archive.name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
