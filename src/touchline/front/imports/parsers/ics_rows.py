"""The rows of a schedule in iCalendar (RFC 5545)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from icalendar import Calendar

from touchline.front.imports.parsers.csv_table import MAX_ROWS
from touchline.front.imports.parsers.matchups import split_matchup
from touchline.front.imports.parsers.schedule_row import CANCELED, SCHEDULED, ParsedFile, ScheduleRow
from touchline.front.imports.parsers.times import to_instant
from touchline.front.imports.problems import (
    EMPTY_FILE,
    TOO_MANY_ROWS,
    UNREADABLE_FILE,
    ImportProblem,
    UnreadableFileError,
    ValueProblem,
)
from touchline.shared.strings import normalize

MAX_TEXT = 200


def parse_ics(text: str, encoding: str, zone: ZoneInfo) -> ParsedFile:
    """Return the events of a calendar. Times without a zone are in `zone`. Raises `UnreadableFileError`."""
    try:
        components = Calendar.from_ical(text).walk("VEVENT")
    except (ValueError, KeyError, IndexError):
        raise UnreadableFileError(UNREADABLE_FILE) from None
    if not components:
        raise UnreadableFileError(EMPTY_FILE)
    if len(components) > MAX_ROWS:
        raise UnreadableFileError(TOO_MANY_ROWS)
    rows, problems = [], []
    for number, component in enumerate(components, start=1):
        try:
            rows.append(_read_event(number, component, zone))
        except ValueProblem as problem:
            value = _get_text(
                component, "DTSTART" if problem.code.startswith(("date", "time")) else "SUMMARY"
            )
            problems.append(ImportProblem(number, "DTSTART", value, problem.code))
    return ParsedFile("ics", encoding, rows, problems)


def _read_event(number: int, component: Any, zone: ZoneInfo) -> ScheduleRow:
    """Return a row. An all-day event has a time to be announced. Raises `ValueProblem`."""
    try:
        value = component.decoded("DTSTART")
    except (KeyError, ValueError):
        raise ValueProblem("date_invalid") from None
    starts = None
    if isinstance(value, datetime):
        starts = (
            value.astimezone(UTC)
            if value.tzinfo
            else to_instant(value.date(), value.time().replace(second=0), zone)[0]
        )
    day = starts.astimezone(zone).date() if starts else value
    title = _get_text(component, "SUMMARY")
    sides = split_matchup(title)
    if not title:
        raise ValueProblem("team_missing")
    is_canceled = _get_text(component, "STATUS").upper() == "CANCELLED"
    return ScheduleRow(
        number,
        day,
        starts,
        *(sides or ("", "")),
        title=title,
        id=_get_text(component, "UID"),
        category=None,
        location=_get_text(component, "LOCATION") if "LOCATION" in component else None,
        status=CANCELED if is_canceled else SCHEDULED,
    )


def _get_text(component: Any, name: str) -> str:
    value = component.get(name)
    if value is None:
        return ""
    text = value.to_ical().decode() if name == "DTSTART" else str(value)
    return normalize.name(text)[:MAX_TEXT]
