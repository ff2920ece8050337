"""Orders in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, func, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_columns import columns_of, order_of
from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.orders import Order, OrderStatus
from touchline.billing.ports.orders import OrderFilter, Whereabouts
from touchline.platform.db.inserts import insert_once
from touchline.platform.db.locks import locked
from touchline.shared.ids import AccountId, ChannelId, OrderId


class SqlOrders:
    """`Orders` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def place(self, order: Order) -> bool:
        """Keep a new order; False where its slot or its key is taken."""
        session = self._session()
        if not insert_once(session, OrderRow, **columns_of(order), reminded_for=None):
            return False
        order.id = OrderId(session.scalars(select(OrderRow.id).where(OrderRow.uuid == order.uuid)).one())
        return True

    def get(self, order_id: OrderId) -> Order | None:
        """One order of anybody."""
        return self._one(OrderRow.id == order_id)

    def locked(self, order_id: OrderId) -> Order | None:
        """One order, to be changed."""
        row = locked(self._session(), select(OrderRow).where(OrderRow.id == order_id))
        return order_of(row) if row else None

    def by_key(self, account_id: AccountId, key: str) -> Order | None:
        """The viewer's order of an idempotency key."""
        return self._one(and_(OrderRow.account_id == account_id, OrderRow.key == key))

    def in_slot(self, account_id: AccountId, slot: str) -> Order | None:
        """The viewer's order that holds a slot, locked."""
        wanted = select(OrderRow).where(OrderRow.account_id == account_id, OrderRow.slot == slot)
        row = locked(self._session(), wanted)
        return order_of(row) if row else None

    def whereabouts(self, uuid: str | None, ref: str | None) -> Whereabouts | None:
        """The order, of any channel, that the provider knows by one of these names."""
        for column, name in ((OrderRow.uuid, uuid), (OrderRow.payment_ref, ref)):
            if name is None:
                continue
            found = self._session().execute(select(OrderRow.channel_id, OrderRow.id).where(column == name))
            if (row := found.first()) is not None:
                return ChannelId(row.channel_id), OrderId(row.id)
        return None

    def wake(self, order_id: OrderId, now: datetime, ref: str | None = None) -> None:
        """Note that an order is to be looked at again, and where."""
        found: dict[str, Any] = {"look_at": now}
        if ref is not None:
            found["payment_ref"] = func.coalesce(OrderRow.payment_ref, ref)
        self._session().execute(update(OrderRow).where(OrderRow.id == order_id).values(**found))

    def save(self, order: Order) -> None:
        """Keep the changes and count the version up."""
        order.version += 1
        self._session().execute(update(OrderRow).where(OrderRow.id == order.id).values(**columns_of(order)))

    def of(self, account_id: AccountId, wanted: OrderFilter, limit: int, offset: int) -> Sequence[Order]:
        """A viewer's orders, newest first."""
        asked = _filtered(select(OrderRow), account_id, wanted).order_by(OrderRow.id.desc())
        return [order_of(row) for row in self._session().scalars(asked.limit(limit).offset(offset))]

    def count(self, account_id: AccountId, wanted: OrderFilter) -> int:
        """How many they are."""
        asked = _filtered(select(func.count()).select_from(OrderRow), account_id, wanted)
        return int(self._session().scalars(asked).one())

    def paid(self, account_id: AccountId) -> Sequence[Order]:
        """A viewer's orders that are paid and not ended."""
        asked = select(OrderRow).where(
            OrderRow.account_id == account_id,
            OrderRow.status == OrderStatus.PAID.value,
            OrderRow.ended_at.is_(None),
        )
        return [order_of(row) for row in self._session().scalars(asked.order_by(OrderRow.id))]

    def take_unsettled(self, now: datetime, again: datetime, limit: int) -> Sequence[Whereabouts]:
        """Orders to look at by now; they come up again later."""
        asked = select(OrderRow.channel_id, OrderRow.id).where(OrderRow.look_at <= now)
        found = self._session().execute(asked.order_by(OrderRow.look_at, OrderRow.id).limit(limit)).all()
        for row in found:
            self.wake(OrderId(row.id), again)
        return [(ChannelId(row.channel_id), OrderId(row.id)) for row in found]

    def uses(self, code: str, account_id: AccountId) -> tuple[int, int]:
        """How many orders that are not failed used a promo code: of all viewers, and of this one."""
        used = and_(OrderRow.promo_code == code, OrderRow.status != OrderStatus.FAILED.value)
        asked = select(func.count(), func.count().filter(OrderRow.account_id == account_id)).where(used)
        found = self._session().execute(asked.select_from(OrderRow)).one()
        return int(found[0]), int(found[1])

    def forget_person(self, account_id: AccountId) -> None:
        """Orders and lines stay, without the person."""
        nobody: dict[str, Any] = {
            "account_id": None,
            "key": None,
            "slot": None,
            "card": None,
            "country": None,
            "version": OrderRow.version + 1,
        }
        mine = update(OrderRow).where(OrderRow.account_id == account_id)
        self._session().execute(mine.values(**nobody, client_secret=None))

    def _one(self, condition: Any) -> Order | None:
        row = self._session().scalars(select(OrderRow).where(condition)).one_or_none()
        return order_of(row) if row else None


def _filtered(asked: Select[Any], account_id: AccountId, wanted: OrderFilter) -> Select[Any]:
    asked = asked.where(OrderRow.account_id == account_id)
    if wanted.kind:
        asked = asked.where(OrderRow.kind == wanted.kind.value)
    if wanted.status:
        asked = asked.where(OrderRow.status == wanted.status.value)
    return asked
