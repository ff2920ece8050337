"""Scorer links in the database (port `ScorerLinks`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, String, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.domain.scoring.scorer_links import ScorerLink, ScorerSession
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import EventId


class ScorerLinkRow(ChannelScoped, Base):
    """The scorer link of an event. Token and PIN are hashes."""

    __tablename__ = "catalog_scorer_link"

    event_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_event.id", ondelete="CASCADE"), primary_key=True
    )
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    pin_hash: Mapped[str] = mapped_column(String(64))
    expires_at: Mapped[datetime] = mapped_column(index=True)
    failed_pins: Mapped[int] = mapped_column(default=0)


class ScorerSessionRow(ChannelScoped, Base):
    """A phone that entered with a scorer link. The token is a hash."""

    __tablename__ = "catalog_scorer_session"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    event_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_scorer_link.event_id", ondelete="CASCADE"), index=True
    )
    name: Mapped[str] = mapped_column(String(40))
    expires_at: Mapped[datetime]


class SqlScorerLinks:
    """The scorer links of the current channel, in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, event_id: EventId) -> ScorerLink | None:
        """Return the link of an event. One query."""
        row = self._session().get(ScorerLinkRow, event_id)
        return _to_link(row) if row else None

    def lock_by_token(self, token_hash: str) -> ScorerLink | None:
        """Lock the row of the link and return it."""
        query = select(ScorerLinkRow).where(ScorerLinkRow.token_hash == token_hash)
        row = select_for_update(self._session(), query)
        return _to_link(row) if row else None

    def save(self, link: ScorerLink) -> None:
        """Insert or update the row of the event."""
        session = self._session()
        row = session.get(ScorerLinkRow, link.event_id)
        if row is not None and row.token_hash != link.token_hash:
            self.delete(link.event_id)
            row = None
        if row is None:
            row = ScorerLinkRow(event_id=link.event_id)
            session.add(row)
        row.token_hash, row.pin_hash = link.token_hash, link.pin_hash
        row.expires_at, row.failed_pins = link.expires_at, link.failed_pins
        session.flush()

    def delete(self, event_id: EventId) -> None:
        """Delete the rows of the event."""
        session = self._session()
        session.execute(delete(ScorerSessionRow).where(ScorerSessionRow.event_id == event_id))
        session.execute(delete(ScorerLinkRow).where(ScorerLinkRow.event_id == event_id))
        session.expire_all()

    def add_session(self, token_hash: str, session: ScorerSession) -> None:
        """Insert the row of a phone."""
        self._session().add(
            ScorerSessionRow(
                token_hash=token_hash,
                event_id=session.event_id,
                name=session.name,
                expires_at=session.expires_at,
            )
        )
        self._session().flush()

    def get_session(self, token_hash: str) -> ScorerSession | None:
        """Return the phone with a token. One query."""
        row = self._session().get(ScorerSessionRow, token_hash)
        return _to_session(row) if row else None

    def list_sessions(self, event_id: EventId) -> Sequence[ScorerSession]:
        """Return the phones of an event. One query."""
        query = select(ScorerSessionRow).where(ScorerSessionRow.event_id == event_id)
        rows = self._session().scalars(query.order_by(ScorerSessionRow.name, ScorerSessionRow.token_hash))
        return [_to_session(row) for row in rows]

    def delete_expired(self, now: datetime) -> int:
        """Delete expired rows. Four queries at most."""
        session = self._session()
        expired = ScorerLinkRow.expires_at < now
        count = session.scalar(select(func.count()).select_from(ScorerLinkRow).where(expired)) or 0
        if count:
            event_ids = select(ScorerLinkRow.event_id).where(expired)
            session.execute(
                delete(ScorerSessionRow)
                .where(ScorerSessionRow.event_id.in_(event_ids))
                .execution_options(synchronize_session=False)
            )
            session.execute(delete(ScorerLinkRow).where(expired).execution_options(synchronize_session=False))
        return count


def _to_link(row: ScorerLinkRow) -> ScorerLink:
    return ScorerLink(EventId(row.event_id), row.token_hash, row.pin_hash, row.expires_at, row.failed_pins)


def _to_session(row: ScorerSessionRow) -> ScorerSession:
    return ScorerSession(EventId(row.event_id), row.name, row.expires_at)
