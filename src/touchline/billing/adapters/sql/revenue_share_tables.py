"""Tables for revenue shares. Money is in minor units."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class SharePartyRow(ChannelScoped, Base):
    """A party that gets a share."""

    __tablename__ = "billing_share_party"
    __table_args__ = (UniqueConstraint("channel_id", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(80))
    name: Mapped[str] = mapped_column(String(200))
    kind: Mapped[str] = mapped_column(String(10))
    participant_id: Mapped[int | None]
    group_id: Mapped[int | None]
    payout_account: Mapped[str | None] = mapped_column(String(80))


class ShareRuleRow(ChannelScoped, Base):
    """A rule, which is never changed. `month` is the first month that it applies to."""

    __tablename__ = "billing_share_rule"
    __table_args__ = (UniqueConstraint("channel_id", "party", "basis", "month"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    party: Mapped[str] = mapped_column(String(80))
    basis: Mapped[str] = mapped_column(String(10))
    month: Mapped[str] = mapped_column(String(7))
    basis_points: Mapped[int]
    amount_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3))


class ShareMonthRow(ChannelScoped, Base):
    """A closed month with its final statements."""

    __tablename__ = "billing_share_month"
    __table_args__ = (UniqueConstraint("channel_id", "month"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    month: Mapped[str] = mapped_column(String(7))
    closed_at: Mapped[datetime]
    statements: Mapped[dict[str, Any]] = mapped_column(JSON)


class SharePayoutRow(ChannelScoped, Base):
    """The payout of a party's statement. `ref` is the transfer's id at the provider."""

    __tablename__ = "billing_share_payout"
    __table_args__ = (UniqueConstraint("channel_id", "month", "party", "currency"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    month: Mapped[str] = mapped_column(String(7))
    party: Mapped[str] = mapped_column(String(80))
    currency: Mapped[str] = mapped_column(String(3))
    amount_minor: Mapped[int]
    destination: Mapped[str] = mapped_column(String(80))
    requested_at: Mapped[datetime]
    attempt: Mapped[int]
    ref: Mapped[str | None] = mapped_column(String(80))
    sent_at: Mapped[datetime | None]
    failure: Mapped[str | None] = mapped_column(String(500))
