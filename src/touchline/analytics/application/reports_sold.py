"""What was sold, and on which way visitors came to it; and what of all that was told was not kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from touchline.analytics.application.reports_asked import (
    USUAL_DAYS,
    Answer,
    Question,
    answered,
    left_out_of,
    share_of,
)
from touchline.analytics.domain.counting import FUNNEL
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.sales import Sales, Sold
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.clock import Clock
from touchline.shared.money import Money

_DAY_SECONDS = 86_400


class SoldWhat:
    """Tells what the ledger took in."""

    def __init__(self, sales: Sales) -> None:
        self._sales = sales

    def __call__(self, asked: Question) -> Answer:
        """In all, by day and by product, the one that brought most first."""
        currency = asked.facts.currency
        found = self._sales.of(asked.span, asked.language)
        before = self._sales.of(asked.before, asked.language) if asked.before else None
        days: dict[date, list[Sold]] = {day: [] for day in asked.span.days}
        products: dict[tuple[str, int], list[Sold]] = defaultdict(list)
        for one in found:
            days[one.day].append(one)
            products[(one.type, one.id)].append(one)
        most = sorted(products.values(), key=lambda sold: (-_net(sold), sold[0].type, sold[0].id))
        return {
            "span": asked.told(),
            "currency": currency,
            "totals": _sums(found, currency),
            "before": None if before is None else _sums(before, currency),
            "days": [_day(day, sold, currency) for day, sold in days.items()],
            "rows": [
                {
                    "type": sold[0].type,
                    "id": sold[0].id,
                    "name": sold[0].name,
                    **_sums(sold, currency),
                }
                for sold in most
            ],
        }


class Funnel:
    """Tells how many sessions got how far on the way to a purchase."""

    def __init__(self, store: AnalyticsStore) -> None:
        self._store = store

    @answered
    def __call__(self, asked: Question) -> Answer:
        """Each step with its share of the first."""
        return {
            "span": asked.told(),
            "steps": self._steps(asked.span),
            "before": self._steps(asked.before) if asked.before else None,
            "left_out": left_out_of(self._store, asked.span),
        }

    def _steps(self, span: Span) -> list[Answer]:
        found = self._store.funnel(span)
        visits = found.get("visit", 0)
        return [
            {"step": step, "sessions": found.get(step, 0), "share": share_of(found.get(step, 0), visits)}
            for step in FUNNEL
        ]


class DroppedWhy:
    """Tells what was not kept, of all channels together: what is dropped names none that can be believed."""

    def __init__(self, store: AnalyticsStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    @answered
    def __call__(self) -> Answer:
        """Of the last 28 days, the most frequent reason first."""
        today = int(self._clock.now().timestamp()) // _DAY_SECONDS
        found = self._store.dropped(today - USUAL_DAYS + 1)
        most = sorted(found.items(), key=lambda each: (-each[1], each[0]))
        return {"days": USUAL_DAYS, "rows": [{"reason": reason, "count": count} for reason, count in most]}


def _net(sold: Iterable[Sold]) -> int:
    return sum(one.gross - one.refunds for one in sold)


def _day(day: date, sold: Sequence[Sold], currency: str) -> Answer:
    sums = _sums(sold, currency)
    del sums["net"]
    return {"day": day.isoformat(), **sums}


def _sums(sold: Sequence[Sold], currency: str) -> Answer:
    return {
        "orders": sum(one.orders for one in sold),
        "gross": Money(sum(one.gross for one in sold), currency).decimal,
        "refunds": Money(sum(one.refunds for one in sold), currency).decimal,
        "net": Money(_net(sold), currency).decimal,
    }
