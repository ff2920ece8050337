"""Tables of the evidence.

`minute` is in minutes since 1970. Ten bits of the other columns are the slots of the minute.
"""

from __future__ import annotations

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class ViewerMinuteRow(ChannelScoped, Base):
    """A row for the requests of an account for an event in a minute."""

    __tablename__ = "analytics_viewer_minute"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    event_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    account_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, index=True)
    minute: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, index=True)
    fetched: Mapped[int]
    polled: Mapped[int]
    checked: Mapped[int]
    failed: Mapped[int]
    attempted: Mapped[int]


class BroadcastMinuteRow(ChannelScoped, Base):
    """A row for the video of an event in a minute."""

    __tablename__ = "analytics_broadcast_minute"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    event_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    minute: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, index=True)
    on_air: Mapped[int]
    supervised: Mapped[int]
