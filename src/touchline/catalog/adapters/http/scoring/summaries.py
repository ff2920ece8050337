"""Summaries of events: the moments in about a minute, and the time in which the clock ran."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.catalog.application.scoring.show_summary import ShowSummary
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.scoring.summaries import SummaryKind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, data_schema, required_text
from touchline.shared.ids import EventId

MAX_ID = 2**31 - 1
summary_limit = limits.rate_limit("session", 60, limits.MINUTE, name="summaries")

blueprint = Blueprint("summaries", __name__, description="Summaries of events")


class SummaryArgsSchema(Schema):
    """What a summary shows, and of which media item of the event. Without `media_id`, of the recording."""

    kind = fields.String(
        load_default=SummaryKind.MOMENTS.value,
        validate=validate.OneOf([kind.value for kind in SummaryKind]),
    )
    media_id = fields.Integer(load_default=None, validate=validate.Range(1, MAX_ID))


class SummaryRangeSchema(Schema):
    """Range without a cut: where it plays in the summary, and when it was live."""

    start_ms = fields.Integer(required=True)
    end_ms = fields.Integer(required=True)
    at_ms = fields.Integer(required=True)
    until_ms = fields.Integer(required=True)


class SummarySchema(Schema):
    """Summary of an event: a playlist of ranges over the segments of its video."""

    kind = fields.String(required=True, validate=validate.OneOf([kind.value for kind in SummaryKind]))
    url = required_text()
    expires_at = Instant(required=True)
    duration_ms = fields.Integer(required=True)
    ranges = fields.List(fields.Nested(SummaryRangeSchema), required=True)


@blueprint.route("/events/<int(max=2147483647):event_id>/summary")
@summary_limit
@any_key
@blueprint.arguments(SummaryArgsSchema, location="query")
@blueprint.response(200, data_schema(SummarySchema))
@inject
def show_summary(
    args: dict[str, Any], event_id: int, query: ShowSummary = Provide[CatalogContainer.show_summary]
) -> dict[str, Any]:
    """Return a summary of an event that the viewer may watch. `url` is signed for this session.

    `data` is null if the timeline has nothing to show, or if the viewer may not watch.
    """
    kind = SummaryKind(args["kind"])
    return data_envelope(query(principal(), EventId(event_id), kind, args["media_id"]))
