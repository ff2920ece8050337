"""A viewer's own orders, and looking again at those that are under way."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.application.order_answers import OrderAnswers
from touchline.billing.application.order_queries import OrderQueries
from touchline.billing.domain.orders import AutoRenewal, Kind, Order, OrderStatus, Product
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.fakes import English
from touchline.billing.tests.order_fakes import MemoryLedger, MemoryOrders
from touchline.billing.tests.orders import NOW, order
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.paging import PageRequest
from touchline.shared.principal import Principal

ME = Principal(ChannelId(1), SessionId(1), AccountId(4), "en", "US")
YEAR = Product(kind=Kind.SUBSCRIPTION, id=2, name={"en": "All year"})


class Desk:
    """Queries over orders; `jobs` are those that were asked for."""

    def __init__(self, *orders: Order) -> None:
        self.jobs: list[tuple[Any, ...]] = []
        self.clock = FixedClock(NOW)
        self.orders = CountingOrders(*orders)
        answers = OrderAnswers(MemoryLedger(), English(), self.clock, timedelta(days=7))
        self.queries = OrderQueries(self.orders, answers, AskToSettle(self, self.clock))

    def enqueue(self, name: str, *ids: int | str, unique: str | None = None, **_more: Any) -> None:
        """Note a job."""
        self.jobs.append((name, *ids, unique))

    def page(self, limit: int = 20, offset: int = 0, **wanted: Any) -> Any:
        """A part of my orders."""
        return self.queries.page(ME, OrderFilter(**wanted), PageRequest(limit, offset, None, "asc"))


class CountingOrders(MemoryOrders):
    """Orders that note how often they were counted."""

    counted = 0

    def count(self, account_id: AccountId, wanted: OrderFilter) -> int:
        """How many they are."""
        self.counted += 1
        return super().count(account_id, wanted)


def paid(number: int, **changes: Any) -> Order:
    """An order that is paid."""
    return order(uuid=str(number), **{"status": OrderStatus.PAID, "starts_at": NOW, **changes})


def test_a_viewer_sees_their_own_orders_the_newest_first() -> None:
    page = Desk(paid(1), paid(2, account_id=AccountId(5)), paid(3)).page()
    assert [one["id"] for one in page.items] == [3, 1]
    assert page.total == 2


def test_orders_are_filtered_by_type_and_status() -> None:
    desk = Desk(paid(1), paid(2, product=YEAR), order(uuid="3", status=OrderStatus.FAILED))
    assert [one["id"] for one in desk.page(kind=Kind.SUBSCRIPTION).items] == [2]
    assert [one["id"] for one in desk.page(status=OrderStatus.FAILED).items] == [3]


@pytest.mark.parametrize(
    ("limit", "offset", "total", "counted"),
    [(20, 0, 3, 0), (3, 0, 3, 1), (2, 0, 3, 1), (2, 2, 3, 0), (2, 6, 3, 1)],
)
def test_orders_are_counted_only_where_the_part_that_is_shown_does_not_tell(
    limit: int, offset: int, total: int, counted: int
) -> None:
    desk = Desk(paid(1), paid(2), paid(3))
    assert desk.page(limit, offset).total == total
    assert desk.orders.counted == counted


def test_another_viewers_order_is_not_there() -> None:
    desk = Desk(order(account_id=AccountId(5)))
    for order_id in (1, 2):
        with pytest.raises(NotFound):
            desk.queries.one(ME, OrderId(order_id))
    assert desk.jobs == []


def test_an_order_whose_person_is_forgotten_is_nobodys() -> None:
    with pytest.raises(NotFound):
        Desk(order(account_id=None)).queries.one(ME, OrderId(1))


def test_reading_an_order_that_is_under_way_has_it_looked_at_again_every_two_seconds() -> None:
    desk = Desk(order())
    for _ in range(3):
        desk.queries.one(ME, OrderId(1))
    assert desk.jobs == [("billing.settle", 1, 1, "settle-1")]
    desk.clock.set(NOW + timedelta(seconds=1.9))
    desk.page()
    assert len(desk.jobs) == 1
    desk.clock.set(NOW + timedelta(seconds=2))
    desk.page()
    assert len(desk.jobs) == 2


def test_a_renewal_that_is_being_switched_is_looked_at_too() -> None:
    desk = Desk(paid(1, product=YEAR, auto_renewal=AutoRenewal.PROCESSING))
    desk.page()
    assert [job[0] for job in desk.jobs] == ["billing.settle"]


def test_reading_an_order_that_is_settled_asks_for_nothing() -> None:
    desk = Desk(paid(1), order(uuid="2", status=OrderStatus.FAILED))
    desk.page()
    desk.queries.one(ME, OrderId(1))
    assert desk.jobs == []
