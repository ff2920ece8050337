"""Tests for the sales of one event."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from touchline.billing.application.ledger.event_sales import EventSales, GetEventSales
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.ports.order_reports import OrderQuery, Validity
from touchline.billing.ports.sale_records import MovementTotal, ProductKey
from touchline.billing.tests.application.ledger.test_sales_report import NOON, FakeCurrentChannel
from touchline.billing.tests.offer_samples import usd
from touchline.shared.clock import FixedClock

GRACE = timedelta(days=3)


class FakeTotals:
    """`SaleRecords` and `OrderReports` with fixed totals. It keeps what was requested."""

    def __init__(self, **amounts: int) -> None:
        self.amounts = amounts
        self.requested: list[Any] = []

    def sum_movements(self, product: ProductKey, currency: str) -> Mapping[Movement, MovementTotal]:
        self.requested.append((product, currency))
        return {Movement(name): MovementTotal(2, amount) for name, amount in self.amounts.items()}

    def count(self, order_query: OrderQuery) -> int:
        self.requested.append(order_query)
        return 5


def get_sales(totals: Any) -> EventSales:
    return GetEventSales(totals, totals, FakeCurrentChannel(), FixedClock(NOON), GRACE)(12)


def test_the_net_of_an_event_is_gross_less_refunds_and_lost_disputes() -> None:
    sales = get_sales(FakeTotals(charge=2700, refund=400, dispute=1350, dispute_won=1350))
    assert (sales.orders, sales.gross, sales.refunds, sales.net) == (2, usd("27"), usd("4"), usd("23"))


def test_an_event_that_nobody_bought_has_no_sales() -> None:
    sales = get_sales(FakeTotals())
    assert (sales.orders, sales.gross, sales.refunds, sales.net) == (0, usd("0"), usd("0"), usd("0"))


def test_holders_are_the_orders_of_this_event_that_give_access_now() -> None:
    totals = FakeTotals()
    assert get_sales(totals).holders == 5
    validity = Validity(NOON, GRACE)
    assert totals.requested == [
        ((ProductKind.EVENT, 12), "USD"),
        OrderQuery(event_id=12, validity=validity),
    ]
