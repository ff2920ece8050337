"""Table of make-goods. Money is in minor units."""

from datetime import datetime

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable
from touchline.shared.strings.localized import LocalText


class MakeGoodRow(VersionedTable, ChannelScoped, Base):
    """What one viewer is owed for one event. `account_id` is null after the account was erased."""

    __tablename__ = "billing_make_good"
    __table_args__ = (
        UniqueConstraint("channel_id", "event_id", "account_id"),
        Index("ix_billing_make_good_of_order", "channel_id", "order_id"),
        Index("ix_billing_make_good_of_status", "channel_id", "status", "event_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int]
    event_name: Mapped[LocalText] = mapped_column(JSON)
    account_id: Mapped[int | None]
    order_id: Mapped[int]
    charge: Mapped[str]
    method: Mapped[str]
    reason: Mapped[str]
    side: Mapped[str]
    wanted_seconds: Mapped[int]
    lost_seconds: Mapped[int]
    currency: Mapped[str]
    paid_for_minor: Mapped[int]
    event_count: Mapped[int]
    owed_minor: Mapped[int]
    is_capped: Mapped[bool]
    paid_minor: Mapped[int]
    pending_minor: Mapped[int | None]
    status: Mapped[str]
    step: Mapped[int]
    coupon_code: Mapped[str | None]
    created_at: Mapped[datetime]
    paid_at: Mapped[datetime | None]
    dismissal: Mapped[str | None]
