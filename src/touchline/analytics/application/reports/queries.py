"""What is asked of a report: of which days, and what they are compared with."""

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
from touchline.shared.errors import InvalidInputError, UnavailableError

ReportData = dict[str, Any]
INVALID_DAY = "This is not a day: write it as 2026-11-21."
REVERSED_PERIOD = "The first day cannot come after the last one."
PERIOD_TOO_LONG = "A report tells of 400 days at most."
REPORTS_UNAVAILABLE = "The reports cannot be counted at the moment. Please try again in a few minutes."
MAX_DAYS = 400
DEFAULT_DAYS = 28
_DAY_PATTERN = re.compile(r"2\d{3}-\d{2}-\d{2}", re.ASCII)
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Comparison(StrEnum):
    """With what: nothing, as many days directly before, the same weekdays a year before."""

    NONE = "none"
    BEFORE = "before"
    YEAR = "year"


@dataclass(frozen=True)
class ReportParams:
    """As it was typed. Without `last` up to this day, without `first` 28 days."""

    first: str | None = None
    last: str | None = None
    compare: Comparison = Comparison.BEFORE


@dataclass(frozen=True)
class ReportQuery:
    """As it is meant. `before` is what the span is compared with."""

    period: Period
    previous_period: Period | None
    channel: ChannelDetails
    language: str

    def serialize_period(self) -> ReportData:
        """The span as every report begins with it."""
        return serialize_period(self.period)


class ParseReportQuery:
    """Reads days in the channel's time zone."""

    def __init__(self, current_channel: CurrentChannel, clock: Clock) -> None:
        self._current_channel = current_channel
        self._clock = clock

    def __call__(self, params: ReportParams, language: str = "") -> ReportQuery:
        """The question, to be answered in a language (the channel's if none is given); `InvalidInputError`
        by the fields `from` and `to`."""
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
    """A span in a report."""
    return {
        "from": period.first.isoformat(),
        "to": period.last.isoformat(),
        "time_zone": period.zone.key,
        "days": len(period.days),
    }


def count_doubtful(store: AnalyticsStore, period: Period) -> int:
    """How many reports of a span are doubtful, so that no figure has them."""
    return sum(store.count_doubtful_by_bucket(period).values())


def serialize_instant(instant: datetime) -> str:
    """An instant in a report."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_minutes(seconds: int) -> float:
    """Minutes as reports tell them, to a tenth."""
    return round(seconds / 60, 1)


def ratio(part: float, total: float) -> float:
    """A part of a whole, 0 to 1; 0 of nothing."""
    return round(min(1.0, part / total), 4) if total else 0.0


def translate_store_errors(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Say in a sentence that the store is away (`UnavailableError`)."""

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
