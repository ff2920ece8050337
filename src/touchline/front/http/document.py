"""The channel's document for operators: single entries, and revisions (ADR 72)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.domain.document.entries import EntryRef
from touchline.channel.domain.document.merge import Side
from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http import document_schemas as schemas
from touchline.front.http.document_permissions import (
    get_change_permissions,
    get_price_fields,
    get_section_permission,
)
from touchline.front.packs.document.edit import Edit
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import (
    build_page_request,
    data_envelope,
    list_args_schema,
    page_envelope,
)
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, list_schema, page_schema
from touchline.shared.paging import MAX_LIMIT
from touchline.shared.permissions import Permission
from touchline.shared.principal import Principal

if TYPE_CHECKING:
    from touchline.front.packs.edit_entry import EditEntry, Entry, ReadEntries
    from touchline.front.packs.revert_revision import RevertRevision

SECTION = "/studio/entries/<string:section>"
ENTRY = f"{SECTION}/<path:key>"
REVISION = "/studio/revisions/<int(max=2147483647):revision_id>"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="entry-reads")
change_limit = limits.rate_limit("account", 120, limits.MINUTE, name="entry-changes")

blueprint = Blueprint("document", __name__, tag=STUDIO_TAG)


@blueprint.route(SECTION)
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.arguments(list_args_schema("EntryListArgs", limit=MAX_LIMIT), location="query")
@blueprint.response(200, page_schema(schemas.EntrySchema))
@inject
def list_entries(
    args: dict[str, Any],
    section: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    read_entries: ReadEntries = Provide[FrontContainer.read_entries],
) -> dict[str, Any]:
    """Return a page of the events, oldest entry first, or all entries of another section.

    If their order counts, the last one has an empty key and holds it.
    """
    _authorize(channel, section)
    return page_envelope(read_entries.list(section, build_page_request(args)).map(serialize_entry))


@blueprint.route(SECTION, methods=["PUT"])
@error_responses(400, 409)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("entry.save", "entry", "section")
@blueprint.arguments(schemas.SaveEntryArgsSchema)
@blueprint.response(200, data_schema(schemas.EntrySchema))
@inject
def save_section(
    body: dict[str, Any],
    section: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    edit_entry: EditEntry = Provide[FrontContainer.edit_entry],
) -> dict[str, Any]:
    """Save the entry of `channel` or `texts`, or the order of a section, as one revision.

    Errors as for other entries.
    """
    return data_envelope(_save(channel, edit_entry, EntryRef(section, ""), body))


@blueprint.route(ENTRY)
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.response(200, data_schema(schemas.EntrySchema))
@inject
def get_entry(
    section: str,
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    read_entries: ReadEntries = Provide[FrontContainer.read_entries],
) -> dict[str, Any]:
    """Return an entry. The key of a route is its path without the first slash."""
    _authorize(channel, section)
    return data_envelope(serialize_entry(read_entries.get(_create_ref(section, key))))


@blueprint.route(ENTRY, methods=["PUT"])
@error_responses(400, 409)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("entry.save", "entry", "key")
@blueprint.arguments(schemas.SaveEntryArgsSchema)
@blueprint.response(200, data_schema(schemas.EntrySchema))
@inject
def save_entry(
    body: dict[str, Any],
    section: str,
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    edit_entry: EditEntry = Provide[FrontContainer.edit_entry],
) -> dict[str, Any]:
    """Create or change an entry, as one revision, and return it.

    409 `errors.edit_conflict` with `current` and `version` if someone else changed the entry. 400
    `errors.confirmation_required` with `effects` if buyers would lose something. 422 with a message for each
    field, as `touchline channels check` prints it.
    """
    return data_envelope(_save(channel, edit_entry, _create_ref(section, key), body))


@blueprint.route(ENTRY, methods=["DELETE"])
@error_responses(400, 409)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("entry.remove", "entry", "key")
@blueprint.arguments(schemas.VersionArgsSchema, location="query")
@blueprint.response(204)
@inject
def remove_entry(
    args: dict[str, Any],
    section: str,
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    edit_entry: EditEntry = Provide[FrontContainer.edit_entry],
) -> None:
    """Remove an entry, as one revision. 422 if other entries refer to it. Other errors as for a save."""
    _save(channel, edit_entry, _create_ref(section, key), {**args, "value": None})


@blueprint.route("/studio/revisions")
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.arguments(schemas.RevisionListArgsSchema, location="query")
@blueprint.response(200, list_schema(schemas.RevisionSummarySchema))
@inject
def list_revisions(
    args: dict[str, Any], channel: ChannelFacade = Provide[FrontContainer.channel]
) -> dict[str, Any]:
    """Return the latest revisions, newest first."""
    return data_envelope([asdict(summary) for summary in channel.document_history.list(args["limit"])])


@blueprint.route(REVISION)
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.response(200, data_schema(schemas.RevisionSchema))
@inject
def get_revision(
    revision_id: int, channel: ChannelFacade = Provide[FrontContainer.channel]
) -> dict[str, Any]:
    """Return a revision with all its changes, from the sections that the operator may edit."""
    revision = channel.document_history.get(revision_id)
    permissions = {get_section_permission(change.ref.section) for change in revision.changes}
    granted = {permission for permission in permissions if channel.check_permission(principal(), permission)}
    changes = [
        {
            "section": change.ref.section,
            "key": change.ref.key,
            "before": _to_json(change.before),
            "after": _to_json(change.after),
        }
        for change in revision.changes
        if get_section_permission(change.ref.section) in granted
    ]
    return data_envelope(
        {
            "id": revision.id,
            "at": revision.at,
            "author": revision.author,
            "source": revision.source,
            "reverts": revision.reverts,
            "changes": changes,
        }
    )


@blueprint.route(f"{REVISION}/revert/preview", methods=["POST"])
@error_responses(400)
@read_limit
@operator(Permission.EDIT_CONTENT)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.RevertPreviewArgsSchema)
@blueprint.response(200, data_schema(schemas.RevertPreviewSchema))
@inject
def preview_revert(
    body: dict[str, Any],
    revision_id: int,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    revert: RevertRevision = Provide[FrontContainer.revert_revision],
) -> dict[str, Any]:
    """Return what an undo of a revision would do. Nothing is written.

    `changes` is empty if everything was undone already. 400 `errors.revision_created_channel` for the first
    revision, and `errors.revert_refused` if the result would not be valid.
    """
    from touchline.front.packs.revert_output import refuse_invalid_result, serialize_preview

    caller = principal()
    _authorize_revert(channel, caller, revision_id)
    release_connection()
    prefer = Side.PACK if body["force"] else Side.CURRENT
    with refuse_invalid_result():
        preview = revert.preview(caller.channel_id, revision_id, prefer, caller.language)
    return data_envelope(serialize_preview(preview))


@blueprint.route(f"{REVISION}/revert", methods=["POST"])
@error_responses(400, 409)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("revision.revert", "revision", "revision_id")
@blueprint.arguments(schemas.RevertArgsSchema)
@blueprint.response(200, data_schema(schemas.RevertResultSchema))
@inject
def revert_revision(
    body: dict[str, Any],
    revision_id: int,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    revert: RevertRevision = Provide[FrontContainer.revert_revision],
) -> dict[str, Any]:
    """Undo a revision, as a new revision. Later changes of other fields stay.

    409 `errors.merge_conflict` with `conflicts` if fields were changed again since, unless
    `keep_later_changes` or `force` says what to do with them. 400 `errors.confirmation_required` with
    `effects` if buyers would lose something, and as for the preview.
    """
    from touchline.front.packs.revert_output import refuse_invalid_result

    caller = principal()
    _authorize_revert(channel, caller, revision_id)
    author = get_author(channel, caller)
    release_connection()
    prefer = Side.PACK if body["force"] else Side.CURRENT if body["keep_later_changes"] else None
    with refuse_invalid_result():
        result = revert(caller.channel_id, revision_id, author, read_confirmation(body), prefer)
    return data_envelope({"revision": result.revision})


def _authorize_revert(channel: ChannelFacade, caller: Principal, revision_id: int) -> None:
    """Raise `ForbiddenError` unless the caller may make every change of the revision."""
    for change in channel.document_history.get(revision_id).changes:
        for permission in get_change_permissions(change):
            channel.authorize_operator(caller, permission)


def _save(
    channel: ChannelFacade, edit_entry: EditEntry, ref: EntryRef, body: dict[str, Any]
) -> dict[str, Any] | None:
    [edit] = authorize_edits(channel, [(ref, body)])
    release_connection()
    saved = edit_entry(principal().channel_id, edit, read_confirmation(body))
    return serialize_entry(saved) if saved else None


def authorize_edits(
    channel: ChannelFacade, bodies: Iterable[tuple[EntryRef, Mapping[str, Any]]]
) -> list[Edit]:
    """Return the edits of the caller, who needs the permission of each section."""
    caller = principal()
    author = get_author(channel, caller)
    may_set_prices = channel.check_permission(caller, Permission.EDIT_OFFERS)
    edits = []
    for ref, body in bodies:
        _authorize(channel, ref.section)
        locked_fields = frozenset() if may_set_prices else get_price_fields(ref.section)
        edits.append(Edit(ref, body["value"], body["version"], author, locked_fields))
    return edits


def _authorize(channel: ChannelFacade, section: str) -> None:
    channel.authorize_operator(principal(), get_section_permission(section))


def get_author(channel: ChannelFacade, caller: Principal) -> str:
    """Return the name of the caller as the author of a revision."""
    profile = channel.get_viewer_profile(caller.viewer_id)
    return (profile.name or profile.email) if profile else ""


def _create_ref(section: str, key: str) -> EntryRef:
    return EntryRef(section, f"/{key}" if section == "routes" else key)


def read_confirmation(body: dict[str, Any]) -> Confirmation:
    """Return the confirmation in the arguments of a call."""
    return Confirmation(body["confirm"], body["refund"], principal().language)


def serialize_entry(entry: Entry) -> dict[str, Any]:
    """Return an entry as the API shows it."""
    return {
        "section": entry.ref.section,
        "key": entry.ref.key,
        "value": _to_json(entry.value),
        "version": entry.version,
    }


def _to_json(value: Any) -> Any:
    """Return a value with numbers that JSON can hold."""
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, dict):
        return {name: _to_json(part) for name, part in value.items()}
    return [_to_json(part) for part in value] if isinstance(value, list) else value
