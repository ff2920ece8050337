"""Tokens for analytics from browsers (ADR 58)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.analytics.application.ingest.report_tokens import IssueReportToken
from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.domain.payload_values import MAX_ID
from touchline.analytics.domain.records import ContentKind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import NormalizedString, data_schema
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

blueprint = Blueprint(
    "report_tokens", __name__, url_prefix="/api", description="Tokens for analytics from browsers"
)


class StreamType(StrEnum):
    """Type of the playing item, as in `stream_type` of the calls under `/datalake`."""

    LIVE = "live"
    EVENT = "event"
    VOD = "vod"
    CLIP = "clip"


class ReportTokenArgsSchema(Schema):
    """Query for a token of a session, or of a view of one item in it."""

    session = NormalizedString(
        normalize.token,
        required=True,
        metadata={"description": "Hash of the session, as in the calls under `/datalake`."},
    )
    stream_type = EnumField(
        StreamType,
        load_default=None,
        metadata={"description": "Item that is playing, if the token is for a view."},
    )
    stream_id = fields.Integer(
        load_default=None,
        validate=validate.Range(1, MAX_ID),
        metadata={"description": "ID of the event, library item or clip that is playing."},
    )


class ReportTokenSchema(Schema):
    """Token for analytics events."""

    token = fields.String(
        required=True, metadata={"description": "Value for `token` in the calls under `/datalake`."}
    )


@blueprint.route("/report-token")
@limits.rate_limit("session", 120, limits.HOUR)
@limits.rate_limit("address", 6000, limits.HOUR)
@any_key
@blueprint.arguments(ReportTokenArgsSchema, location="query")
@blueprint.response(200, data_schema(ReportTokenSchema))
@inject
def get_report_token(
    args: dict[str, Any], issue_report_token: IssueReportToken = Provide[AnalyticsContainer.issue_token]
) -> dict[str, Any]:
    """Return a token for the analytics events of a session (valid for 24 hours) or of a view (6 hours).

    Events without a token are stored, but no figure includes them. 403 if the viewer may not watch the item.
    """
    kind, content_id = args["stream_type"], args["stream_id"]
    content = (_content_kind(kind), content_id) if kind and content_id else None
    return data_envelope({"token": issue_report_token(principal(), args["session"], content)})


def _content_kind(stream_type: StreamType) -> ContentKind:
    return ContentKind.EVENT if stream_type is StreamType.LIVE else ContentKind(stream_type.value)
