"""Tokens with which the reports of a page count (ADR 58)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.analytics.application.give_report_token import GiveReportToken
from touchline.analytics.domain.facts import ThingKind
from touchline.analytics.domain.values import LARGEST_ID
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import Text, data_of
from touchline.platform.http.sentences import ClosedSet
from touchline.shared import normalize

blueprint = Blueprint(
    "report_tokens", __name__, url_prefix="/api", description="Tokens for what browsers tell"
)


class StreamType(StrEnum):
    """What plays, as `stream_type` of the calls under `/datalake` names it."""

    LIVE = "live"
    EVENT = "event"
    VOD = "vod"
    CLIP = "clip"


class ReportTokenArgs(Schema):
    """Query for a token: of a session, or of a view of one thing in it."""

    session = Text(
        normalize.token,
        required=True,
        metadata={"description": "The session's hash, as the calls under `/datalake` name it."},
    )
    stream_type = ClosedSet(
        StreamType, load_default=None, metadata={"description": "What plays, if the token is for a view."}
    )
    stream_id = fields.Integer(
        load_default=None,
        validate=validate.Range(1, LARGEST_ID),
        metadata={"description": "The number of the event, library item or clip that plays."},
    )


class ReportTokenAnswer(Schema):
    """A token."""

    token = fields.String(required=True, metadata={"description": "`token` of the calls under `/datalake`."})


@blueprint.route("/report-token")
@limits.per("session", 120, limits.HOUR)
@limits.per("address", 6000, limits.HOUR)
@any_key
@blueprint.arguments(ReportTokenArgs, location="query")
@blueprint.response(200, data_of(ReportTokenAnswer))
@inject
def report_token(
    args: dict[str, Any], give: GiveReportToken = Provide["analytics.intake.give_token"]
) -> dict[str, Any]:
    """A token for the reports of a session (valid for 24 hours), or of a view (6 hours). Reports without one
    are kept, but no figure has them. 403 for a thing that the viewer may not watch."""
    kind, thing_id = args["stream_type"], args["stream_id"]
    thing = (_kind(kind), thing_id) if kind and thing_id else None
    return one({"token": give(principal(), args["session"], thing)})


def _kind(stream_type: StreamType) -> ThingKind:
    return ThingKind.EVENT if stream_type is StreamType.LIVE else ThingKind(stream_type.value)
