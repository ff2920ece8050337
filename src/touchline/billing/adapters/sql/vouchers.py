"""Repository of vouchers in SQL."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, ForeignKey, Index, UniqueConstraint, and_, exists, not_, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.billing.adapters.sql.order_tables import OrderRow
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.vouchers.vouchers import Voucher
from touchline.platform.db.base import Base, ChannelScoped
from touchline.shared.ids import AccountId, ChannelId, OrderId

_COLUMNS = (
    "id", "order_id", "number", "code_hash", "code_version", "language", "email", "recipient", "message",
    "send_at", "sent_at", "redeemed_order_id", "redeemed_at", "canceled_at",
)  # fmt: skip
_SAVED_COLUMNS = ("code_hash", "code_version", "email", "recipient", "message", "send_at", "sent_at")


class VoucherRow(ChannelScoped, Base):
    """One code of an order. `code_hash` is the SHA-256 of the code; the code itself is stored nowhere."""

    __tablename__ = "billing_voucher"
    __table_args__ = (
        UniqueConstraint("channel_id", "code_hash"),
        UniqueConstraint("channel_id", "order_id", "number"),
        UniqueConstraint("channel_id", "redeemed_order_id"),
        Index("ix_billing_voucher_of_email", "send_at", "sent_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("billing_order.id"))
    number: Mapped[int]
    code_hash: Mapped[str]
    code_version: Mapped[int]
    language: Mapped[str]
    email: Mapped[str | None]
    recipient: Mapped[str | None]
    message: Mapped[str | None]
    send_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]
    redeemed_order_id: Mapped[int | None]
    redeemed_at: Mapped[datetime | None]
    canceled_at: Mapped[datetime | None]


class SqlVouchers:
    """Implements `Vouchers` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add_all(self, vouchers: Sequence[Voucher]) -> None:
        """Insert the vouchers of a new order."""
        for voucher in vouchers:
            values = {name: getattr(voucher, name) for name in _COLUMNS if name != "id"}
            self._session().add(VoucherRow(**values))
        self._session().flush()

    def get(self, voucher_id: int) -> Voucher | None:
        """Return one voucher as it is now; None if there is none."""
        return next(iter(self._list(VoucherRow.id == voucher_id)), None)

    def find_by_hash(self, code_hash: str) -> Voucher | None:
        """Return the voucher with this hash of its code; None if there is none."""
        return next(iter(self._list(VoucherRow.code_hash == code_hash)), None)

    def list_for_order(self, order_id: OrderId) -> Sequence[Voucher]:
        """Return the vouchers of an order by number."""
        return self._list(VoucherRow.order_id == order_id)

    def list_for_account(self, account_id: AccountId) -> Sequence[Voucher]:
        """Return the vouchers that an account bought or redeemed, by order and number."""
        return self._list(_belongs_to(account_id))

    def list_redeemers(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, AccountId]:
        """Return the accounts of recipients' orders."""
        statement = select(OrderRow.id, OrderRow.account_id).where(
            OrderRow.id.in_(order_ids), OrderRow.account_id.is_not(None)
        )
        return {
            OrderId(order_id): AccountId(account_id)
            for order_id, account_id in self._session().execute(statement)
            if account_id is not None
        }

    def redeem(self, voucher_id: int, order_id: OrderId, now: datetime) -> bool:
        """Record the recipient's order. Return False if the voucher is redeemed or canceled."""
        open_row = update(VoucherRow).where(
            VoucherRow.id == voucher_id,
            VoucherRow.redeemed_order_id.is_(None),
            VoucherRow.canceled_at.is_(None),
        )
        return self._count(open_row.values(redeemed_order_id=order_id, redeemed_at=now)) == 1

    def cancel(self, voucher_ids: Sequence[int], now: datetime) -> int:
        """Cancel vouchers that are not redeemed. Return how many were canceled."""
        open_rows = update(VoucherRow).where(
            VoucherRow.id.in_(voucher_ids),
            VoucherRow.redeemed_order_id.is_(None),
            VoucherRow.canceled_at.is_(None),
        )
        return self._count(open_rows.values(canceled_at=now))

    def save(self, voucher: Voucher) -> None:
        """Store the email, its text and the code of a voucher."""
        values = {name: getattr(voucher, name) for name in _SAVED_COLUMNS}
        self._session().execute(update(VoucherRow).where(VoucherRow.id == voucher.id).values(**values))

    def mark_sent(self, voucher_id: int, now: datetime) -> bool:
        """Record that the email is sent. Return False if it was sent already."""
        unsent_row = update(VoucherRow).where(VoucherRow.id == voucher_id, VoucherRow.sent_at.is_(None))
        return self._count(unsent_row.values(sent_at=now)) == 1

    def list_due(self, now: datetime, limit: int) -> Sequence[tuple[ChannelId, int]]:
        """Return the vouchers of all channels whose email is due."""
        statement = (
            select(VoucherRow.channel_id, VoucherRow.id)
            .join(OrderRow, OrderRow.id == VoucherRow.order_id)
            .where(VoucherRow.send_at <= now, _awaits_email())
            .order_by(VoucherRow.send_at, VoucherRow.id)
            .limit(limit)
        )
        return [
            (ChannelId(channel_id), voucher_id)
            for channel_id, voucher_id in self._session().execute(statement)
        ]

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the recipients' data from the vouchers that an account bought or redeemed. A gift keeps them
        until its email is sent.
        """
        self._erase(_belongs_to(account_id), _has_order(not_(_awaits_email())))

    def erase_sent(self, before: datetime) -> int:
        """Remove the recipients' data from gifts of erased accounts that were sent before an instant, or that
        will not be sent. Return how many. Works across channels.
        """
        return self._erase(
            VoucherRow.email.is_not(None),
            VoucherRow.sent_at.is_(None) | (VoucherRow.sent_at < before),
            _has_order(OrderRow.account_id.is_(None), not_(_awaits_email())),
        )

    def _erase(self, *conditions: ColumnElement[bool]) -> int:
        rows = update(VoucherRow).where(*conditions)
        return self._count(rows.values(email=None, recipient=None, message=None))

    def _list(self, condition: Any) -> Sequence[Voucher]:
        statement = select(VoucherRow).where(condition).order_by(VoucherRow.order_id, VoucherRow.number)
        rows = self._session().scalars(statement.execution_options(populate_existing=True))
        return [_to_voucher(row) for row in rows]

    def _count(self, statement: Any) -> int:
        statement = statement.execution_options(synchronize_session=False)
        result: Any = self._session().execute(statement)
        return int(result.rowcount)


def _belongs_to(account_id: AccountId) -> ColumnElement[bool]:
    """Return the condition for vouchers that an account bought or redeemed."""
    own_orders = select(OrderRow.id).where(OrderRow.account_id == account_id)
    return VoucherRow.order_id.in_(own_orders) | VoucherRow.redeemed_order_id.in_(own_orders)


def _has_order(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition for vouchers whose order meets conditions."""
    return exists().where(OrderRow.id == VoucherRow.order_id, *conditions)


def _awaits_email() -> ColumnElement[bool]:
    """Return the condition for vouchers, with their orders, whose email is to be sent, now or later."""
    return and_(
        VoucherRow.send_at.is_not(None),
        VoucherRow.sent_at.is_(None),
        VoucherRow.email.is_not(None),
        VoucherRow.canceled_at.is_(None),
        VoucherRow.redeemed_order_id.is_(None),
        OrderRow.status == OrderStatus.PAID.value,
        OrderRow.ended_at.is_(None),
        OrderRow.refund_due.is_(False),
    )


def _to_voucher(row: VoucherRow) -> Voucher:
    values = {name: getattr(row, name) for name in _COLUMNS}
    if values["redeemed_order_id"] is not None:
        values["redeemed_order_id"] = OrderId(values["redeemed_order_id"])
    return Voucher(**values | {"order_id": OrderId(row.order_id)})
