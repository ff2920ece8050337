"""Tests for query plans: entitlements are read with one index scan, however many orders the channel has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text

from touchline.billing.adapters.sql.order_mapping import to_columns
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.ports.orders import OrderFilter
from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NOON
from touchline.entrypoints.bootstrap import Application
from touchline.shared.ids import AccountId, OrderId

VIEWERS, ORDERS_PER_VIEWER = 500, 8
VIEWER_ID = AccountId(250)


@pytest.fixture
def viewers_with_orders(
    application: Application, channel: ChannelDetails, transaction: Any
) -> ChannelDetails:
    """Return a channel with four thousand orders, of which half are paid. Each order has one transaction."""

    def explain_query(account: int, number: int) -> dict[str, Any]:
        status = OrderStatus.PAID if number % 2 else OrderStatus.FAILED
        whose: dict[str, Any] = {"uuid": f"{account}-{number}", "account_id": AccountId(account)}
        made = build_order(**whose, status=status, starts_at=NOON, expires_at=NOON + timedelta(days=9))
        return {**to_columns(made), "channel_id": channel.id, "reminded_for": None}

    with transaction(channel.id) as session:
        rows = [
            explain_query(account, number)
            for account in range(VIEWERS)
            for number in range(ORDERS_PER_VIEWER)
        ]
        session.execute(insert(OrderRow), rows)
        write = application.container.billing.ledger().add
        write(build_transaction(session.scalars(select(OrderRow.id).limit(1)).one()))
        like = session.scalars(select(TransactionRow)).one()
        same = {column.name: getattr(like, column.name) for column in TransactionRow.__table__.columns}
        ids = session.scalars(select(OrderRow.id)).all()
        lines = [
            {**same, "id": like.id + number, "order_id": number, "ref": f"ch_{number}x"} for number in ids
        ]
        session.execute(insert(TransactionRow), lines)
    if application.container.database().engine.dialect.name != "sqlite":
        with application.container.database().engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    return channel


def test_everything_that_is_held_is_found_by_one_query_along_an_index(
    application: Application,
    viewers_with_orders: ChannelDetails,
    transaction: Any,
    queries: Callable[[], Any],
) -> None:
    facade = application.container.billing.facade()
    with transaction(viewers_with_orders.id), queries() as sent:
        assert len(facade.entitlements(VIEWER_ID)) == ORDERS_PER_VIEWER // 2
    (query_count,) = sent
    assert "billing_order" in query_count
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        facade.entitlements(VIEWER_ID)
    assert uses_index(found)


def test_a_viewers_orders_are_walked_in_the_order_of_an_index(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    orders = application.container.billing.orders()
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        assert len(orders.list_for_account(VIEWER_ID, OrderFilter(), 5, 0)) == 5
        assert orders.count(VIEWER_ID, OrderFilter()) == ORDERS_PER_VIEWER
    assert uses_index(found)


def test_the_transactions_of_orders_are_found_by_order(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    ledger = application.container.billing.ledger()
    with transaction(viewers_with_orders.id) as session:
        ids = list(session.scalars(select(OrderRow.id).limit(20)))
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        assert len(ledger.list_for_orders(ids)) == 20
    (plan,) = found
    assert "ix_billing_transaction_of_order" in plan, plan


def test_the_uses_of_a_promo_code_are_counted_along_an_index(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    billing = application.container.billing
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        assert billing.orders().count_redemptions("TIPOFF20", VIEWER_ID) == (0, 0)
    (plan,) = found
    assert "ix_billing_order_of_code" in plan, plan


def test_moved_events_are_found_by_two_indexed_queries_however_many_were_sold(
    application: Application,
    viewers_with_orders: ChannelDetails,
    transaction: Any,
    queries: Callable[[], Any],
) -> None:
    billing: Any = application.container.billing
    run = billing.extend_postponed_orders().find_postponed
    with transaction(viewers_with_orders.id), queries() as sent:
        batch = run(OrderId(0))
    assert batch is not None
    assert len(sent) == 2
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        run(batch.last_order_id)
    extend_postponed_orders, _ = found
    index = (
        "ix_billing_order_channel_id"
        if "rowid" in extend_postponed_orders
        else "Index Scan using pk_billing_order"
    )
    assert (
        index in extend_postponed_orders
        and "Sort" not in extend_postponed_orders
        and "TEMP B-TREE" not in extend_postponed_orders
    ), extend_postponed_orders


def uses_index(plans: list[str]) -> bool:
    """Assert that every plan uses the index on an account's orders and sorts nothing."""
    assert plans
    is_indexed = all("ix_billing_order_of_account" in plan and "TEMP B-TREE" not in plan for plan in plans)
    assert is_indexed, plans
    return is_indexed


@contextmanager
def record_plans(application: Application) -> Iterator[list[str]]:
    """Record the database's query plans: `with record_plans(application) as found:`. Each plan is in the
    database's own format.
    """
    engine, found = application.container.database().engine, list[str]()
    explain = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "

    def run(_connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        cursor.execute(explain + statement, parameters)
        found.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", run)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", run)
