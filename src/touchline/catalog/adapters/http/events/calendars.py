"""Calendars over HTTP: with an api key below `/api`, and without one on the site itself.

A subscription outlives every api key, so the site's own addresses are public; their channel is the host's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request

from touchline.catalog.adapters.gateways import HostChannelGateway
from touchline.catalog.adapters.http.arguments import EventFiltersSchema, parse_event_filter
from touchline.catalog.adapters.http.events import ical
from touchline.catalog.adapters.http.events.cached_tables import EVENT_TABLES, FILTERED_EVENT_TABLES
from touchline.catalog.application.events.calendars import CalendarQueries
from touchline.platform.db.session import bind_channel
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, error_responses, principal, public
from touchline.shared.ids import EventId

BLUEPRINT = Blueprint("calendars", __name__, description="Events as calendars (RFC 5545).")
SITE = Blueprint("site-calendars", __name__, url_prefix="", description="Calendars of the site, public.")
MAX_AGE_SECONDS = 900
HOST_TABLES = ("channel", "channel_domain")
"""The tables that decide which channel a host name shows."""
ICS_RESPONSE: dict[str, Any] = {"schema": {"type": "string"}, "content_type": "text/calendar"}


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>/calendar.ics")
@public_cache(*EVENT_TABLES, max_age=MAX_AGE_SECONDS)
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.response(200, **ICS_RESPONSE)
@inject
def show_event_calendar(
    event_id: int, calendars: CalendarQueries = Provide["catalog.calendar_queries"]
) -> Response:
    """One event for a calendar."""
    return _respond_with_event(calendars, principal().language, event_id)


@BLUEPRINT.route("/events/calendar.ics")
@public_cache(*FILTERED_EVENT_TABLES, max_age=MAX_AGE_SECONDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@BLUEPRINT.arguments(EventFiltersSchema, location="query")
@BLUEPRINT.response(200, **ICS_RESPONSE)
@inject
def show_calendar(
    args: Mapping[str, Any], calendars: CalendarQueries = Provide["catalog.calendar_queries"]
) -> Response:
    """The events of a filter as a calendar; filters as for `/events`, at most 1000."""
    return _respond_with_feed(calendars, principal().language, args)


@SITE.route("/watch/<int(max=2147483647):event_id>.ics")
@public_cache(*HOST_TABLES, *EVENT_TABLES, max_age=MAX_AGE_SECONDS)
@limits.rate_limit("address", 600, limits.MINUTE)
@public
@SITE.response(200, **ICS_RESPONSE)
@inject
def show_site_event_calendar(
    event_id: int,
    calendars: CalendarQueries = Provide["catalog.calendar_queries"],
    host_channel: HostChannelGateway = Provide["catalog.host_channel_gateway"],
) -> Response:
    """One event for a calendar, without a key; `lang=` chooses the language."""
    return _respond_with_event(calendars, _resolve_channel(host_channel), event_id)


@SITE.route("/calendar.ics")
@public_cache(*HOST_TABLES, *FILTERED_EVENT_TABLES, max_age=MAX_AGE_SECONDS, is_time_dependent=True)
@error_responses(404)
@limits.rate_limit("address", 600, limits.MINUTE)
@public
@SITE.arguments(EventFiltersSchema, location="query")
@SITE.response(200, **ICS_RESPONSE)
@inject
def show_site_calendar(
    args: Mapping[str, Any],
    calendars: CalendarQueries = Provide["catalog.calendar_queries"],
    host_channel: HostChannelGateway = Provide["catalog.host_channel_gateway"],
) -> Response:
    """A feed to subscribe to, without a key: of a team, a school, a sport, or whatever `/events` filters."""
    return _respond_with_feed(calendars, _resolve_channel(host_channel), args)


def _resolve_channel(host_channel: HostChannelGateway) -> str:
    """Bind the transaction to the channel of the host; answers the language to speak."""
    bind_channel(host_channel.get_id(request.host, request.args.get("channel")))
    return host_channel.get_language(request.args.get("lang"), request.headers.get("Accept-Language"))


def _respond_with_event(calendars: CalendarQueries, language: str, event_id: int) -> Response:
    return ical.calendar_response(
        calendars.get_event_calendar(language, EventId(event_id)), f"event-{event_id}"
    )


def _respond_with_feed(calendars: CalendarQueries, language: str, args: Mapping[str, Any]) -> Response:
    event_filter = parse_event_filter(args)
    found = calendars.get_filtered_calendar(
        language, event_filter, first=args["start_date"], last=args["end_date"]
    )
    return ical.calendar_response(found, "calendar")
