"""Calendar days in a time zone, for every field that takes a day. A day means its first instant.

A day does not always start at midnight. Clocks may go forward at 00:00 (America/Sao_Paulo, Africa/Cairo,
Asia/Beirut, America/Havana), and a zone may skip a whole day (Pacific/Apia, 2011-12-30). A skipped day is
empty: it starts and ends where the next day starts.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

_SECOND = timedelta(seconds=1)


def start_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the first instant of a day in a zone, in UTC."""
    midnight = datetime.combine(day, time.min, zone)
    start = midnight.astimezone(UTC)
    if start.astimezone(zone).replace(tzinfo=None) == midnight.replace(tzinfo=None):
        return start
    return _end_of_gap(midnight)


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the instant at which a day ends in a zone, in UTC: the start of the next day."""
    return start_of_day(day + timedelta(days=1), zone)


def last_second_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the last second of a day in a zone, in UTC: the start of an event whose time is not known."""
    return end_of_day(day, zone) - _SECOND


def _end_of_gap(nonexistent: datetime) -> datetime:
    """Return the instant at which clocks pass over a local time that does not exist (PEP 495)."""
    zone, local_time = nonexistent.tzinfo, nonexistent.replace(tzinfo=UTC, fold=0)
    before = nonexistent.replace(fold=0).utcoffset() or timedelta()
    after = nonexistent.replace(fold=1).utcoffset() or timedelta()
    low, high = local_time - after, local_time - before
    while high - low > _SECOND:
        middle = low + (high - low) // 2
        if middle.astimezone(zone).utcoffset() == after:
            high = middle
        else:
            low = middle
    return high.replace(microsecond=0)
