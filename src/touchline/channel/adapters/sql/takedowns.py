"""Takedown log in the database (port `Takedowns`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import String, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.channel.domain.operators.takedowns import Takedown, TakedownAction, TakedownSubject
from touchline.platform.db.base import Base, ChannelScoped


class TakedownRow(ChannelScoped, Base):
    """An entry of the takedown log. No code updates or deletes a row."""

    __tablename__ = "takedown"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(80))
    action: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(String(20))
    subject_id: Mapped[int]
    reason: Mapped[str] = mapped_column(String(500))


class SqlTakedowns:
    """The takedown log of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, entry: Takedown) -> None:
        """Insert a row."""
        self._session().add(
            TakedownRow(
                at=entry.at,
                actor=entry.actor,
                action=entry.action.value,
                subject=entry.subject.value,
                subject_id=entry.subject_id,
                reason=entry.reason,
            )
        )
        self._session().flush()

    def list(self, limit: int) -> Sequence[Takedown]:
        """List the newest entries first."""
        rows = self._session().scalars(select(TakedownRow).order_by(TakedownRow.id.desc()).limit(limit))
        return [
            Takedown(
                row.at,
                row.actor,
                TakedownAction(row.action),
                TakedownSubject(row.subject),
                row.subject_id,
                row.reason,
                row.id,
            )
            for row in rows
        ]
