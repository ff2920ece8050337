"""Tests for the sales of one event."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from touchline.billing.application.ledger.event_sales import MAX_DAYS, EventSales, GetEventSales
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.order_reports import OrderQuery, Validity
from touchline.billing.ports.sale_records import SaleRecord
from touchline.billing.tests.application.ledger.test_sales_report import (
    NOON,
    PASS_KEY,
    FakeCurrentChannel,
    FakeSaleRecords,
    build_record,
)
from touchline.billing.tests.offer_samples import usd
from touchline.shared.clock import FixedClock

GRACE = timedelta(days=3)


class FakeOrderReports:
    """`OrderReports` with a fixed count. It keeps what was requested."""

    def __init__(self) -> None:
        self.requested: list[OrderQuery] = []

    def count(self, order_query: OrderQuery) -> int:
        self.requested.append(order_query)
        return 5


def get_sales(*records: SaleRecord) -> EventSales:
    reports: Any = FakeOrderReports()
    return GetEventSales(FakeSaleRecords(*records), reports, FakeCurrentChannel(), FixedClock(NOON), GRACE)(
        12
    )


def test_the_net_of_an_event_is_gross_less_refunds_and_lost_disputes() -> None:
    sales = get_sales(
        build_record(0, 1350),
        build_record(1, 1350),
        build_record(2, 400, movement=Movement.REFUND),
        build_record(2, 1350, movement=Movement.DISPUTE),
        build_record(3, 1350, movement=Movement.DISPUTE_WON),
        build_record(0, 9900, PASS_KEY),
        build_record(0, 500, currency="CAD"),
    )
    assert (sales.orders, sales.gross, sales.refunds, sales.net) == (2, usd("27"), usd("4"), usd("23"))


def test_an_event_that_nobody_bought_has_no_sales() -> None:
    sales = get_sales()
    assert (sales.orders, sales.gross, sales.refunds, sales.net) == (0, usd("0"), usd("0"), usd("0"))
    assert sales.days == []


def test_every_day_from_the_first_charge_to_the_last_one_has_its_sales() -> None:
    sales = get_sales(
        build_record(-3, 1350),
        build_record(-1, 1350),
        build_record(-1, 900),
        build_record(5, 900, movement=Movement.REFUND),
    )
    assert [(each.day, each.orders, each.gross) for each in sales.days] == [
        (date(2026, 11, 18), 1, usd("13.50")),
        (date(2026, 11, 19), 0, usd("0")),
        (date(2026, 11, 20), 2, usd("22.50")),
    ]


def test_an_old_charge_leaves_the_last_days_alone() -> None:
    days = get_sales(build_record(-400, 1350), build_record(0, 1350)).days
    assert (len(days), days[-1].day, days[0].orders) == (MAX_DAYS, NOON.date(), 0)


def test_holders_are_the_orders_of_this_event_that_give_access_now() -> None:
    reports: Any = FakeOrderReports()
    sales = GetEventSales(FakeSaleRecords(), reports, FakeCurrentChannel(), FixedClock(NOON), GRACE)(12)
    assert sales.holders == 5
    assert reports.requested == [OrderQuery(event_id=12, validity=Validity(NOON, GRACE))]
