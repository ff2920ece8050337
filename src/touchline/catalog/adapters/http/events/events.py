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
from touchline.catalog.adapters.http.events.event_schemas import (
    EventRowSchema,
    EventSchema,
    HomeRailSchema,
    SimulationSchema,
    StreamTestSchema,
)
from touchline.catalog.application.events.event_queries import ListEvents, ListFollowedEvents, ShowEvent
from touchline.catalog.application.events.home_rails import HomeRails
from touchline.catalog.application.events.simulations import ShowSimulation
from touchline.catalog.application.live.stream_tests import ShowStreamTest
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import cached
from touchline.platform.http.guards import any_key, operator, principal, viewer
from touchline.platform.http.paging import data_envelope, page_envelope, paginate
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.ids import EventId

BLUEPRINT = Blueprint("events", __name__, description="Events, and the rails of the home page.")


@BLUEPRINT.route("/events")
@cached
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.arguments(EventListArgsSchema, location="query")
@BLUEPRINT.response(200, page_schema(EventRowSchema))
@inject
def list_events(
    args: Mapping[str, Any], list_matching: ListEvents = Provide["catalog.list_events"]
) -> dict[str, Any]:
    """A part of the events. Days are days in the channel's time zone, both inclusive."""
    expire_at_next_status_change(principal())
    event_filter, request = parse_event_filter(args), parse_event_page(args)
    return page_envelope(
        list_matching(principal(), event_filter, request, first=args["start_date"], last=args["end_date"])
    )


@BLUEPRINT.route("/events/with_clip")
@cached
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.arguments(EventListArgsSchema, location="query")
@BLUEPRINT.response(200, page_schema(EventRowSchema))
@inject
def list_events_with_clip(
    args: Mapping[str, Any], list_matching: ListEvents = Provide["catalog.list_events"]
) -> dict[str, Any]:
    """A part of the events that have at least one clip; filters as for `/events`."""
    expire_at_next_status_change(principal())
    event_filter, request = replace(parse_event_filter(args), with_clips=True), parse_event_page(args)
    return page_envelope(
        list_matching(principal(), event_filter, request, first=args["start_date"], last=args["end_date"])
    )


@BLUEPRINT.route("/events/favorite")
@limits.exempt(limits.READ_ONLY)
@viewer
@BLUEPRINT.arguments(FavoriteEventArgsSchema, location="query")
@BLUEPRINT.response(200, page_schema(EventRowSchema))
@inject
def list_favorite_events(
    args: Mapping[str, Any], list_matching: ListFollowedEvents = Provide["catalog.list_followed_events"]
) -> dict[str, Any]:
    """A part of the events of the viewer's favorites: of their teams, of all teams of their schools, and of
    their sports. Order and days as for `/events`."""
    statuses, request = frozenset(args["stream_status"]), parse_event_page(args)
    return page_envelope(
        list_matching(principal(), statuses, request, first=args["start_date"], last=args["end_date"])
    )


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.response(200, data_schema(EventSchema))
@inject
def show_event(event_id: int, query: ShowEvent = Provide["catalog.show_event"]) -> dict[str, Any]:
    """One event with its media; playable addresses are signed for this session."""
    return data_envelope(query(principal(), EventId(event_id)))


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>/simulation")
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.response(200, data_schema(SimulationSchema))
@inject
def show_simulation(
    event_id: int, query: ShowSimulation = Provide["catalog.show_simulation"]
) -> dict[str, Any]:
    """An event's simulated showing: its recording as if it were live, the same moment for everybody."""
    return data_envelope(query(principal(), EventId(event_id)))


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>/test-stream")
@limits.exempt(limits.READ_ONLY)
@operator
@BLUEPRINT.response(200, data_schema(StreamTestSchema))
@inject
def show_stream_test(
    event_id: int, query: ShowStreamTest = Provide["catalog.show_stream_test"]
) -> dict[str, Any]:
    """The stream test of an event (`touchline live test`), for operators of the channel. The address of its
    picture is signed for this session. It is good while the session is an operator's and the test is open."""
    return data_envelope(query(principal(), EventId(event_id)))


@BLUEPRINT.route("/events-for-homepage")
@cached
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.arguments(HomeRailArgsSchema, location="query")
@BLUEPRINT.response(200, page_schema(HomeRailSchema))
@inject
def show_home_rails(
    args: Mapping[str, Any], home_rails: HomeRails = Provide["catalog.home_rails"]
) -> dict[str, Any]:
    """The rails of the home page, of all categories (0) or one."""
    expire_at_next_status_change(principal())
    return paginate(home_rails(principal(), args["event_category_id"]), args)
