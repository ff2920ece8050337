"""Repository of make-goods, and the orders of an event's viewers, in SQL."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.make_good_tables import MakeGoodRow
from touchline.billing.adapters.sql.order_mapping import to_order
from touchline.billing.adapters.sql.order_tables import CouponRow, OrderRow
from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.make_good.decisions import MakeGoodReason
from touchline.billing.domain.make_good.make_goods import MakeGood, MakeGoodStatus
from touchline.billing.domain.make_good.policies import MakeGoodMethod
from touchline.billing.ports.make_goods import PaidCounts, WaitingMakeGoods
from touchline.billing.ports.playback_evidence import OutageSide
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money

_CHUNK = 500
_SHARED_COLUMNS = (
    "event_id", "event_name", "account_id", "order_id", "charge", "wanted_seconds", "lost_seconds",
    "event_count", "is_capped", "step", "coupon_code", "created_at", "paid_at", "dismissal",
)  # fmt: skip


class SqlMakeGoods:
    """Implements `MakeGoods` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_event(self, event_id: int) -> Sequence[MakeGood]:
        """Return the make-goods of an event, by id."""
        statement = select(MakeGoodRow).where(MakeGoodRow.event_id == event_id).order_by(MakeGoodRow.id)
        return [_to_make_good(row) for row in self._session().scalars(statement)]

    def list_for_orders(self, order_ids: Collection[OrderId]) -> Mapping[OrderId, Sequence[MakeGood]]:
        """Return the make-goods of these orders that were paid at least in part. One query for 500."""
        found: dict[OrderId, list[MakeGood]] = defaultdict(list)
        for chunk in _split(order_ids):
            statement = select(MakeGoodRow).where(MakeGoodRow.order_id.in_(chunk), MakeGoodRow.paid_minor > 0)
            for row in self._session().scalars(statement.order_by(MakeGoodRow.id)):
                found[OrderId(row.order_id)].append(_to_make_good(row))
        return found

    def list_for_account(self, account_id: AccountId) -> Sequence[MakeGood]:
        """Return the make-goods of a viewer."""
        statement = select(MakeGoodRow).where(MakeGoodRow.account_id == account_id).order_by(MakeGoodRow.id)
        return [_to_make_good(row) for row in self._session().scalars(statement)]

    def find(self, event_id: int, order_id: OrderId) -> MakeGood | None:
        """Return the make-good of an order for an event; None if there is none."""
        statement = select(MakeGoodRow).where(
            MakeGoodRow.event_id == event_id, MakeGoodRow.order_id == order_id
        )
        row = self._session().scalars(statement.order_by(MakeGoodRow.id).limit(1)).one_or_none()
        return _to_make_good(row) if row else None

    def find_by_code(self, code: str) -> MakeGood | None:
        """Return the make-good that was paid with a promo code. The code's owner narrows the rows."""
        statement = (
            select(MakeGoodRow)
            .join(CouponRow, CouponRow.account_id == MakeGoodRow.account_id)
            .where(CouponRow.code == code, MakeGoodRow.coupon_code == code)
        )
        row = self._session().scalars(statement.limit(1)).one_or_none()
        return _to_make_good(row) if row else None

    def get(self, make_good_id: int) -> MakeGood | None:
        """Return one make-good; None if there is none."""
        statement = select(MakeGoodRow).where(MakeGoodRow.id == make_good_id)
        row = self._session().scalars(statement).one_or_none()
        return _to_make_good(row) if row else None

    def get_for_update(self, make_good_id: int) -> MakeGood | None:
        """Return one make-good, locked until the transaction ends."""
        row = select_for_update(self._session(), select(MakeGoodRow).where(MakeGoodRow.id == make_good_id))
        return _to_make_good(row) if row else None

    def add(self, make_good: MakeGood) -> bool:
        """Insert a make-good. Return False if the viewer already has one for the event."""
        session = self._session()
        if not insert_if_absent(session, MakeGoodRow, **_to_columns(make_good)):
            return False
        identity = (
            MakeGoodRow.event_id == make_good.event_id,
            MakeGoodRow.account_id == make_good.account_id,
        )
        make_good.id = session.scalars(select(MakeGoodRow.id).where(*identity)).one()
        return True

    def save(self, make_good: MakeGood) -> None:
        """Store the changes."""
        own_row = update(MakeGoodRow).where(MakeGoodRow.id == make_good.id)
        self._session().execute(own_row.values(**_to_columns(make_good)))

    def delete(self, make_good_id: int) -> None:
        """Delete a make-good that was proposed by mistake."""
        self._session().execute(delete(MakeGoodRow).where(MakeGoodRow.id == make_good_id))

    def list_waiting(self) -> Sequence[WaitingMakeGoods]:
        """Return the events with make-goods that wait for an operator, newest first."""
        statement = select(MakeGoodRow).where(MakeGoodRow.status == MakeGoodStatus.PROPOSED.value)
        groups: dict[int, list[MakeGood]] = defaultdict(list)
        for row in self._session().scalars(statement.order_by(MakeGoodRow.id.desc())):
            groups[row.event_id].append(_to_make_good(row))
        return [
            WaitingMakeGoods(
                event_id,
                items[0].event_name,
                len(items),
                Money(sum(item.unpaid.minor for item in items), items[0].owed.currency),
            )
            for event_id, items in groups.items()
        ]

    def count_paid(self, event_ids: Collection[int]) -> Mapping[int, PaidCounts]:
        """Return how many viewers were paid, by event."""
        statement = (
            select(MakeGoodRow.event_id, MakeGoodRow.method, func.count())
            .where(MakeGoodRow.event_id.in_(event_ids), MakeGoodRow.paid_minor > 0)
            .group_by(MakeGoodRow.event_id, MakeGoodRow.method)
        )
        counts: dict[int, dict[str, int]] = defaultdict(dict)
        for event_id, method, count in self._session().execute(statement):
            counts[event_id][method] = count
        return {
            event_id: PaidCounts(
                by_method.get(MakeGoodMethod.CREDIT.value, 0), by_method.get(MakeGoodMethod.REFUND.value, 0)
            )
            for event_id, by_method in counts.items()
        }

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the person from the make-goods, which stay, and delete the person's promo codes."""
        session = self._session()
        session.execute(delete(CouponRow).where(CouponRow.account_id == account_id))
        own_rows = update(MakeGoodRow).where(MakeGoodRow.account_id == account_id)
        session.execute(own_rows.values(account_id=None, coupon_code=None))


