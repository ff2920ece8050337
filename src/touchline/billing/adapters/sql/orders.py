"""Order repository in SQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, delete, func, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_mapping import to_columns, to_order
from touchline.billing.adapters.sql.order_tables import OrderRow, TransactionRow
from touchline.billing.application.bundles.sync_bundle_grants import SYNC_BUNDLE_JOB
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.products.merged_scopes import ScopeKind, is_in_scope
from touchline.billing.ports.orders import OrderFilter, OrderLocation
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId, ChannelId, OrderId
from touchline.shared.tasks.jobs import Jobs


class SqlOrders:
    """Implements `Orders` in the current transaction.

    Every change of an order with a bundle enqueues the job that updates its access in the other channels, in
    the same transaction. So no caller can forget it.
    """

    def __init__(self, session: Callable[[], Session], jobs: Jobs | None = None) -> None:
        self._session = session
        self._jobs = jobs

    def add(self, order: Order) -> bool:
        """Insert a new order. Return False if its slot or its key is taken."""
        session = self._session()
        if not insert_if_absent(session, OrderRow, **to_columns(order), reminded_for=None):
            return False
        order.id = OrderId(session.scalars(select(OrderRow.id).where(OrderRow.uuid == order.uuid)).one())
        if order.status is OrderStatus.PAID:
            self._request_bundle_sync(order)
        return True

    def get(self, order_id: OrderId) -> Order | None:
        """Return one order of any viewer; None if there is none."""
        return self._get(OrderRow.id == order_id)

    def get_for_update(self, order_id: OrderId) -> Order | None:
        """Return one order, locked for update."""
        row = select_for_update(self._session(), select(OrderRow).where(OrderRow.id == order_id))
        return to_order(row) if row else None

    def get_by_key(self, account_id: AccountId, key: str) -> Order | None:
        """Return the viewer's order with an idempotency key; None if there is none."""
        return self._get(and_(OrderRow.account_id == account_id, OrderRow.key == key))

    def get_by_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """Return the viewer's order that holds a slot, locked for update."""
        statement = select(OrderRow).where(OrderRow.account_id == account_id, OrderRow.slot == slot)
        row = select_for_update(self._session(), statement)
        return to_order(row) if row else None

    def find_location(self, uuid: str | None, ref: str | None) -> OrderLocation | None:
        """Return the location of the order with this uuid or payment ref, in any channel."""
        for column, identifier in ((OrderRow.uuid, uuid), (OrderRow.payment_ref, ref)):
            if identifier is None:
                continue
            rows = self._session().execute(
                select(OrderRow.channel_id, OrderRow.id).where(column == identifier)
            )
            if (row := rows.first()) is not None:
                return ChannelId(row.channel_id), OrderId(row.id)
        return None

    def schedule_check(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Schedule another check of an order, and store its payment ref if none was known."""
        values: dict[str, Any] = {"next_check_at": now}
        if ref is not None:
            values["payment_ref"] = func.coalesce(OrderRow.payment_ref, ref)
        self._session().execute(update(OrderRow).where(OrderRow.id == order_id).values(**values))

    def save(self, order: Order) -> None:
        """Store the changes and increment the version."""
        order.version += 1
        self._session().execute(update(OrderRow).where(OrderRow.id == order.id).values(**to_columns(order)))
        self._request_bundle_sync(order)

    def list_for_account(
        self, account_id: AccountId, order_filter: OrderFilter, limit: int, offset: int
    ) -> Sequence[Order]:
        """Return a viewer's orders, newest first."""
        statement = _apply_filter(select(OrderRow), account_id, order_filter).order_by(OrderRow.id.desc())
        return [to_order(row) for row in self._session().scalars(statement.limit(limit).offset(offset))]

    def count(self, account_id: AccountId, order_filter: OrderFilter) -> int:
        """Return the number of matching orders."""
        statement = _apply_filter(select(func.count()).select_from(OrderRow), account_id, order_filter)
        return int(self._session().scalars(statement).one())

    def list_paid(self, account_id: AccountId) -> Sequence[Order]:
        """Return a viewer's orders that are paid and not ended."""
        statement = select(OrderRow).where(
            OrderRow.account_id == account_id,
            OrderRow.status == OrderStatus.PAID.value,
            OrderRow.ended_at.is_(None),
            OrderRow.voucher_count == 0,
        )
        return [to_order(row) for row in self._session().scalars(statement.order_by(OrderRow.id))]

    def claim_due(self, now: datetime, retry_at: datetime, limit: int) -> Sequence[OrderLocation]:
        """Return the orders whose check is due, and make them due again at `retry_at`."""
        statement = select(OrderRow.channel_id, OrderRow.id).where(OrderRow.next_check_at <= now)
        rows = (
            self._session()
            .execute(statement.order_by(OrderRow.next_check_at, OrderRow.id).limit(limit))
            .all()
        )
        for row in rows:
            self.schedule_check(OrderId(row.id), retry_at)
        return [(ChannelId(row.channel_id), OrderId(row.id)) for row in rows]

    def count_redemptions(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """Return how many orders that have not failed used a promo code: by all viewers, and by this one."""
        used = and_(OrderRow.promo_code == code, OrderRow.status != OrderStatus.FAILED.value)
        statement = select(func.count(), func.count().filter(OrderRow.account_id == account_id)).where(used)
        counts = self._session().execute(statement.select_from(OrderRow)).one()
        return int(counts[0]), int(counts[1])

    def count_all_redemptions(self) -> Mapping[str, int]:
        """Return how many orders that have not failed used each promo code. One query."""
        used = and_(OrderRow.promo_code.is_not(None), OrderRow.status != OrderStatus.FAILED.value)
        statement = select(OrderRow.promo_code, func.count()).where(used).group_by(OrderRow.promo_code)
        return {str(code): count for code, count in self._session().execute(statement)}

    def list_ids_in_scope(self, kind: ScopeKind, item_id: int) -> Sequence[OrderId]:
        """Select the orders whose JSON may name it, then compare."""
        statement = select(OrderRow).order_by(OrderRow.id)
        if kind is ScopeKind.PARTICIPANT:
            statement = statement.where(OrderRow.grant["participant_id"].as_integer() == item_id)
        orders = map(to_order, self._session().scalars(statement.execution_options(yield_per=500)))
        return [order.id for order in orders if is_in_scope(order, kind, item_id)]

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the person from orders and ledger transactions, which stay."""
        anonymous_values: dict[str, Any] = {
            "account_id": None,
            "key": None,
            "slot": None,
            "card": None,
            "card_last4": None,
            "country": None,
            "version": OrderRow.version + 1,
        }
        for row in self._session().scalars(select(OrderRow).where(OrderRow.account_id == account_id)):
            self._request_bundle_sync(to_order(row))
        own_rows = update(OrderRow).where(OrderRow.account_id == account_id)
        self._session().execute(own_rows.values(**anonymous_values, client_secret=None))

    def delete_all(self, account_id: AccountId) -> None:
        """Delete the orders of a rehearsal's viewer and their ledger transactions. Two statements."""
        own_orders = select(OrderRow.id).where(OrderRow.account_id == account_id)
        self._session().execute(delete(TransactionRow).where(TransactionRow.order_id.in_(own_orders)))
        self._session().execute(delete(OrderRow).where(OrderRow.account_id == account_id))

    def _request_bundle_sync(self, order: Order) -> None:
        if order.grant.bundle and self._jobs is not None:
            self._jobs.enqueue(SYNC_BUNDLE_JOB, current_channel_id(), order.id)

    def _get(self, condition: Any) -> Order | None:
        row = self._session().scalars(select(OrderRow).where(condition)).one_or_none()
        return to_order(row) if row else None


def _apply_filter(statement: Select[Any], account_id: AccountId, order_filter: OrderFilter) -> Select[Any]:
    statement = statement.where(OrderRow.account_id == account_id)
    if order_filter.kind:
        statement = statement.where(OrderRow.kind == order_filter.kind.value)
    if order_filter.status:
        statement = statement.where(OrderRow.status == order_filter.status.value)
    return statement
