"""The schedule in the studio, over HTTP."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.events import studio_schemas as schemas
from touchline.catalog.application.events.studio_events import ListStudioEvents, filter_status
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.filters import AvailabilityLimit, EventFilter
from touchline.platform.http import limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import build_page_request, page_envelope
from touchline.platform.http.schemas import page_schema
from touchline.shared.paging import PageRequest
from touchline.shared.permissions import Permission

SORT_FIELDS = {"starts_at": "event_utc_ts", "name": "name"}
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="schedule-reads")

blueprint = Blueprint("studio_events", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/events")
@read_limit
@operator(Permission.EDIT_CONTENT)
@blueprint.arguments(schemas.StudioEventListArgsSchema, location="query")
@blueprint.response(200, page_schema(schemas.StudioEventSchema))
@inject
def list_studio_events(
    args: dict[str, Any], list_events: ListStudioEvents = Provide[CatalogContainer.list_studio_events]
) -> dict[str, Any]:
    """Return the schedule by start, with what each event has and lacks."""
    event_filter = EventFilter(
        query=args["q"],
        key=args["key"],
        ids=frozenset(args["ids"]),
        category_id=args["event_category_id"] or None,
        team=args["team"],
        school=args["school"],
        needs_attention=args["needs_attention"],
        has_price=args["has_price"],
        limit=AvailabilityLimit(args["limit_by"]) if args["limit_by"] else None,
    )
    request = build_page_request(args)
    page = list_events(
        principal(),
        filter_status(event_filter, args["status"]),
        PageRequest(request.limit, request.offset, SORT_FIELDS[args["sort_field"]], request.sort_direction),
        first=args["start_date"],
        last=args["end_date"],
    )
    return page_envelope(page)
