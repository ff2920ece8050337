"""Events and the home page over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.arguments import (
    EventListArgs,
    FavoriteEventArgs,
    HomeRailArgs,
    event_filter,
    event_page,
)
from touchline.catalog.adapters.http.event_schemas import Event, EventRow, HomeRail, Simulation, StreamTest
from touchline.catalog.adapters.http.turns import until_the_next_game_turns
from touchline.catalog.application.event_queries import ListEvents, ListFollowed, ShowEvent
from touchline.catalog.application.home_rails import HomeRails
from touchline.catalog.application.show_simulation import ShowSimulation
from touchline.catalog.application.show_stream_test import ShowStreamTest
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import remembered
from touchline.platform.http.guards import any_key, principal, staff, viewer
from touchline.platform.http.paging import many, one, part
from touchline.platform.http.schemas import data_of, page_of
from touchline.shared.ids import EventId

BLUEPRINT = Blueprint("events", __name__, description="Events, and the rails of the home page.")


@BLUEPRINT.route("/events")
@remembered
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(EventListArgs, location="query")
@BLUEPRINT.response(200, page_of(EventRow))
@inject
def list_events(args: Mapping[str, Any], find: ListEvents = Provide["catalog.list_events"]) -> dict[str, Any]:
    """A part of the events. Days are days in the channel's time zone, both inclusive."""
    until_the_next_game_turns(principal())
    wanted, request = event_filter(args), event_page(args)
    return many(find(principal(), wanted, request, first=args["start_date"], last=args["end_date"]))


@BLUEPRINT.route("/events/with_clip")
@remembered
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(EventListArgs, location="query")
@BLUEPRINT.response(200, page_of(EventRow))
@inject
def list_events_with_clip(
    args: Mapping[str, Any], find: ListEvents = Provide["catalog.list_events"]
) -> dict[str, Any]:
    """A part of the events that have at least one clip; filters as for `/events`."""
    until_the_next_game_turns(principal())
    wanted, request = replace(event_filter(args), with_clips=True), event_page(args)
    return many(find(principal(), wanted, request, first=args["start_date"], last=args["end_date"]))


@BLUEPRINT.route("/events/favorite")
@limits.none(limits.READ)
@viewer
@BLUEPRINT.arguments(FavoriteEventArgs, location="query")
@BLUEPRINT.response(200, page_of(EventRow))
@inject
def list_favorite_events(
    args: Mapping[str, Any], find: ListFollowed = Provide["catalog.list_followed"]
) -> dict[str, Any]:
    """A part of the events of the viewer's favourites: of their teams, of all teams of their schools, and of
    their sports. Order and days as for `/events`."""
    statuses, request = frozenset(args["stream_status"]), event_page(args)
    return many(find(principal(), statuses, request, first=args["start_date"], last=args["end_date"]))


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>")
@limits.none(limits.READ)
@any_key
@BLUEPRINT.response(200, data_of(Event))
@inject
def show_event(event_id: int, show: ShowEvent = Provide["catalog.show_event"]) -> dict[str, Any]:
    """One event with its media; playable addresses are signed for this session."""
    return one(show(principal(), EventId(event_id)))


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>/simulation")
@limits.none(limits.READ)
@any_key
@BLUEPRINT.response(200, data_of(Simulation))
@inject
def show_simulation(
    event_id: int, show: ShowSimulation = Provide["catalog.show_simulation"]
) -> dict[str, Any]:
    """An event's simulated showing: its recording as if it were live, the same moment for everybody."""
    return one(show(principal(), EventId(event_id)))


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>/test-stream")
@limits.none(limits.READ)
@staff
@BLUEPRINT.response(200, data_of(StreamTest))
@inject
def show_stream_test(
    event_id: int, show: ShowStreamTest = Provide["catalog.show_stream_test"]
) -> dict[str, Any]:
    """The stream test of an event (`touchline live test`), for operators of the channel. The address of its
    picture is signed for this session. It is good while the session is an operator's and the test is open."""
    return one(show(principal(), EventId(event_id)))


@BLUEPRINT.route("/events-for-homepage")
@remembered
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(HomeRailArgs, location="query")
@BLUEPRINT.response(200, page_of(HomeRail))
@inject
def show_home_rails(
    args: Mapping[str, Any], rails: HomeRails = Provide["catalog.home_rails"]
) -> dict[str, Any]:
    """The rails of the home page, of all categories (0) or one."""
    until_the_next_game_turns(principal())
    return part(rails(principal(), args["event_category_id"]), args)
