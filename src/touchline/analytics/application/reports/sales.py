"""Reports on sales, conversion and dropped payloads."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date

from touchline.analytics.application.reports.queries import (
    DEFAULT_DAYS,
    ReportData,
    ReportQuery,
    count_doubtful,
    ratio,
    translate_store_errors,
)
from touchline.analytics.domain.aggregation import FUNNEL_STEPS
from touchline.analytics.domain.periods import Period
from touchline.analytics.ports.sales import ProductSales, SalesLedger
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.clock import Clock
from touchline.shared.money import Money

_DAY_SECONDS = 86_400


class SalesReport:
    """Report: sales from the ledger."""

    def __init__(self, sales: SalesLedger) -> None:
        self._sales = sales

    def __call__(self, report_query: ReportQuery) -> ReportData:
        """Return totals, sales by day, and sales by product with the highest net amount first."""
        currency = report_query.channel.currency
        counts = self._sales.list_sales(report_query.period, report_query.language)
        previous_sales = (
            self._sales.list_sales(report_query.previous_period, report_query.language)
            if report_query.previous_period
            else None
        )
        days: dict[date, list[ProductSales]] = {day: [] for day in report_query.period.days}
        products: dict[tuple[str, int], list[ProductSales]] = defaultdict(list)
        for sale in counts:
            days[sale.day].append(sale)
            products[(sale.type, sale.id)].append(sale)
        sorted_products = sorted(
            products.values(),
            key=lambda product_sales: (
                -_net_amount(product_sales),
                product_sales[0].type,
                product_sales[0].id,
            ),
        )
        return {
            "span": report_query.serialize_period(),
            "currency": currency,
            "totals": _serialize_totals(counts, currency),
            "before": None if previous_sales is None else _serialize_totals(previous_sales, currency),
            "days": [_serialize_day(day, product_sales, currency) for day, product_sales in days.items()],
            "rows": [
                {
                    "type": product_sales[0].type,
                    "id": product_sales[0].id,
                    "name": product_sales[0].name,
                    **_serialize_totals(product_sales, currency),
                }
                for product_sales in sorted_products
            ],
        }


class FunnelReport:
    """Report: how many sessions reached each step to a purchase."""

    def __init__(self, store: AnalyticsStore) -> None:
        self._store = store

    @translate_store_errors
    def __call__(self, report_query: ReportQuery) -> ReportData:
        """Return each step with its share of the first."""
        return {
            "span": report_query.serialize_period(),
            "steps": self._serialize_steps(report_query.period),
            "before": self._serialize_steps(report_query.previous_period)
            if report_query.previous_period
            else None,
            "left_out": count_doubtful(self._store, report_query.period),
        }

    def _serialize_steps(self, period: Period) -> list[ReportData]:
        counts = self._store.get_funnel(period)
        visits = counts.get("visit", 0)
        return [
            {"step": step, "sessions": counts.get(step, 0), "share": ratio(counts.get(step, 0), visits)}
            for step in FUNNEL_STEPS
        ]


class DroppedReport:
    """Report: dropped payloads of all channels together, because their channel cannot be trusted."""

    def __init__(self, store: AnalyticsStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    @translate_store_errors
    def __call__(self) -> ReportData:
        """Return the counts of the last 28 days, the most frequent reason first."""
        today = int(self._clock.now().timestamp()) // _DAY_SECONDS
        counts = self._store.count_dropped(today - DEFAULT_DAYS + 1)
        sorted_counts = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return {
            "days": DEFAULT_DAYS,
            "rows": [{"reason": reason, "count": count} for reason, count in sorted_counts],
        }


def _net_amount(product_sales: Iterable[ProductSales]) -> int:
    return sum(sale.gross - sale.refunds for sale in product_sales)


def _serialize_day(day: date, product_sales: Sequence[ProductSales], currency: str) -> ReportData:
    totals = _serialize_totals(product_sales, currency)
    del totals["net"]
    return {"day": day.isoformat(), **totals}


def _serialize_totals(product_sales: Sequence[ProductSales], currency: str) -> ReportData:
    return {
        "orders": sum(sale.orders for sale in product_sales),
        "gross": Money(sum(sale.gross for sale in product_sales), currency).decimal,
        "refunds": Money(sum(sale.refunds for sale in product_sales), currency).decimal,
        "net": Money(_net_amount(product_sales), currency).decimal,
    }
