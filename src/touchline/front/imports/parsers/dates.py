"""Dates of a column, and the order of their day and month."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from touchline.front.imports.problems import CONTRADICTING_DATES, UnreadableFileError, ValueProblem
from touchline.shared.strings.folding import fold_text

_MONTH_NAMES = (
    "jan january janv janvier",
    "feb february fev fevr fevrier",
    "mar march mars",
    "apr april avr avril",
    "may mai",
    "jun june juin",
    "jul july juil juillet",
    "aug august aou aout",
    "sep sept september septembre",
    "oct october octobre",
    "nov november novembre",
    "dec december decembre",
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names.split()}
_WEEKDAY_NAMES = (
    "mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday",
    "sun sunday lun lundi mar mardi mer mercredi jeu jeudi ven vendredi sam samedi dim dimanche le",
)
_WEEKDAYS = frozenset(name for names in _WEEKDAY_NAMES for name in names.split())
_ISO = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})")
_NUMERIC = re.compile(r"([0-9]{1,2})[-/.]([0-9]{1,2})(?:[-/.]([0-9]{4}|[0-9]{2}))?")
_DAY = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th|er)?")
_CENTURY = 2000
_MAX_MONTH = 12


class DateOrder(StrEnum):
    """The order of day and month in dates such as 06/05/2026."""

    DAY_FIRST = "day_first"
    MONTH_FIRST = "month_first"


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it is written. `first` and `second` are day and month in an order that is not known yet,
    unless `order` says it. Without `year`, the season decides."""

    first: int
    second: int
    year: int | None
    order: DateOrder | None = None

    @property
    def implied_order(self) -> DateOrder | None:
        """The only order that is possible for these numbers, or None."""
        if self.order is None and (self.first > _MAX_MONTH) != (self.second > _MAX_MONTH):
            return DateOrder.DAY_FIRST if self.first > _MAX_MONTH else DateOrder.MONTH_FIRST
        return None

    @property
    def is_ambiguous(self) -> bool:
        """Whether the order changes the date."""
        return self.order is None and self.first != self.second

    def get_month(self, order: DateOrder | None) -> int:
        """Return the month in an order."""
        return self.second if (self.order or order) is DateOrder.DAY_FIRST else self.first

    def resolve(self, order: DateOrder | None, year: int) -> date:
        """Return the date. `year` counts if the date has none. Raises `ValueProblem`."""
        day_first = (self.order or order) is DateOrder.DAY_FIRST
        day, month = (self.first, self.second) if day_first else (self.second, self.first)
        try:
            return date(self.year or year, month, day)
        except ValueError:
            raise ValueProblem("date_not_in_calendar") from None


def parse_date(text: str) -> WrittenDate:
    """Parse a date such as 2026-06-15, 15/06/2026, 15/06, June 15, 2026 or lun. 15 juin. Raises
    `ValueProblem`."""
    words = text.split()
    while len(words) > 1 and fold_text(words[0]) in _WEEKDAYS and words[0][0].isalpha():
        if fold_text(words[0]) in _MONTHS and not any(fold_text(word) in _MONTHS for word in words[1:]):
            break
        words = words[1:]
    compact = "".join(words).strip(",")
    if match := _ISO.fullmatch(compact):
        year, month, day = map(int, match.groups())
        return WrittenDate(month, day, year, DateOrder.MONTH_FIRST)
    if match := _NUMERIC.fullmatch(compact):
        return WrittenDate(int(match[1]), int(match[2]), _parse_year(match[3]))
    return _parse_named_month(" ".join(words))


def _parse_named_month(text: str) -> WrittenDate:
    words = fold_text(text).split()
    months = [word for word in words if word in _MONTHS]
    numbers = [word for word in words if word not in months]
    day = _DAY.fullmatch(numbers[0]) if numbers else None
    is_year = len(numbers) == 1 or (len(numbers) == 2 and re.fullmatch(r"[0-9]{4}|[0-9]{2}", numbers[1]))
    if len(months) != 1 or day is None or not is_year:
        raise ValueProblem("date_invalid")
    year = _parse_year(numbers[1] if len(numbers) == 2 else None)
    return WrittenDate(_MONTHS[months[0]], int(day[1]), year, DateOrder.MONTH_FIRST)


def _parse_year(digits: str | None) -> int | None:
    if not digits:
        return None
    return int(digits) + (_CENTURY if len(digits) == 2 else 0)


def detect_order(dates: Iterable[WrittenDate]) -> DateOrder | None:
    """Return the order that the whole column implies, or None if every number could be a month.

    Raises `UnreadableFileError` if the dates contradict each other.
    """
    orders = {written.implied_order for written in dates} - {None}
    if len(orders) > 1:
        raise UnreadableFileError(CONTRADICTING_DATES)
    return orders.pop() if orders else None
