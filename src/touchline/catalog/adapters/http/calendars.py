"""Calendars over HTTP: with an api key below `/api`, and without one on the site itself.

A subscription outlives every api key, so the site's own addresses are public; their channel is the host's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, request

from touchline.catalog.adapters.gateways import ChannelAtHost
from touchline.catalog.adapters.http import ical
from touchline.catalog.adapters.http.arguments import EventFilters, event_filter
from touchline.catalog.application.calendars import Calendars
from touchline.platform.db.session import scope_to
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import any_key, principal, public, refuses
from touchline.shared.ids import EventId

BLUEPRINT = Blueprint("calendars", __name__, description="Events as calendars (RFC 5545).")
SITE = Blueprint("site-calendars", __name__, url_prefix="", description="Calendars of the site, public.")
KEPT = 900
ICS: dict[str, Any] = {"schema": {"type": "string"}, "content_type": "text/calendar"}


@BLUEPRINT.route("/events/<int(max=2147483647):event_id>/calendar.ics")
@same_for_all(KEPT)
@limits.none(limits.READ)
@any_key
@BLUEPRINT.response(200, **ICS)
@inject
def show_event_calendar(event_id: int, calendars: Calendars = Provide["catalog.calendars"]) -> Response:
    """One event for a calendar."""
    return _one(calendars, principal().language, event_id)


@BLUEPRINT.route("/events/calendar.ics")
@same_for_all(KEPT)
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(EventFilters, location="query")
@BLUEPRINT.response(200, **ICS)
@inject
def show_calendar(args: Mapping[str, Any], calendars: Calendars = Provide["catalog.calendars"]) -> Response:
    """The events of a filter as a calendar; filters as for `/events`, at most 1000."""
    return _many(calendars, principal().language, args)


@SITE.route("/watch/<int(max=2147483647):event_id>.ics")
@same_for_all(KEPT)
@limits.per("address", 600, limits.MINUTE)
@public
@SITE.response(200, **ICS)
@inject
def show_site_event_calendar(
    event_id: int,
    calendars: Calendars = Provide["catalog.calendars"],
    channel: ChannelAtHost = Provide["catalog.channel_at_host"],
) -> Response:
    """One event for a calendar, without a key; `lang=` chooses the language."""
    return _one(calendars, _enter(channel), event_id)


@SITE.route("/calendar.ics")
@same_for_all(KEPT)
@refuses(404)
@limits.per("address", 600, limits.MINUTE)
@public
@SITE.arguments(EventFilters, location="query")
@SITE.response(200, **ICS)
@inject
def show_site_calendar(
    args: Mapping[str, Any],
    calendars: Calendars = Provide["catalog.calendars"],
    channel: ChannelAtHost = Provide["catalog.channel_at_host"],
) -> Response:
    """A feed to subscribe to, without a key: of a team, a school, a sport, or whatever `/events` filters."""
    return _many(calendars, _enter(channel), args)


def _enter(channel: ChannelAtHost) -> str:
    """Bind the transaction to the channel of the host; answers the language to speak."""
    scope_to(channel.id(request.host, request.args.get("channel")))
    return channel.language(request.args.get("lang"), request.headers.get("Accept-Language"))


def _one(calendars: Calendars, language: str, event_id: int) -> Response:
    return ical.answer(calendars.event(language, EventId(event_id)), f"event-{event_id}")


def _many(calendars: Calendars, language: str, args: Mapping[str, Any]) -> Response:
    wanted = event_filter(args)
    found = calendars.events(language, wanted, first=args["start_date"], last=args["end_date"])
    return ical.answer(found, "calendar")
