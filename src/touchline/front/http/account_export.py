"""Export of the viewer's data."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.front.account.account_export import ExportAccount
from touchline.front.container import FrontContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer

blueprint = Blueprint("account-export", __name__, description="Export of a viewer's data")
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
    archive = export_account(viewer_principal.viewer_id, viewer_principal.language)
    response = Response(archive.content, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{archive.name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
