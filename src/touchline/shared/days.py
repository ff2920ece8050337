"""Calendar days in a time zone. Every field that takes a day asks here: a day means its first instant.

A day is not a midnight: clocks may go forward at 00:00 (America/Sao_Paulo, Africa/Cairo, Asia/Beirut,
America/Havana), and a zone may skip a whole day (Pacific/Apia, 2011-12-30). A skipped day is empty: it starts
and ends where the next one starts.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo

_SECOND = timedelta(seconds=1)


def start_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the first instant of a day in a zone, in UTC."""
    midnight = datetime.combine(day, time.min, zone)
    found = midnight.astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == midnight.replace(tzinfo=None):
        return found
    return _end_of_gap(midnight)


def end_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the instant at which a day is over in a zone, in UTC: the start of the next day."""
    return start_of_day(day + timedelta(days=1), zone)


def _end_of_gap(missing: datetime) -> datetime:
    """Return the instant at which clocks pass over a local time that does not exist (PEP 495)."""
    zone, wall = missing.tzinfo, missing.replace(tzinfo=UTC, fold=0)
    before = missing.replace(fold=0).utcoffset() or timedelta()
    after = missing.replace(fold=1).utcoffset() or timedelta()
    low, high = wall - after, wall - before
    while high - low > _SECOND:
        middle = low + (high - low) // 2
        if middle.astimezone(zone).utcoffset() == after:
            high = middle
        else:
            low = middle
    return high.replace(microsecond=0)
