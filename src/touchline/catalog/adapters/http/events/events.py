"""Events and the home page over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.arguments import (
    EventListArgsSchema,
    FavoriteEventArgsSchema,
    HomeRailArgsSchema,
    parse_event_filter,
    parse_event_page,
)
from touchline.catalog.adapters.http.events.cache_expiry import expire_at_next_status_change
from touchline.catalog.adapters.http.events.cached_tables import (
    ACCESS_FIELDS,
    EVENT_TABLES,
    FILTERED_EVENT_TABLES,
    MEDIA_TABLES,
    RESULT_TABLES,
    SALE_TABLES,
    SCORE_TABLES,
)
from touchline.catalog.adapters.http.events.event_schemas import (
    EventRowSchema,
    EventSchema,
    HomeRailSchema,
    RunningEventSchema,
    SimulationSchema,
    StreamTestSchema,
)
from touchline.catalog.application.events.event_queries import ListEvents, ListFollowedEvents, ShowEvent
from touchline.catalog.application.events.home_rails import HomeRails
from touchline.catalog.application.events.running_events import ListRunningEvents
from touchline.catalog.application.events.simulations import ShowSimulation
from touchline.catalog.application.live.stream_tests import ShowStreamTest
from touchline.catalog.application.playback.record_requests import RecordAttempt
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import cached_response
from touchline.platform.http.guards import any_key, operator, principal, viewer
from touchline.platform.http.paging import data_envelope, page_envelope, paginate
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission

blueprint = Blueprint("events", __name__, description="Events and the rails of the home page")
ROW_TABLES = (*MEDIA_TABLES, *RESULT_TABLES, *SALE_TABLES, *SCORE_TABLES)
LIST_TABLES = (*FILTERED_EVENT_TABLES, *ROW_TABLES)


@blueprint.route("/events")
@cached_response(*LIST_TABLES, varies_on=ACCESS_FIELDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(EventListArgsSchema, location="query")
@blueprint.response(200, page_schema(EventRowSchema))
@inject
def list_events(
    args: Mapping[str, Any], list_matching: ListEvents = Provide[CatalogContainer.list_events]
) -> dict[str, Any]:
    """List events. `start_date` and `end_date` are days in the channel's time zone, both included."""
    expire_at_next_status_change(principal())
    event_filter, request = parse_event_filter(args), parse_event_page(args)
    return page_envelope(
        list_matching(principal(), event_filter, request, first=args["start_date"], last=args["end_date"])
    )


@blueprint.route("/events/with_clip")
@cached_response(*LIST_TABLES, varies_on=ACCESS_FIELDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(EventListArgsSchema, location="query")
@blueprint.response(200, page_schema(EventRowSchema))
@inject
def list_events_with_clip(
    args: Mapping[str, Any], list_matching: ListEvents = Provide[CatalogContainer.list_events]
) -> dict[str, Any]:
    """List events that have at least one clip. The filters are the same as for `/events`."""
    expire_at_next_status_change(principal())
    event_filter, request = replace(parse_event_filter(args), with_clips=True), parse_event_page(args)
    return page_envelope(
        list_matching(principal(), event_filter, request, first=args["start_date"], last=args["end_date"])
    )


@blueprint.route("/events/favorite")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(FavoriteEventArgsSchema, location="query")
@blueprint.response(200, page_schema(EventRowSchema))
@inject
def list_favorite_events(
    args: Mapping[str, Any],
    list_matching: ListFollowedEvents = Provide[CatalogContainer.list_followed_events],
) -> dict[str, Any]:
    """List the events of the viewer's favorites: of teams, of all teams of schools, and of sports.

    Order and days are the same as for `/events`.
    """
    statuses, request = frozenset(args["stream_status"]), parse_event_page(args)
    return page_envelope(
        list_matching(principal(), statuses, request, first=args["start_date"], last=args["end_date"])
    )


@blueprint.route("/events/running")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, page_schema(RunningEventSchema))
@inject
def list_running_events(
    list_running: ListRunningEvents = Provide[CatalogContainer.list_running_events],
) -> dict[str, Any]:
    """List the events that run now: live by their stream or schedule, or as a simulated live broadcast.

    The list is one page, first the event that started first.
    """
    return page_envelope(list_running(principal()))


@blueprint.route("/events/<int(max=2147483647):event_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(EventSchema))
@inject
def show_event(
    event_id: int,
    query: ShowEvent = Provide[CatalogContainer.show_event],
    record_attempt: RecordAttempt = Provide[CatalogContainer.record_attempt],
) -> dict[str, Any]:
    """Return an event with its media. Playback URLs are signed for this session."""
    event = query(principal(), EventId(event_id))
    record_attempt(principal(), event)
    return data_envelope(event)


@blueprint.route("/events/<int(max=2147483647):event_id>/simulation")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(SimulationSchema))
@inject
def show_simulation(
    event_id: int, query: ShowSimulation = Provide[CatalogContainer.show_simulation]
) -> dict[str, Any]:
    """Return an event's simulated live broadcast. All viewers are at the same position."""
    return data_envelope(query(principal(), EventId(event_id)))


@blueprint.route("/events/<int(max=2147483647):event_id>/test-stream")
@limits.exempt(limits.READ_ONLY)
@operator(Permission.MANAGE_LIVE)
@blueprint.response(200, data_schema(StreamTestSchema))
@inject
def show_stream_test(
    event_id: int, query: ShowStreamTest = Provide[CatalogContainer.show_stream_test]
) -> dict[str, Any]:
    """Return the stream test of an event (`touchline streams test`), for operators of the channel.

    The stream URL is signed for this session. It is valid while the session belongs to an operator and the
    test is open.
    """
    return data_envelope(query(principal(), EventId(event_id)))


@blueprint.route("/events-for-homepage")
@cached_response(*EVENT_TABLES, *ROW_TABLES, varies_on=ACCESS_FIELDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(HomeRailArgsSchema, location="query")
@blueprint.response(200, page_schema(HomeRailSchema))
@inject
def show_home_rails(
    args: Mapping[str, Any], home_rails: HomeRails = Provide[CatalogContainer.home_rails]
) -> dict[str, Any]:
    """Return the rails of the home page, of all categories (0) or one."""
    expire_at_next_status_change(principal())
    return paginate(home_rails(principal(), args["event_category_id"]), args)
