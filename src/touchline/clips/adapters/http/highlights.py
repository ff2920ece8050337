"""Highlights and reels over HTTP. Operators drop, restore and feature them like other clips."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.clips.adapters.http import highlight_schemas as schemas
from touchline.clips.application.highlights.arrange_highlights import ArrangeHighlights
from touchline.clips.application.highlights.highlight_queries import ListHighlights, ListStudioHighlights
from touchline.clips.container import ClipsContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import any_key, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission

STUDIO_HIGHLIGHTS = "/studio/events/<int(max=2147483647):event_id>/highlights"
blueprint = Blueprint("highlights", __name__, tag="clips")
studio_blueprint = Blueprint("studio_highlights", __name__, tag=STUDIO_TAG)


@blueprint.route("/clips/event/<int(max=2147483647):event_id>/highlights")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(schemas.EventHighlightsSchema))
@inject
def list_event_highlights(
    event_id: int, query: ListHighlights = Provide[ClipsContainer.list_highlights]
) -> dict[str, Any]:
    """List the highlights of an event in order, and its reel.

    The channel makes a highlight by itself within 10 s of each big moment, and the reel after the final.
    """
    return data_envelope(query(principal(), EventId(event_id)))


@studio_blueprint.route(STUDIO_HIGHLIGHTS)
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MODERATE_CLIPS)
@audit.reads_nothing_personal
@studio_blueprint.response(200, data_schema(schemas.StudioHighlightsSchema))
@inject
def list_studio_highlights(
    event_id: int, query: ListStudioHighlights = Provide[ClipsContainer.list_studio_highlights]
) -> dict[str, Any]:
    """List the highlights of an event in order, dropped ones too, and the state of its reel.

    Drop a highlight with `POST /studio/clips/{id}/hide`, and restore it with `unhide`. The reel follows.
    """
    return data_envelope(query(principal(), EventId(event_id)))


@studio_blueprint.route(f"{STUDIO_HIGHLIGHTS}/order", methods=["PUT"])
@limits.rate_limit("account", 120, limits.MINUTE, name="highlight-order")
@operator(Permission.MODERATE_CLIPS)
@audit.changes("highlights.order", "event", "event_id")
@studio_blueprint.arguments(schemas.HighlightOrderArgsSchema)
@studio_blueprint.response(200, data_schema(schemas.StudioHighlightsSchema))
@inject
def arrange_highlights(
    body: dict[str, Any],
    event_id: int,
    arrange: ArrangeHighlights = Provide[ClipsContainer.arrange_highlights],
    query: ListStudioHighlights = Provide[ClipsContainer.list_studio_highlights],
) -> dict[str, Any]:
    """Put the highlights of an event in an order, for its page and for the reel. Later moments follow."""
    arrange(EventId(event_id), body["ids"])
    return data_envelope(query(principal(), EventId(event_id)))
