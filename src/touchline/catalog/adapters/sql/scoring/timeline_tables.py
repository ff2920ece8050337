"""Tables of timelines."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class TimelineEntryRow(VersionedTable, ChannelScoped, Base):
    """An entry of an event's timeline. Rows are only added, never changed.

    `revision` counts the entries of the event from 1. `at_ms` is in milliseconds since 1970. `data` has the
    fields that entries of this kind have (`domain.scoring.timeline`). The table has no index on the channel
    alone, because entries are only looked up by their event.
    """

    __tablename__ = "catalog_timeline_entry"
    __table_args__ = (Index("ix_catalog_timeline_entry_revision", "event_id", "revision", unique=True),)

    channel_id: Mapped[int] = mapped_column()
    event_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_event.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    revision: Mapped[int]
    kind: Mapped[str] = mapped_column(String(20))
    at_ms: Mapped[int] = mapped_column(BigInteger)
    author: Mapped[str] = mapped_column(String(80))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    received_at: Mapped[datetime]


class ScoreboardRow(VersionedTable, ChannelScoped, Base):
    """The timeline of an event as a whole: its revision and the score that follows from it.

    `source_name` is the system that sends the state of the scoreboard, `source_seen_at` when it last did.
    """

    __tablename__ = "catalog_scoreboard"

    event_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_event.id", ondelete="CASCADE"), primary_key=True
    )
    revision: Mapped[int] = mapped_column(default=0)
    score: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    source_name: Mapped[str | None] = mapped_column(String(80))
    source_seen_at: Mapped[datetime | None]
