"""Merges two entries of the document that are the same, for operators."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http import merge_schemas as schemas
from touchline.front.http.document import change_limit, get_author, read_limit
from touchline.front.http.document_permissions import get_merge_permission
from touchline.platform.http import audit
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

if TYPE_CHECKING:
    from touchline.front.merges.merge_entries import MergeEntries

MERGE = "/studio/merges/<string:section>/<string:key>"

blueprint = Blueprint("merges", __name__, tag=STUDIO_TAG)


@blueprint.route(MERGE)
@error_responses(400)
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.arguments(schemas.MergeArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.MergeEffectsSchema))
@inject
def preview_merge(
    args: dict[str, Any],
    section: str,
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    merge_entries: MergeEntries = Provide[FrontContainer.merge_entries],
) -> dict[str, Any]:
    """Return how much would move to the entry `into`. 400 if the merge makes no sense, with the reason."""
    from touchline.front.merges.merge_entries import Merge

    channel.authorize_operator(principal(), get_merge_permission(section))
    return data_envelope(asdict(merge_entries.preview(Merge(section, key, args["into"]))))


@blueprint.route(MERGE, methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("entry.merge", "entry", "key")
@blueprint.arguments(schemas.MergeArgsSchema)
@blueprint.response(200, data_schema(schemas.MergeResultSchema))
@inject
def merge_entry(
    body: dict[str, Any],
    section: str,
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    merge_entries: MergeEntries = Provide[FrontContainer.merge_entries],
) -> dict[str, Any]:
    """Merge an entry into the entry `into`, as one revision.

    References, orders, favorites and reminders move, the old address leads to the kept entry, and imports
    know its names. An undo of the revision restores the document only. 400 as for the preview.
    """
    from touchline.front.merges.merge_entries import Merge

    caller = principal()
    channel.authorize_operator(caller, get_merge_permission(section))
    author = get_author(channel, caller)
    release_connection()
    revision = merge_entries(caller.channel_id, Merge(section, key, body["into"]), author)
    return data_envelope({"revision": revision})
