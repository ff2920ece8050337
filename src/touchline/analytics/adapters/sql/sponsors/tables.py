"""Tables of sponsors. `sponsor` is the key of a sponsor, and `day` the channel's day."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import BigInteger, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class AdViewRow(ChannelScoped, Base):
    """An ad break with what was reported of it. It names no viewer. Rows are deleted after a few days."""

    __tablename__ = "analytics_ad_view"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    sponsor: Mapped[str] = mapped_column(String(120))
    event_id: Mapped[int] = mapped_column(BigInteger)
    day: Mapped[date] = mapped_column(index=True)
    progress: Mapped[int]


class AdDayRow(ChannelScoped, Base):
    """The figures of a sponsor before one event on one day."""

    __tablename__ = "analytics_ad_day"
    __table_args__ = (Index("ix_analytics_ad_day_channel_id_day", "channel_id", "day"),)

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    sponsor: Mapped[str] = mapped_column(String(120), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    impressions: Mapped[int]
    first_quartile: Mapped[int]
    midpoint: Mapped[int]
    third_quartile: Mapped[int]
    complete: Mapped[int]
    clicks: Mapped[int]


class AdCapRow(ChannelScoped, Base):
    """How often an account saw a sponsor on a day. Rows are deleted after two days."""

    __tablename__ = "analytics_ad_cap"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    account_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, index=True)
    sponsor: Mapped[str] = mapped_column(String(120), primary_key=True)
    day: Mapped[date] = mapped_column(primary_key=True, index=True)
    shown: Mapped[int]


class ReportLinkRow(ChannelScoped, Base):
    """A link to a sponsor's report. The token is a hash."""

    __tablename__ = "analytics_sponsor_link"

    id: Mapped[int] = mapped_column(primary_key=True)
    sponsor: Mapped[str] = mapped_column(String(120))
    label: Mapped[str] = mapped_column(String(80))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]
