"""The viewer's data over HTTP."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.front.account.account_export import ExportAccount
from touchline.front.container import FrontContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer

BLUEPRINT = Blueprint("account-export", __name__, description="Everything that is held about a viewer")
ZIP_RESPONSE: dict[str, Any] = {
    "schema": {"type": "string", "format": "binary"},
    "content_type": "application/zip",
}


@BLUEPRINT.route("/account-export")
@limits.rate_limit("account", 10, limits.HOUR)
@viewer
@BLUEPRINT.response(200, **ZIP_RESPONSE)
@inject
def export_account_data(export_account: ExportAccount = Provide[FrontContainer.export_account]) -> Response:
    """Everything that is held about the viewer, as a ZIP of JSON with a README in the language of the
    answer."""
    viewer_principal = principal()
    archive = export_account(viewer_principal.viewer_id, viewer_principal.language)
    response = Response(archive.content, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{archive.name}"'
    response.headers["Cache-Control"] = "no-store"
    return response
