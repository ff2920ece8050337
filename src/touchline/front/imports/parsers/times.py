"""Times of a column, with 12 or 24 hours, in English and French."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from touchline.front.imports.problems import ValueProblem
from touchline.shared.strings.folding import fold_text
from touchline.shared.strings.validation import is_digits

_TIME = re.compile(
    r"([0-9]{1,2})(?:\s*[:h.]\s*([0-9]{2})|\s*h)?(?::[0-9]{2})?\s*([ap]\.?\s?m?\.?)?", re.IGNORECASE
)
_MERIDIEM = re.compile(r"[0-9\s][ap]\.?\s?m?\.?$", re.IGNORECASE)
_UNKNOWN = frozenset({"", "tba", "tbd", "tbc", "a confirmer", "a determiner", "a venir", "ac", "ad"})
_NAMED = {"noon": time(12), "midi": time(12)}


def has_meridiem(texts: Iterable[str]) -> bool:
    """Return whether any time of a column has AM or PM."""
    return any(_MERIDIEM.search(text) for text in texts)


def parse_time(text: str, *, is_12_hour: bool = False) -> time | None:
    """Parse a time such as 19:00, 19h00, 7:00 PM or 7pm; None means that it is to be announced.

    `is_12_hour` says that other times of the column have AM or PM. Raises `ValueProblem`.
    """
    folded = fold_text(text)
    if folded in _UNKNOWN:
        return None
    if folded in _NAMED:
        return _NAMED[folded]
    match = _TIME.fullmatch(text.strip())
    if not match or is_digits(text.strip()):
        raise ValueProblem("time_invalid")
    hour, minute, meridiem = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
    if not meridiem and is_12_hour and 0 < hour <= 12 and "h" not in text.lower():
        raise ValueProblem("time_ambiguous")
    if meridiem:
        hour = _to_24_hours(hour, is_evening=meridiem.startswith("p"))
    try:
        return time(hour, minute)
    except ValueError:
        raise ValueProblem("time_invalid") from None


def _to_24_hours(hour: int, *, is_evening: bool) -> int:
    if hour == 0 or (hour > 12 and not is_evening):
        raise ValueProblem("time_invalid")
    if hour > 12:
        return hour
    return hour % 12 + (12 if is_evening else 0)


def to_instant(day: date, clock: time, zone: ZoneInfo) -> tuple[datetime, bool]:
    """Return a local time in UTC, and whether it occurs twice. Raises `ValueProblem` if it is skipped."""
    local = datetime(day.year, day.month, day.day, clock.hour, clock.minute, tzinfo=zone)
    instant = local.astimezone(UTC)
    if instant.astimezone(zone).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise ValueProblem("time_skipped")
    return instant, local.utcoffset() != local.replace(fold=1).utcoffset()
