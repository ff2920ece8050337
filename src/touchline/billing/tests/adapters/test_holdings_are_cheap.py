"""What an account holds is one walk along an index, however many orders the channel has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text

from touchline.billing.adapters.sql.order_columns import columns_of
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.orders import OrderStatus
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.orders import line, order
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import House
from touchline.shared.ids import AccountId, OrderId

VIEWERS, EACH = 500, 8
ME = AccountId(250)


@pytest.fixture
def crowd(house: House, channel: ChannelFacts, transaction: Any) -> ChannelFacts:
    """A channel with four thousand orders, of which half are paid, and a line of the ledger for each."""

    def of(account: int, number: int) -> dict[str, Any]:
        status = OrderStatus.PAID if number % 2 else OrderStatus.FAILED
        whose: dict[str, Any] = {"uuid": f"{account}-{number}", "account_id": AccountId(account)}
        made = order(**whose, status=status, starts_at=NOON, expires_at=NOON + timedelta(days=9))
        return {**columns_of(made), "channel_id": channel.id, "reminded_for": None}

    with transaction(channel.id) as session:
        rows = [of(account, number) for account in range(VIEWERS) for number in range(EACH)]
        session.execute(insert(OrderRow), rows)
        write = house.container.billing.ledger().write
        write(line(session.scalars(select(OrderRow.id).limit(1)).one()))
        like = session.scalars(select(TransactionRow)).one()
        same = {column.name: getattr(like, column.name) for column in TransactionRow.__table__.columns}
        ids = session.scalars(select(OrderRow.id)).all()
        lines = [
            {**same, "id": like.id + number, "order_id": number, "ref": f"ch_{number}x"} for number in ids
        ]
        session.execute(insert(TransactionRow), lines)
    if house.container.database().engine.dialect.name != "sqlite":
        with house.container.database().engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    return channel


def test_everything_that_is_held_is_found_by_one_query_along_an_index(
    house: House, crowd: ChannelFacts, transaction: Any, queries: Callable[[], Any]
) -> None:
    facade = house.container.billing.facade()
    with transaction(crowd.id), queries() as sent:
        assert len(facade.entitlements(ME)) == EACH // 2
    (asked,) = sent
    assert "billing_order" in asked
    with transaction(crowd.id), plans(house) as found:
        facade.entitlements(ME)
    assert along_the_index(found)


def test_a_viewers_orders_are_walked_in_the_order_of_an_index(
    house: House, crowd: ChannelFacts, transaction: Any
) -> None:
    orders = house.container.billing.kept_orders()
    with transaction(crowd.id), plans(house) as found:
        assert len(orders.of(ME, OrderFilter(), 5, 0)) == 5
        assert orders.count(ME, OrderFilter()) == EACH
    assert along_the_index(found)


def test_the_lines_of_orders_are_found_by_their_orders(
    house: House, crowd: ChannelFacts, transaction: Any
) -> None:
    ledger = house.container.billing.ledger()
    with transaction(crowd.id) as session:
        ids = list(session.scalars(select(OrderRow.id).limit(20)))
    with transaction(crowd.id), plans(house) as found:
        assert len(ledger.of(ids)) == 20
    (plan,) = found
    assert "ix_billing_transaction_of_order" in plan, plan


def test_the_uses_of_a_promo_code_are_counted_along_an_index(
    house: House, crowd: ChannelFacts, transaction: Any
) -> None:
    billing = house.container.billing
    with transaction(crowd.id), plans(house) as found:
        assert billing.kept_orders().uses("TIPOFF20", ME) == (0, 0)
    (plan,) = found
    assert "ix_billing_order_of_code" in plan, plan


def test_games_that_moved_are_looked_for_by_two_queries_along_indexes_however_many_were_sold(
    house: House, crowd: ChannelFacts, transaction: Any, queries: Callable[[], Any]
) -> None:
    billing: Any = house.container.billing
    look = billing.desk.follow().look
    with transaction(crowd.id), queries() as sent:
        looked = look(OrderId(0))
    assert looked is not None
    assert len(sent) == 2
    with transaction(crowd.id), plans(house) as found:
        look(looked.last)
    walk, _ = found
    index = "ix_billing_order_channel_id" if "rowid" in walk else "Index Scan using pk_billing_order"
    assert index in walk and "Sort" not in walk and "TEMP B-TREE" not in walk, walk


def along_the_index(plans: list[str]) -> bool:
    """Whether every plan goes along the index of an account's orders, and sorts nothing."""
    assert plans
    good = all("ix_billing_order_of_account" in plan and "TEMP B-TREE" not in plan for plan in plans)
    assert good, plans
    return good


@contextmanager
def plans(house: House) -> Iterator[list[str]]:
    """`with plans(house) as found:` asks the database how it finds orders, in its own words."""
    engine, found = house.container.database().engine, list[str]()
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "

    def ask(_connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        cursor.execute(explain + statement, parameters)
        found.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", ask)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", ask)
