"""The activity of a channel, for operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.channel.adapters.http import activity_schemas as schemas
from touchline.channel.application.operators.audit_export import EXPORTS, serialize_entry
from touchline.channel.application.operators.audit_log import ReadAuditLog
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.operators.audit_log import AuditFilter
from touchline.channel.ports.operators.audit_log import AuditLog, KnownActor
from touchline.platform.http import audit, limits
from touchline.platform.http.attachments import set_attachment
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import list_schema
from touchline.shared.permissions import Permission

CONTENT_TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}

blueprint = Blueprint("activity", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/activity")
@limits.rate_limit("account", 120, limits.MINUTE, name="activity")
@operator(Permission.VIEW_ACTIVITY)
@audit.reads_nothing_personal
@blueprint.arguments(schemas.ActivityArgsSchema, location="query")
@blueprint.response(200, schemas.ActivityPageSchema)
@inject
def list_activity(
    args: dict[str, Any], read_audit_log: ReadAuditLog = Provide[ChannelContainer.read_audit_log]
) -> dict[str, Any]:
    """List what operators and commands did, newest first. `from` and `to` are days in the channel's time
    zone, both included.
    """
    audit_filter = _build_filter(args, read_audit_log)
    entries, next_cursor = read_audit_log.list(audit_filter, args["limit"], args["cursor"])
    return {"data": [serialize_entry(entry) for entry in entries], "meta": {"next": next_cursor}}


@blueprint.route("/studio/activity/actors")
@limits.rate_limit("account", 120, limits.MINUTE, name="activity")
@operator(Permission.VIEW_ACTIVITY)
@audit.reads_nothing_personal
@blueprint.response(200, list_schema(schemas.ActivityActorSchema))
@inject
def list_actors(
    audit_log: AuditLog = Provide[ChannelContainer.audit_log],
) -> dict[str, Sequence[KnownActor]]:
    """List everybody who appears in the activity, by name."""
    return data_envelope(audit_log.list_actors())


def _declare_export(file_format: str) -> dict[int, Any]:
    media_type = CONTENT_TYPES[file_format].partition(";")[0]
    schema = {"type": "string"} if file_format == "csv" else {"type": "array", "items": {"type": "object"}}
    return {200: {"description": "All entries that match.", "content": {media_type: {"schema": schema}}}}


@blueprint.route("/studio/activity.csv")
@limits.rate_limit("account", 6, limits.MINUTE, name="activity-exports")
@operator(Permission.VIEW_ACTIVITY)
@audit.reads_personal_data("activity.export")
@blueprint.arguments(schemas.ActivityFilterArgsSchema, location="query")
@blueprint.doc(responses=_declare_export("csv"))
def export_csv(args: dict[str, Any]) -> Response:
    """Export the activity as CSV for spreadsheets. The export itself becomes an entry."""
    return _export("csv", args)


@blueprint.route("/studio/activity.json")
@limits.rate_limit("account", 6, limits.MINUTE, name="activity-exports")
@operator(Permission.VIEW_ACTIVITY)
@audit.reads_personal_data("activity.export")
@blueprint.arguments(schemas.ActivityFilterArgsSchema, location="query")
@blueprint.doc(responses=_declare_export("json"))
def export_json(args: dict[str, Any]) -> Response:
    """Export the activity as a JSON array. The export itself becomes an entry."""
    return _export("json", args)


@inject
def _export(
    file_format: str,
    args: dict[str, Any],
    read_audit_log: ReadAuditLog = Provide[ChannelContainer.read_audit_log],
) -> Response:
    """Return a response that is read from the log while it is sent, after this request's transaction."""
    entries = read_audit_log.iterate(principal().channel_id, _build_filter(args, read_audit_log))
    response = Response(EXPORTS[file_format](entries), content_type=CONTENT_TYPES[file_format])
    set_attachment(response, "", f"activity.{file_format}")
    response.headers["Cache-Control"] = "no-store"
    return response


def _build_filter(args: dict[str, Any], read_audit_log: ReadAuditLog) -> AuditFilter:
    return read_audit_log.build_filter(
        args["actor"], args["action"], args["subject"], args["first"], args["last"]
    )
