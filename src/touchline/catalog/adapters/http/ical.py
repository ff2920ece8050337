"""Calendars as iCalendar (RFC 5545, RFC 7986): what calendar programs read and subscribe to."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Response

from touchline.catalog.application.calendars import Calendar, Entry

if TYPE_CHECKING:
    from icalendar import Event as IEvent

PRODUCER = "-//Touchline//Calendar//EN"
REFRESH = timedelta(hours=1)
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def answer(calendar: Calendar, filename: str) -> Response:
    """The calendar as an answer that browsers save and calendar programs take."""
    response = Response(rendered(calendar), mimetype="text/calendar")
    response.headers["Content-Disposition"] = f'inline; filename="{filename}.ics"'
    return response


def rendered(calendar: Calendar) -> bytes:
    """UTF-8, lines folded at 75 octets and ended by CR LF. The same calendar gives the same bytes.

    The library is imported by the first calendar: it is 3 MB.
    """
    from icalendar import Calendar as ICalendar
    from icalendar import vDuration, vText

    told = ICalendar()
    told.add("prodid", PRODUCER)
    told.add("version", "2.0")
    told.add("calscale", "GREGORIAN")
    for name in ("name", "x-wr-calname"):
        told.add(name, vText(_line(calendar.name)))
    told.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    told.add("x-published-ttl", vDuration(REFRESH))
    for entry in calendar.entries:
        told.add_component(_event(entry))
    return bytes(told.to_ical())


def _event(entry: Entry) -> IEvent:
    """Times are in UTC: every calendar shows them in its own zone. Watching a game keeps nobody busy."""
    from icalendar import Event as IEvent

    told = IEvent()
    told.add("uid", _line(entry.uid))
    told.add("dtstamp", entry.changed_at)
    told.add("last-modified", entry.changed_at)
    told.add("sequence", entry.revision)
    told.add("dtstart", entry.starts_at)
    told.add("dtend", entry.ends_at)
    told.add("summary", _line(entry.name))
    told.add("status", entry.status)
    told.add("url", _line(entry.address))
    told.add("transp", "TRANSPARENT")
    if entry.place:
        told.add("location", _line(entry.place))
    if entry.description:
        told.add("description", _CONTROLS.sub(" ", entry.description))
    if entry.category:
        told.add("categories", [_line(entry.category)])
    return told


def _line(text: str) -> str:
    """A text of one line, without signs that steer."""
    return " ".join(_CONTROLS.sub(" ", text).split())
