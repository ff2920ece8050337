"""Quarters of an hour as days of a channel. A quarter lies within one day of every time zone, also on
the days of 23 and 25 hours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Protocol, TypeVar

from touchline.analytics.domain.spans import Span


class Placed(Protocol):
    """Something that begins at a second since 1970."""

    @property
    def at(self) -> int:
        """When."""
        ...


P = TypeVar("P", bound=Placed)


def by_day(span: Span, stretches: Iterable[P]) -> Mapping[date, list[P]]:
    """What happened on each day of a span, every day of it being there."""
    found: dict[date, list[P]] = {day: [] for day in span.days}
    for stretch in stretches:
        found[span.day_of(stretch.at)].append(stretch)
    return found
