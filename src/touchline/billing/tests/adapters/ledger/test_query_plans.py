"""Tests for query plans: entitlements are read with one index scan, however many orders the channel has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event, insert, select, text

from touchline.billing.adapters.sql.order_mapping import to_columns
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.ports.order_reports import OrderQuery, SearchTerms
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

    def build_row(account: int, number: int) -> dict[str, Any]:
        status = OrderStatus.PAID if number % 2 else OrderStatus.FAILED
        order = build_order(
            uuid=f"{account}-{number}",
            account_id=AccountId(account),
            status=status,
            starts_at=NOON,
            expires_at=NOON + timedelta(days=9),
        )
        return {**to_columns(order), "channel_id": channel.id, "reminded_for": None}

    with transaction(channel.id) as session:
        rows = [
            build_row(account, number) for account in range(VIEWERS) for number in range(ORDERS_PER_VIEWER)
        ]
        session.execute(insert(OrderRow), rows)
        write = application.container.billing.ledger().add
        write(build_transaction(session.scalars(select(OrderRow.id).limit(1)).one()))
        first = session.scalars(select(TransactionRow)).one()
        values = {column.name: getattr(first, column.name) for column in TransactionRow.__table__.columns}
        ids = session.scalars(select(OrderRow.id)).all()
        rows = [
            {**values, "id": first.id + number, "order_id": number, "ref": f"ch_{number}x"} for number in ids
        ]
        session.execute(insert(TransactionRow), rows)
    if application.container.database().engine.dialect.name != "sqlite":
        with application.container.database().engine.begin() as connection:
            connection.execute(text("ANALYZE"))
    return channel


def test_entitlements_are_read_with_two_queries_on_indexes(
    application: Application,
    viewers_with_orders: ChannelDetails,
    transaction: Any,
    queries: Callable[[], Any],
) -> None:
    facade = application.container.billing.facade()
    with transaction(viewers_with_orders.id), queries() as sent:
        assert len(facade.list_entitlements(VIEWER_ID)) == ORDERS_PER_VIEWER // 2
    orders, grants = sent
    assert "billing_order" in orders and "billing_bundle_grant" in grants
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        facade.list_entitlements(VIEWER_ID)
    assert_uses_index([plan for plan in found if "billing_order" in plan])


def test_a_viewers_orders_are_read_in_index_order(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    orders = application.container.billing.orders()
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        assert len(orders.list_for_account(VIEWER_ID, OrderFilter(), 5, 0)) == 5
        assert orders.count(VIEWER_ID, OrderFilter()) == ORDERS_PER_VIEWER
    assert_uses_index(found)


def test_transactions_are_found_with_an_index_on_the_order(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    ledger = application.container.billing.ledger()
    with transaction(viewers_with_orders.id) as session:
        ids = list(session.scalars(select(OrderRow.id).limit(20)))
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        assert len(ledger.list_for_orders(ids)) == 20
    (plan,) = found
    assert "ix_billing_transaction_of_order" in plan, plan


def test_redemptions_are_counted_with_an_index(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    billing = application.container.billing
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        assert billing.orders().count_redemptions("TIPOFF20", VIEWER_ID) == (0, 0)
    (plan,) = found
    assert "ix_billing_order_of_code" in plan, plan


def test_orders_of_a_card_or_a_viewer_are_found_with_an_index(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    order_reports = application.container.billing.order_reports()
    for terms, index in (
        (SearchTerms(card_last4="4242"), "ix_billing_order_of_card"),
        (SearchTerms(account_ids=[VIEWER_ID]), "ix_billing_order_of_account"),
    ):
        with transaction(viewers_with_orders.id), record_plans(application) as found:
            order_reports.count(OrderQuery(terms=terms))
        (plan,) = found
        assert index in plan, plan


def test_the_sales_and_buyers_of_an_event_are_found_with_an_index_on_the_product(
    application: Application, viewers_with_orders: ChannelDetails, transaction: Any
) -> None:
    billing: Any = application.container.billing
    event_id = 999_999
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        list(billing.sale_records().list_for_product((ProductKind.EVENT, event_id)))
        billing.order_reports().count(OrderQuery(event_id=event_id))
        billing.sold_products().list_orders(NOON, OrderId(0), 200, {event_id})
    assert len(found) == 3
    for plan in found:
        assert "ix_billing_order_of_product" in plan, plan
        assert "Sort" not in plan and "TEMP B-TREE FOR ORDER BY" not in plan, plan


def test_postponed_events_are_found_with_two_indexed_queries(
    application: Application,
    viewers_with_orders: ChannelDetails,
    transaction: Any,
    queries: Callable[[], Any],
) -> None:
    billing: Any = application.container.billing
    find_postponed = billing.extend_postponed_orders().find_postponed
    with transaction(viewers_with_orders.id), queries() as sent:
        batch = find_postponed(OrderId(0))
    assert batch is not None
    assert len(sent) == 2
    with transaction(viewers_with_orders.id), record_plans(application) as found:
        find_postponed(batch.last_order_id)
    plan, _ = found
    index = "ix_billing_order_channel_id" if "rowid" in plan else "Index Scan using pk_billing_order"
    assert index in plan and "Sort" not in plan and "TEMP B-TREE" not in plan, plan


def assert_uses_index(plans: list[str]) -> None:
    """Assert that every plan uses the index on an account's orders and sorts nothing."""
    assert plans
    is_indexed = all("ix_billing_order_of_account" in plan and "TEMP B-TREE" not in plan for plan in plans)
    assert is_indexed, plans


@contextmanager
def record_plans(application: Application) -> Iterator[list[str]]:
    """Record the plan of each query: `with record_plans(application) as found:`. Each plan is in the
    database's own format.
    """
    engine, found = application.container.database().engine, list[str]()
    prefix = "EXPLAIN QUERY PLAN " if engine.dialect.name == "sqlite" else "EXPLAIN "

    def explain(connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(prefix + statement, parameters)
            found.append("\n".join(" ".join(map(str, row)) for row in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", explain)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", explain)
