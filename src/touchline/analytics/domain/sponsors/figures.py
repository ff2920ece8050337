"""Figures of a sponsor's pre-rolls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date

from touchline.analytics.domain.sponsors.ad_breaks import AdProgress


@dataclass(frozen=True, slots=True)
class AdFigures:
    """Numbers of ad breaks. The quartiles count those that played to 25, 50, 75 and 100 %."""

    impressions: int = 0
    first_quartile: int = 0
    midpoint: int = 0
    third_quartile: int = 0
    complete: int = 0
    clicks: int = 0

    def __add__(self, other: AdFigures) -> AdFigures:
        """Return the sum."""
        pairs = zip(astuple(self), astuple(other), strict=True)
        return AdFigures(*(left + right for left, right in pairs))

    @property
    def completion_rate(self) -> float:
        """The share of the impressions that played to the end, from 0 to 1."""
        return round(self.complete / self.impressions, 4) if self.impressions else 0.0

    @property
    def click_rate(self) -> float:
        """The share of the impressions with a click, from 0 to 1."""
        return round(self.clicks / self.impressions, 4) if self.impressions else 0.0


@dataclass(frozen=True, slots=True)
class DayFigures:
    """Figures of a sponsor before one event on one day."""

    event_id: int
    day: date
    figures: AdFigures


def count_progress(known: AdProgress, reported: AdProgress) -> AdFigures:
    """Return what a report adds to the figures: each flag that was not known counts once."""
    added = reported & ~known
    return AdFigures(*(int(flag in added) for flag in AdProgress))


def sum_figures(figures: Iterable[AdFigures]) -> AdFigures:
    """Return the sum of figures."""
    return sum(figures, AdFigures())
