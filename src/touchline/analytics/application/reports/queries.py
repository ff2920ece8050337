"""The parameters of a report: its days, and what they are compared with."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any, ParamSpec, TypeVar

from touchline.analytics.domain.periods import Period
from touchline.analytics.ports.current_channel import ChannelDetails, CurrentChannel
from touchline.analytics.ports.store import AnalyticsStore, StoreUnavailableError
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError, UnavailableError

ReportData = dict[str, Any]
INVALID_DAY = ErrorMessage("errors.invalid_day", "Enter a date such as 2026-11-21.")
REVERSED_PERIOD = ErrorMessage("errors.reversed_period", "The first day must not be after the last day.")
PERIOD_TOO_LONG = ErrorMessage(
    "errors.period_too_long", "A report can cover up to 400 days. Choose a shorter period."
)
REPORTS_UNAVAILABLE = ErrorMessage(
    "errors.reports_unavailable", "Reports are unavailable right now. Please try again in a few minutes."
)
MAX_DAYS = 400
DEFAULT_DAYS = 28
_DAY_PATTERN = re.compile(r"2\d{3}-\d{2}-\d{2}", re.ASCII)
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Comparison(StrEnum):
    """The comparison: none, the same number of days directly before, or the same weekdays a year before."""

    NONE = "none"
    BEFORE = "before"
    YEAR = "year"


@dataclass(frozen=True)
class ReportParams:
    """The unparsed parameters. `last` defaults to today, `first` to a period of 28 days."""

    first: str | None = None
    last: str | None = None
    compare: Comparison = Comparison.BEFORE


@dataclass(frozen=True)
class ReportQuery:
    """The parsed parameters. `previous_period` is the period for comparison."""

    period: Period
    previous_period: Period | None
    channel: ChannelDetails
    language: str

    def serialize_period(self) -> ReportData:
        """Return the period as the start of a report."""
        return serialize_period(self.period)


class ParseReportQuery:
    """Parses days in the channel's time zone."""

    def __init__(self, current_channel: CurrentChannel, clock: Clock) -> None:
        self._current_channel = current_channel
        self._clock = clock

    def __call__(self, params: ReportParams, language: str = "") -> ReportQuery:
        """Return the parsed query, in the given language or the channel's.

        Raises `InvalidInputError` for the fields `from` and `to`.
        """
        channel = self._current_channel.get_details()
        today = self._clock.now().astimezone(channel.zone).date()
        first, last = _parse_day("from", params.first), _parse_day("to", params.last)
        last = last or max(today, first or today)
        first = first or last - timedelta(days=DEFAULT_DAYS - 1)
        if first > last:
            raise InvalidInputError({"from": [REVERSED_PERIOD]})
        if (last - first).days >= MAX_DAYS:
            raise InvalidInputError({"from": [PERIOD_TOO_LONG]})
        period = Period(channel.id, first, last, channel.zone)
        previous_periods = {Comparison.BEFORE: period.previous, Comparison.YEAR: period.year_earlier}
        build_previous = previous_periods.get(params.compare)
        return ReportQuery(
            period, build_previous() if build_previous else None, channel, language or channel.language
        )


def serialize_period(period: Period) -> ReportData:
    """Serialize a period."""
    return {
        "from": period.first.isoformat(),
        "to": period.last.isoformat(),
        "time_zone": period.zone.key,
        "days": len(period.days),
    }


def count_doubtful(store: AnalyticsStore, period: Period) -> int:
    """Return how many records of a period are doubtful and therefore left out of the figures."""
    return sum(store.count_doubtful_by_bucket(period).values())


def serialize_instant(instant: datetime) -> str:
    """Serialize an instant."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_minutes(seconds: int) -> float:
    """Return minutes, rounded to one decimal."""
    return round(seconds / 60, 1)


def ratio(part: float, total: float) -> float:
    """Return a ratio from 0 to 1; 0 if the total is 0."""
    return round(min(1.0, part / total), 4) if total else 0.0


def translate_store_errors(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Raise `UnavailableError` with a message for users if the store is unavailable."""

    @functools.wraps(function)
    def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            return function(*args, **kwargs)
        except StoreUnavailableError:
            raise UnavailableError(REPORTS_UNAVAILABLE) from None

    return wrapper


def _parse_day(field: str, text: str | None) -> date | None:
    if not text:
        return None
    try:
        if not _DAY_PATTERN.fullmatch(text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidInputError({field: [INVALID_DAY]}) from None
