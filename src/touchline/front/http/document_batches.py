"""Several entries of the document at once: saved as one revision, or previewed on the site (ADR 74)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.domain.document.entries import EntryRef
from touchline.channel.facade import ChannelFacade
from touchline.front.bootstrap_data import GetBootstrapData
from touchline.front.container import FrontContainer
from touchline.front.http import document_schemas as schemas
from touchline.front.http.document import authorize_edits, change_limit, read_confirmation, serialize_entry
from touchline.front.packs.document.edit import Edit
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.permissions import Permission

if TYPE_CHECKING:
    from touchline.front.packs.edit_entry import EditEntry

blueprint = Blueprint("document_batches", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/entries", methods=["PUT"])
@error_responses(400, 404, 409)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("entry.save", "entry")
@blueprint.arguments(schemas.SaveEntriesArgsSchema)
@blueprint.response(200, list_schema(schemas.EntrySchema))
@inject
def save_entries(
    body: dict[str, Any],
    channel: ChannelFacade = Provide[FrontContainer.channel],
    edit_entry: EditEntry = Provide[FrontContainer.edit_entry],
) -> dict[str, Any]:
    """Create, change and remove several entries, as one revision, and return those that remain.

    Errors as for one entry; then nothing is saved. 409 also names the `section` and `key` of the entry. The
    fields of a 422 begin with the entry: `menu[home].label`.
    """
    edits = _authorize(channel, body)
    saved = edit_entry.save_all(principal().channel_id, edits, read_confirmation(body))
    return data_envelope([serialize_entry(entry) for entry in saved if entry])


@blueprint.route("/studio/preview", methods=["POST"])
@error_responses(404, 409)
@limits.rate_limit("account", 120, limits.MINUTE, name="site-previews")
@operator(Permission.EDIT_CONTENT)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.PreviewArgsSchema)
@blueprint.response(200, data_schema(schemas.SitePreviewSchema))
@inject
def preview_entries(
    body: dict[str, Any],
    channel: ChannelFacade = Provide[FrontContainer.channel],
    edit_entry: EditEntry = Provide[FrontContainer.edit_entry],
    get_bootstrap_data: GetBootstrapData = Provide[FrontContainer.get_bootstrap_data],
) -> dict[str, Any]:
    """Return the start-up data of the web app as if several entries were saved. Nothing is stored.

    Errors as for a save.
    """
    edits = _authorize(channel, body)

    def render() -> dict[str, Any]:
        return {language: get_bootstrap_data(language) for language in channel.get_current().languages}

    return data_envelope({"bundles": edit_entry.preview(principal().channel_id, edits, render)})


def _authorize(channel: ChannelFacade, body: dict[str, Any]) -> list[Edit]:
    """Return the edits of a body, and release the connection. Raises `ForbiddenError`."""
    edits = authorize_edits(
        channel, [(EntryRef(item["section"], item["key"]), item) for item in body["entries"]]
    )
    release_connection()
    return edits
