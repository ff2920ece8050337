"""Full names of events and library items, for titles, orders, emails and reports.

The two games of a doubleheader have the same name. Their label, or their date and time, distinguishes them. A
date distinguishes library items with the same title.
"""

from __future__ import annotations

from datetime import datetime, time
from functools import lru_cache
from zoneinfo import ZoneInfo

from babel.core import UnknownLocaleError
from babel.dates import format_date, format_time

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.shared.strings.localized import localize


def format_labeled_name(event: Event, language: str, fallback: str) -> str:
    """Return the name with the pack's label, for places that show the date next to it."""
    label = localize(event.label, language, fallback)
    name = event.get_name(language, fallback)
    return f"{name}, {label}" if label else name


def format_full_name(event: Event, language: str, fallback: str, time_zone: str) -> str:
    """Return the name with its label and the date and time of the start.

    The time is in the event's time zone if it has one, otherwise in `time_zone`. For a rescheduled event, the
    date is the new one; `format_dated_name` keeps the date for which the event was sold.
    """
    return _append_date(event, event.starts_at, language, fallback, time_zone)


def format_dated_name(event: Event, language: str, fallback: str, time_zone: str) -> str:
    """Return the name of a pass for the event: `format_full_name` with the first announced start.

    The name does not change when the event is rescheduled.
    """
    announced = event.schedule.moved_from or event.starts_at
    return _append_date(event, announced, language, fallback, time_zone)


def format_full_title(item: LibraryItem, language: str, fallback: str, time_zone: str) -> str:
    """Return a library item's title, with its date if other items of the channel have the same title.

    The date includes the time unless that is midnight in `time_zone`. Items with the same date are numbered.
    """
    title = localize(item.title, language, fallback)
    if not item.same_title_count:
        return title
    is_midnight = item.date.astimezone(ZoneInfo(time_zone)).time() == time.min
    number = f", {item.same_title_and_date_count + 1}" if item.same_title_and_date_count else ""
    return f"{title} ({_format_date_time(item.date, language, time_zone, has_time=not is_midnight)}){number}"


def _append_date(event: Event, starts_at: datetime, language: str, fallback: str, time_zone: str) -> str:
    zone, name = event.get_time_zone(time_zone), format_labeled_name(event, language, fallback)
    has_time = event.is_time_known or starts_at != event.starts_at
    return f"{name} ({_format_date_time(starts_at, language, zone, has_time=has_time)})"


@lru_cache(maxsize=4096)
def _format_date_time(starts_at: datetime, language: str, zone: str, *, has_time: bool) -> str:
    """Return date and time in `zone`. Without `has_time`, only the date."""
    local, locale = starts_at.astimezone(ZoneInfo(zone)), language.replace("-", "_")
    try:
        day = format_date(local, "medium", locale)
        return f"{day}, {format_time(local, 'short', locale=locale)}" if has_time else day
    except (UnknownLocaleError, ValueError):
        return f"{local:%Y-%m-%d %H:%M}" if has_time else f"{local:%Y-%m-%d}"
