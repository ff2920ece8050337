"""Dates and durations as a pack writes them.

`2026-11-20 19:00`, `today 19:00`, `tomorrow 19:00`, `+3 days 19:00`, `-6 days 19:00`, `now`, `now -40m`, and
an ISO 8601 date and time with its zone. Days are in the channel's time zone, counted from the day of the
apply. The result is in UTC. Where a day is enough, a day alone (`2026-11-20`, `-6 days`) means its first
instant. `06-30` is the next June 30.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from touchline.front.packs.problems import InvalidValueError
from touchline.shared.days import end_of_day, last_second_of_day, start_of_day
from touchline.shared.strings.validation import is_digits

DAY_HELP = "write `2026-06-30`, `06-30` (the next one) or `+30 days`"
DATE_HELP = "write `2026-11-20 19:00`, `today 19:00`, `+3 days 19:00`, `-6 days 19:00` or `now -40m`"
_DURATION = re.compile(r"(?:([0-9]{1,4})h)?\s*(?:([0-9]{1,4})m)?\s*(?:([0-9]{1,5})s)?")
_NOW = re.compile(r"now(?:\s*([+-])\s*(.+))?")
_DAY = re.compile(
    r"(today|tomorrow|yesterday|[+-]\s*[0-9]{1,4}\s*days?|[0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]+(\S+))?"
)
_YEARLY = re.compile(r"[0-9]{2}-[0-9]{2}")
_NAMED_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1}


def parse_duration(text: str) -> timedelta:
    """Parse a duration such as `2h`, `90m`, `1h30m` or `45s`."""
    match = _DURATION.fullmatch(text.strip())
    if not match or not any(match.groups()):
        raise InvalidValueError(f"`{text}` is not a duration", "write `2h`, `90m`, `1h30m` or `45s`")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def format_duration(seconds: int) -> str:
    """Format a duration as a pack writes it. It parses back to the same number of seconds."""
    hours, rest = divmod(seconds, 3600)
    minutes, left = divmod(rest, 60)
    parts = ((hours, "h"), (minutes, "m"), (left, "s"))
    return "".join(f"{count}{unit}" for count, unit in parts if count) or "0s"


def parse_now_offset(text: str) -> timedelta | None:
    """Return the offset of `now …` from now, or None for a form that names a day."""
    match = _NOW.fullmatch(text.strip())
    if not match:
        return None
    sign, duration = match.groups()
    return (
        (parse_duration(duration) if sign == "+" else -parse_duration(duration)) if duration else timedelta()
    )


def is_relative(text: str) -> bool:
    """Return whether a date depends on the day on which the pack is applied."""
    text = text.strip()
    match = _DAY.fullmatch(text)
    is_named_day = match is not None and not is_digits(match[1][0])
    return is_named_day or _YEARLY.fullmatch(text) is not None or _NOW.fullmatch(text) is not None


def is_day(text: str) -> bool:
    """Return whether a date is a day without a time."""
    match = _DAY.fullmatch(text.strip())
    return match is not None and match[2] is None


def parse_start(text: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the start of an event. A day alone means that its time is to be announced: its last second."""
    return (
        last_second_of_day(parse_day(text, zone, now), zone)
        if is_day(text)
        else parse_datetime(text, zone, now)
    )


def parse_datetime(text: str, zone: ZoneInfo, now: datetime, *, allow_date_only: bool = False) -> datetime:
    """Return the UTC datetime of a pack's date when the pack is applied at `now`."""
    text = text.strip()
    offset = parse_now_offset(text)
    if offset is not None:
        return now.astimezone(UTC).replace(second=0, microsecond=0) + offset
    match = _DAY.fullmatch(text)
    if not match:
        return _parse_iso(text)
    day, clock = match.groups()
    if clock is None and not allow_date_only:
        raise InvalidValueError(f"`{text}` has no time", f"write `{day} 19:00`")
    if clock and re.search(r"(Z|[+-][0-9][0-9]:[0-9][0-9])$", clock):
        return _parse_iso(text)
    is_absolute, local_date = is_digits(day[0]), _parse_date(day, now.astimezone(zone).date())
    if clock is None:
        return start_of_day(local_date, zone)
    local = datetime.combine(local_date, _parse_time(clock), zone)
    if is_absolute and local.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != local.replace(
        tzinfo=None
    ):
        raise InvalidValueError(
            f"`{text}` does not exist in {zone.key}: clocks change then", "use a time one hour later"
        )
    return local.astimezone(UTC)


def parse_day(text: str, zone: ZoneInfo, now: datetime) -> date:
    """Return the day that a pack means when it is applied at `now`. For a yearly date, today counts as the
    next one.
    """
    text, today = text.strip(), now.astimezone(zone).date()
    match = _DAY.fullmatch(text)
    if match and match.group(2) is None:
        local_date = _parse_date(text, today)
        if local_date == date.max:  # the end of this day cannot be computed
            raise InvalidValueError(f"`{text}` is out of range", "omit it for no end date")
        return local_date
    if not _YEARLY.fullmatch(text):
        raise InvalidValueError(f"`{text}` is not a date", DAY_HELP)
    candidates = (
        f"{today.year + years:04}-{text}" for years in range(9)
    )  # a February 29 may be 8 years away
    days = (date.fromisoformat(candidate) for candidate in candidates if _is_valid_date(candidate))
    next_day = next((day for day in days if day >= today), None)
    if next_day is None:
        raise InvalidValueError(f"`{text}` does not exist in the calendar", DAY_HELP)
    return next_day


def parse_end(text: str, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the end time that a pack means. A day alone means its last second."""
    match = _DAY.fullmatch(text.strip())
    if match is None or match.group(2) is not None:
        return parse_datetime(text, zone, now)
    return end_of_day(parse_day(text, zone, now), zone)


def format_datetime(value: datetime, zone: ZoneInfo) -> str:
    """Format a datetime as local time if that is unambiguous, else in UTC. It parses back to the same
    instant.
    """
    local = value.astimezone(zone)
    text = local.strftime(
        "%Y-%m-%d %H:%M" if not (local.second or local.microsecond) else "%Y-%m-%d %H:%M:%S"
    )
    round_trips = local.replace(fold=0).astimezone(UTC) == value and not local.microsecond
    return text if round_trips else value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _parse_iso(text: str) -> datetime:
    try:
        value = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidValueError(f"`{text}` is not a date", DATE_HELP) from None
    if value.tzinfo is None:
        raise InvalidValueError(f"`{text}` is not a date", DATE_HELP)
    return value.astimezone(UTC)


def _parse_date(text: str, today: date) -> date:
    try:
        if is_digits(text[0]):
            return date.fromisoformat(text)
        days = _NAMED_DAYS.get(text)
        if days is None:
            days = int("".join(text.split()).rstrip("days"))
        return today + timedelta(days=days)
    except (ValueError, OverflowError):
        raise InvalidValueError(f"`{text}` does not exist in the calendar", DATE_HELP) from None


def _is_valid_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _parse_time(text: str) -> time:
    if not re.fullmatch(r"[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?", text):
        raise InvalidValueError(f"`{text}` is not a time", "write hours and minutes, such as `19:00`")
    try:
        return time.fromisoformat(text.rjust(5, "0") if text.count(":") == 1 else text.rjust(8, "0"))
    except ValueError:
        raise InvalidValueError(
            f"`{text}` is not a time", "write hours and minutes, such as `19:00`"
        ) from None
