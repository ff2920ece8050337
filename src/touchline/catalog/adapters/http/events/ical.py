"""iCalendar output (RFC 5545, RFC 7986)."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Response

from touchline.catalog.application.events.calendars import Calendar, CalendarEntry

if TYPE_CHECKING:
    from icalendar import Event as IEvent

PRODUCT_ID = "-//Touchline//Calendar//EN"
REFRESH_INTERVAL = timedelta(hours=1)
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def calendar_response(calendar: Calendar, filename: str) -> Response:
    """Return the calendar as a response that browsers save and calendar programs read."""
    response = Response(render_calendar(calendar), mimetype="text/calendar")
    response.headers["Content-Disposition"] = f'inline; filename="{filename}.ics"'
    return response


def render_calendar(calendar: Calendar) -> bytes:
    """Return the calendar in UTF-8, with lines folded at 75 octets and ended by CR LF.

    The output is deterministic.

    The library is imported at the first call, because it takes 3 MB.
    """
    from icalendar import Calendar as ICalendar
    from icalendar import vDuration, vText

    component = ICalendar()
    component.add("prodid", PRODUCT_ID)
    component.add("version", "2.0")
    component.add("calscale", "GREGORIAN")
    for name in ("name", "x-wr-calname"):
        component.add(name, vText(_to_single_line(calendar.name)))
    component.add("refresh-interval", vDuration(REFRESH_INTERVAL), parameters={"VALUE": "DURATION"})
    component.add("x-published-ttl", vDuration(REFRESH_INTERVAL))
    for entry in calendar.entries:
        component.add_component(_build_event(entry))
    return bytes(component.to_ical())


def _build_event(entry: CalendarEntry) -> IEvent:
    """Return an event in UTC, so that calendars show it in their own zone.

    It does not mark the time as busy.
    """
    from icalendar import Event as IEvent

    component = IEvent()
    component.add("uid", _to_single_line(entry.uid))
    component.add("dtstamp", entry.changed_at)
    component.add("last-modified", entry.changed_at)
    component.add("sequence", entry.revision)
    component.add("dtstart", entry.starts_at)
    component.add("dtend", entry.ends_at)
    component.add("summary", _to_single_line(entry.name))
    component.add("status", entry.status)
    component.add("url", _to_single_line(entry.url))
    component.add("transp", "TRANSPARENT")
    if entry.location:
        component.add("location", _to_single_line(entry.location))
    if entry.description:
        component.add("description", _CONTROL_CHARACTERS.sub(" ", entry.description))
    if entry.category:
        component.add("categories", [_to_single_line(entry.category)])
    return component


def _to_single_line(text: str) -> str:
    """Return the text as one line, without control characters."""
    return " ".join(_CONTROL_CHARACTERS.sub(" ", text).split())
