"""Promo code repository in SQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import CouponRow
from touchline.billing.domain.coupons import Coupon
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import AccountId
from touchline.shared.money import Money


class SqlCoupons:
    """Implements `Coupons` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, code: str) -> Coupon | None:
        """Return the promo code with this normalized code; None if there is none."""
        row = self._row(code)
        return _to_coupon(row) if row else None

    def get_for_update(self, code: str) -> Coupon | None:
        """Return the promo code, locked until the transaction ends."""
        row = select_for_update(self._session(), select(CouponRow).where(CouponRow.code == code))
        return _to_coupon(row) if row else None

    def list_all(self) -> Sequence[Coupon]:
        """Return all promo codes, ordered by code."""
        return [
            _to_coupon(row) for row in self._session().scalars(select(CouponRow).order_by(CouponRow.code))
        ]

    def save(self, coupon: Coupon) -> None:
        """Insert or update a promo code, identified by its code."""
        session, row = self._session(), self._row(coupon.code)
        if row is None:
            row = CouponRow(code=coupon.code)
            session.add(row)
        row.percent = str(coupon.percent) if coupon.percent is not None else None
        row.amount_minor = coupon.amount.minor if coupon.amount else None
        row.currency = coupon.amount.currency if coupon.amount else None
        row.products = list(coupon.products)
        row.most, row.most_each = coupon.max_redemptions, coupon.max_redemptions_per_customer
        row.starts_at, row.ends_at, row.stopped = coupon.starts_at, coupon.ends_at, coupon.is_stopped
        row.of_pack = coupon.from_pack
        row.account_id = coupon.account_id
        session.flush()

    def _row(self, code: str) -> CouponRow | None:
        return self._session().scalars(select(CouponRow).where(CouponRow.code == code)).one_or_none()


def _to_coupon(row: CouponRow) -> Coupon:
    return Coupon(
        id=row.id,
        code=row.code,
        percent=Decimal(row.percent) if row.percent else None,
        amount=Money(row.amount_minor, row.currency)
        if row.amount_minor is not None and row.currency
        else None,
        products=tuple(row.products),
        max_redemptions=row.most,
        max_redemptions_per_customer=row.most_each,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        is_stopped=row.stopped,
        from_pack=row.of_pack,
        account_id=None if row.account_id is None else AccountId(row.account_id),
    )
