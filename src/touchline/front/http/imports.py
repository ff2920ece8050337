"""Import of a schedule, for operators: a preview, and its application."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject

from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http import import_schemas as schemas
from touchline.front.http.document import get_author
from touchline.front.imports.choices import RowChoice
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.shared.permissions import Permission

if TYPE_CHECKING:
    from touchline.front.imports.feeds.feed_admin import FeedAdmin
    from touchline.front.imports.import_schedule import ImportSchedule
    from touchline.front.imports.preview import ImportFile

preview_limit = limits.rate_limit("account", 60, limits.MINUTE, name="import-previews")
import_limit = limits.rate_limit("account", 20, limits.MINUTE, name="imports")

blueprint = Blueprint("imports", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/imports/preview", methods=["POST"])
@error_responses(400)
@preview_limit
@operator(Permission.EDIT_CONTENT)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.ImportPreviewArgsSchema)
@blueprint.response(200, data_schema(schemas.ImportPreviewSchema))
@inject
def preview_import(
    body: dict[str, Any],
    import_schedule: ImportSchedule = Provide[FrontContainer.import_schedule],
    feeds: FeedAdmin = Provide[FrontContainer.feed_admin],
) -> dict[str, Any]:
    """Return what the import of a CSV or iCalendar file, or of a feed, would do. Nothing is written.

    `effects` are what it would do to paid orders, with the `choices` about rows.

    400 `errors.import_unreadable`, `errors.import_empty`, `errors.import_too_long` or
    `errors.import_dates_contradict` if the file cannot be imported.
    """
    from touchline.front.imports.import_output import serialize_preview

    file = _read_file(body, feeds)
    preview, sources = import_schedule.preview(file), import_schedule.list_sources()
    release_connection()
    caller = principal()
    effects = import_schedule.find_effects(
        caller.channel_id, file, preview, _read_choices(body), caller.language
    )
    return data_envelope(serialize_preview(preview, effects) | {"sources": sources})


@blueprint.route("/studio/imports", methods=["POST"])
@error_responses(400, 409)
@import_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("schedule.import", "import")
@blueprint.arguments(schemas.ImportArgsSchema)
@blueprint.response(200, data_schema(schemas.ImportResultSchema))
@inject
def apply_import(
    body: dict[str, Any],
    channel: ChannelFacade = Provide[FrontContainer.channel],
    import_schedule: ImportSchedule = Provide[FrontContainer.import_schedule],
    feeds: FeedAdmin = Provide[FrontContainer.feed_admin],
) -> dict[str, Any]:
    """Apply an import as one revision of the document. A feed is checked every hour from then on.

    Rows without a choice: new and changed rows are applied, disagreeing rows keep the studio's values, and
    missing rows stay. 409 `errors.import_outdated` with `version` if the import would do something else than
    its preview. 400 `errors.import_unanswered` if the preview has questions, and
    `errors.confirmation_required` with `effects` if buyers would lose something.
    """

    caller = principal()
    author, file = get_author(channel, caller), _read_file(body, feeds)
    release_connection()
    result = import_schedule(
        caller.channel_id,
        file,
        body["version"],
        _read_choices(body),
        author,
        Confirmation(body["confirm"], body["refund"], principal().language),
    )
    if body["feed"] is not None:
        feeds.start(caller.channel_id, body["feed"], {name: body[name] for name in schemas.OPTION_NAMES})
    return data_envelope({"revision": result.revision, "created": result.created, "changed": result.changed})


def _read_choices(body: dict[str, Any]) -> dict[str, RowChoice]:
    return {choice["row_key"]: RowChoice(choice["choice"]) for choice in body["choices"]}


def _read_file(body: dict[str, Any], feeds: FeedAdmin) -> ImportFile:
    """Return the file of a request, or the content of a feed. Raises `NotFoundError`."""
    from touchline.front.imports.feeds.feed import create_file
    from touchline.front.imports.names import NameAction, NameChoice, NameKind, create_name_ref

    content, source = body["content"], body["source"]
    if body["feed"] is not None:
        feed, content = feeds.get_with_content(body["feed"])
        source = feed.name
    names = {
        create_name_ref(NameKind(name["kind"]), name["name"], name["scope"]): NameChoice(
            NameAction(name["action"]), name["key"]
        )
        for name in body["names"]
    }
    return replace(create_file(content, source, body), names=names)
