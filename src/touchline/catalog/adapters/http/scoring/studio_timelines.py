"""Timelines in the studio: entries by operators, and scorer links."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.scoring import timeline_schemas as schemas
from touchline.catalog.application.scoring.scorer_access import ScorerAccess, ScorerLinkStatus
from touchline.catalog.application.scoring.scorer_timeline import ScorerTimeline
from touchline.catalog.container import CatalogContainer
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.platform.qr_codes import render_qr_code
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission

EVENT = "/studio/events/<int(max=2147483647):event_id>"
read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="timeline-reads")
change_limit = limits.rate_limit("account", 240, limits.MINUTE, name="timeline-changes")
link_limit = limits.rate_limit("account", 30, limits.MINUTE, name="scorer-links")

blueprint = Blueprint("studio_timelines", __name__, tag=STUDIO_TAG)


@blueprint.route(f"{EVENT}/timeline")
@read_limit
@operator(Permission.SCORE_EVENTS)
@blueprint.response(200, data_schema(schemas.ScorerTimelineSchema))
@inject
def show_studio_timeline(
    event_id: int, timeline: ScorerTimeline = Provide[CatalogContainer.scorer_timeline]
) -> dict[str, Any]:
    """Return the timeline of an event, with its sport and teams."""
    return data_envelope(timeline.show(EventId(event_id), principal().language))


@blueprint.route(f"{EVENT}/timeline", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.SCORE_EVENTS)
@audit.continues_change
@blueprint.arguments(schemas.AddEntriesSchema)
@blueprint.response(200, data_schema(schemas.TimelineUpdateSchema))
@inject
def add_studio_entries(
    body: dict[str, Any],
    event_id: int,
    timeline: ScorerTimeline = Provide[CatalogContainer.scorer_timeline],
) -> dict[str, Any]:
    """Add entries to the timeline of an event. Entries that it has are left out."""
    author = f"account:{principal().account_id}"
    return data_envelope(timeline.add(EventId(event_id), author, body["entries"], after=body["after"]))


@blueprint.route(f"{EVENT}/scorer-link")
@read_limit
@operator(Permission.SCORE_EVENTS)
@blueprint.response(200, data_schema(schemas.ScorerLinkSchema))
@inject
def show_scorer_link(
    event_id: int, access: ScorerAccess = Provide[CatalogContainer.scorer_access]
) -> dict[str, ScorerLinkStatus | None]:
    """Return the scorer link of an event; null if it has none that works."""
    return data_envelope(access.get_link(EventId(event_id)))


@blueprint.route(f"{EVENT}/scorer-link", methods=["POST"])
@link_limit
@operator(Permission.SCORE_EVENTS)
@audit.changes("scorer_link.create", "event", "event_id")
@blueprint.response(201, data_schema(schemas.NewScorerLinkSchema))
@inject
def create_scorer_link(
    event_id: int,
    access: ScorerAccess = Provide[CatalogContainer.scorer_access],
    urls: SiteUrls = Provide[CatalogContainer.site_urls],
) -> dict[str, Any]:
    """Create the scorer link of an event, in place of an earlier one. Its scorers are signed out."""
    link = access.create_link(EventId(event_id))
    url = urls.get_scorer_url(link.token)
    return data_envelope(
        {"url": url, "pin": link.pin, "qr": render_qr_code(url), "expires_at": link.expires_at}
    )


@blueprint.route(f"{EVENT}/scorer-link", methods=["DELETE"])
@link_limit
@operator(Permission.SCORE_EVENTS)
@audit.changes("scorer_link.delete", "event", "event_id")
@blueprint.response(204)
@inject
def delete_scorer_link(event_id: int, access: ScorerAccess = Provide[CatalogContainer.scorer_access]) -> None:
    """Delete the scorer link of an event. Its scorers are signed out."""
    access.delete_link(EventId(event_id))
