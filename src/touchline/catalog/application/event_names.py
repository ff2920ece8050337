"""An event's name where it stands alone: in orders, receipts, emails, calendars and reports.

The two games of a doubleheader have the same name. Their label, or their date and time, tells them apart.
"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from babel.core import UnknownLocaleError
from babel.dates import format_date, format_time

from touchline.catalog.domain.event import Event
from touchline.shared.text import pick


def labeled_name(event: Event, language: str, fallback: str) -> str:
    """Return the name with the pack's label, for places that show the date beside it."""
    label = pick(event.label, language, fallback)
    name = event.name(language, fallback)
    return f"{name}, {label}" if label else name


def dated_name(event: Event, language: str, fallback: str, time_zone: str) -> str:
    """Return the name with label, date and time of the start in the event's zone, else in `time_zone`."""
    zone = (event.location.time_zone if event.location else None) or time_zone
    starts_at = event.schedule.moved_from or event.starts_at
    return f"{labeled_name(event, language, fallback)} ({_moment(starts_at, language, zone)})"


def _moment(starts_at: datetime, language: str, zone: str) -> str:
    local, locale = starts_at.astimezone(ZoneInfo(zone)), language.replace("-", "_")
    try:
        day, clock = format_date(local, "medium", locale), format_time(local, "short", locale=locale)
        return f"{day}, {clock}"
    except (UnknownLocaleError, ValueError):
        return f"{local:%Y-%m-%d %H:%M}"
