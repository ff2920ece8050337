"""What is asked of a report: of which days, and what they are compared with."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any, ParamSpec, TypeVar

from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.channel_facts import ChannelFacts, Facts
from touchline.analytics.ports.store import AnalyticsStore, StoreUnavailable
from touchline.shared.clock import Clock
from touchline.shared.errors import Invalid, Unavailable

Answer = dict[str, Any]
NO_DAY = "This is not a day: write it as 2026-11-21."
NOT_IN_ORDER = "The first day cannot come after the last one."
TOO_LONG = "A report tells of 400 days at most."
AWAY = "The reports cannot be counted at the moment. Please try again in a few minutes."
MOST_DAYS = 400
USUAL_DAYS = 28
_DAY = re.compile(r"2\d{3}-\d{2}-\d{2}", re.ASCII)
_P = ParamSpec("_P")
_T = TypeVar("_T")


class Compare(StrEnum):
    """With what: nothing, as many days directly before, the same weekdays a year before."""

    NONE = "none"
    BEFORE = "before"
    YEAR = "year"


@dataclass(frozen=True)
class Asked:
    """As it was typed. Without `last` up to this day, without `first` 28 days."""

    first: str | None = None
    last: str | None = None
    compare: Compare = Compare.BEFORE


@dataclass(frozen=True)
class Question:
    """As it is meant. `before` is what the span is compared with."""

    span: Span
    before: Span | None
    facts: Facts
    language: str

    def told(self) -> Answer:
        """The span as every report begins with it."""
        return told_span(self.span)


class ReadQuestion:
    """Reads days in the channel's time zone."""

    def __init__(self, channel_facts: ChannelFacts, clock: Clock) -> None:
        self._channel_facts = channel_facts
        self._clock = clock

    def __call__(self, asked: Asked, language: str = "") -> Question:
        """The question, to be answered in a language (the channel's if none is given); `Invalid` by the
        fields `from` and `to`."""
        facts = self._channel_facts.now()
        today = self._clock.now().astimezone(facts.zone).date()
        first, last = _read("from", asked.first), _read("to", asked.last)
        last = last or max(today, first or today)
        first = first or last - timedelta(days=USUAL_DAYS - 1)
        if first > last:
            raise Invalid({"from": [NOT_IN_ORDER]})
        if (last - first).days >= MOST_DAYS:
            raise Invalid({"from": [TOO_LONG]})
        span = Span(facts.id, first, last, facts.zone)
        befores = {Compare.BEFORE: span.before, Compare.YEAR: span.year_before}
        before = befores.get(asked.compare)
        return Question(span, before() if before else None, facts, language or facts.language)


def told_span(span: Span) -> Answer:
    """A span in a report."""
    return {
        "from": span.first.isoformat(),
        "to": span.last.isoformat(),
        "time_zone": span.zone.key,
        "days": len(span.days),
    }


def left_out_of(store: AnalyticsStore, span: Span) -> int:
    """How many reports of a span are doubtful, so that no figure has them."""
    return sum(store.doubtful_through(span).values())


def told_instant(at: datetime) -> str:
    """An instant in a report."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def minutes_of(seconds: int) -> float:
    """Minutes as reports tell them, to a tenth."""
    return round(seconds / 60, 1)


def share_of(part: float, whole: float) -> float:
    """A part of a whole, 0 to 1; 0 of nothing."""
    return round(min(1.0, part / whole), 4) if whole else 0.0


def answered(ask: Callable[_P, _T]) -> Callable[_P, _T]:
    """Say in a sentence that the store is away (`Unavailable`)."""

    @functools.wraps(ask)
    def asked(*arguments: _P.args, **options: _P.kwargs) -> _T:
        try:
            return ask(*arguments, **options)
        except StoreUnavailable:
            raise Unavailable(AWAY) from None

    return asked


def _read(field: str, text: str | None) -> date | None:
    if not text:
        return None
    try:
        if not _DAY.fullmatch(text):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise Invalid({field: [NO_DAY]}) from None
