"""Calendars over HTTP: with an API key below `/api`, and without one on the site.

A calendar subscription outlives every API key, so the site's own URLs are public. The host determines their
channel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request

from touchline.catalog.adapters.gateways import HostChannelGateway
from touchline.catalog.adapters.http.arguments import EventFiltersSchema, parse_event_filter
from touchline.catalog.adapters.http.events import ical
from touchline.catalog.adapters.http.events.cached_tables import (
    EVENT_TABLES,
    FILTERED_EVENT_TABLES,
    RESULT_TABLES,
)
from touchline.catalog.application.events.calendars import CalendarQueries
from touchline.catalog.container import CatalogContainer
from touchline.platform.db.session import bind_channel
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache, set_language
from touchline.platform.http.guards import any_key, error_responses, principal, public
from touchline.platform.http.score_visibility import parse_scores_param
from touchline.shared.ids import EventId

blueprint = Blueprint("calendars", __name__, description="Calendars of events (RFC 5545)")
site_blueprint = Blueprint(
    "site-calendars", __name__, url_prefix="", description="Public calendars of the site"
)
MAX_AGE_SECONDS = 900
HOST_TABLES = ("channel", "channel_domain")
"""The tables that decide which channel a host name shows."""
ICS_RESPONSE: dict[str, Any] = {"schema": {"type": "string"}, "content_type": "text/calendar"}


@blueprint.route("/events/<int(max=2147483647):event_id>/calendar.ics")
@public_cache(*EVENT_TABLES, *RESULT_TABLES, max_age=MAX_AGE_SECONDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, **ICS_RESPONSE)
@inject
def show_event_calendar(
    event_id: int, calendars: CalendarQueries = Provide[CatalogContainer.calendar_queries]
) -> Response:
    """Return an event as a calendar."""
    return _respond_with_event(calendars, principal().language, event_id)


@blueprint.route("/events/calendar.ics")
@public_cache(*FILTERED_EVENT_TABLES, *RESULT_TABLES, max_age=MAX_AGE_SECONDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(EventFiltersSchema, location="query")
@blueprint.response(200, **ICS_RESPONSE)
@inject
def show_calendar(
    args: Mapping[str, Any], calendars: CalendarQueries = Provide[CatalogContainer.calendar_queries]
) -> Response:
    """Return the filtered events as a calendar, at most 1000. The filters are the same as for `/events`."""
    return _respond_with_feed(calendars, principal().language, args)


@site_blueprint.route("/watch/<int(max=2147483647):event_id>.ics")
@public_cache(*HOST_TABLES, *EVENT_TABLES, *RESULT_TABLES, max_age=MAX_AGE_SECONDS, is_time_dependent=True)
@limits.rate_limit("address", 600, limits.MINUTE)
@public
@site_blueprint.response(200, **ICS_RESPONSE)
@inject
def show_site_event_calendar(
    event_id: int,
    calendars: CalendarQueries = Provide[CatalogContainer.calendar_queries],
    host_channel: HostChannelGateway = Provide[CatalogContainer.host_channel_gateway],
) -> Response:
    """Return an event as a calendar, without a key. `lang=` selects the language."""
    return _respond_with_event(calendars, _resolve_channel(host_channel), event_id)


@site_blueprint.route("/calendar.ics")
@public_cache(
    *HOST_TABLES, *FILTERED_EVENT_TABLES, *RESULT_TABLES, max_age=MAX_AGE_SECONDS, is_time_dependent=True
)
@error_responses(404)
@limits.rate_limit("address", 600, limits.MINUTE)
@public
@site_blueprint.arguments(EventFiltersSchema, location="query")
@site_blueprint.response(200, **ICS_RESPONSE)
@inject
def show_site_calendar(
    args: Mapping[str, Any],
    calendars: CalendarQueries = Provide[CatalogContainer.calendar_queries],
    host_channel: HostChannelGateway = Provide[CatalogContainer.host_channel_gateway],
) -> Response:
    """Return a calendar feed without a key, for a team, a school, a sport or any filter of `/events`."""
    return _respond_with_feed(calendars, _resolve_channel(host_channel), args)


def _resolve_channel(host_channel: HostChannelGateway) -> str:
    """Bind the transaction to the channel of the host. Return the language of the response."""
    bind_channel(host_channel.get_id(request.host, request.args.get("channel")))
    language = host_channel.get_language(request.args.get("lang"), request.headers.get("Accept-Language"))
    set_language(language)
    return language


def _shows_results() -> bool:
    """Return whether the address allows results. A subscription has no viewer whose setting could decide."""
    return not parse_scores_param(request.args)


def _respond_with_event(calendars: CalendarQueries, language: str, event_id: int) -> Response:
    return ical.calendar_response(
        calendars.get_event_calendar(language, EventId(event_id), with_results=_shows_results()),
        f"event-{event_id}",
    )


def _respond_with_feed(calendars: CalendarQueries, language: str, args: Mapping[str, Any]) -> Response:
    event_filter = parse_event_filter(args)
    feed = calendars.get_filtered_calendar(
        language,
        event_filter,
        with_results=_shows_results(),
        first=args["start_date"],
        last=args["end_date"],
    )
    return ical.calendar_response(feed, "calendar")