class SqlEventOrders:
    """Implements `EventOrders` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_paid(self, account_ids: Collection[AccountId], until: datetime) -> Sequence[Order]:
        """Return the paid orders of these viewers that were placed before `until`. One query for 500."""
        orders: list[Order] = []
        for chunk in _split(account_ids):
            statement = select(OrderRow).where(
                OrderRow.account_id.in_(chunk),
                OrderRow.status == OrderStatus.PAID.value,
                OrderRow.created_at < until,
            )
            orders += [to_order(row) for row in self._session().scalars(statement.order_by(OrderRow.id))]
        return orders


def _split(ids: Collection[Any]) -> list[list[Any]]:
    ordered = sorted(ids)
    return [ordered[start : start + _CHUNK] for start in range(0, len(ordered), _CHUNK)]


def _to_columns(make_good: MakeGood) -> dict[str, Any]:
    return {name: getattr(make_good, name) for name in _SHARED_COLUMNS} | {
        "method": make_good.method.value,
        "reason": make_good.reason.value,
        "side": make_good.side.value,
        "status": make_good.status.value,
        "currency": make_good.owed.currency,
        "paid_for_minor": make_good.paid_for.minor,
        "owed_minor": make_good.owed.minor,
        "paid_minor": make_good.paid.minor,
        "pending_minor": make_good.pending.minor if make_good.pending else None,
    }


def _to_make_good(row: MakeGoodRow) -> MakeGood:
    values = {name: getattr(row, name) for name in _SHARED_COLUMNS}
    return MakeGood(
        **values
        | {
            "account_id": None if row.account_id is None else AccountId(row.account_id),
            "order_id": OrderId(row.order_id),
        },
        id=row.id,
        method=MakeGoodMethod(row.method),
        reason=MakeGoodReason(row.reason),
        side=OutageSide(row.side),
        status=MakeGoodStatus(row.status),
        paid_for=Money(row.paid_for_minor, row.currency),
        owed=Money(row.owed_minor, row.currency),
        paid=Money(row.paid_minor, row.currency),
        pending=None if row.pending_minor is None else Money(row.pending_minor, row.currency),
    )
