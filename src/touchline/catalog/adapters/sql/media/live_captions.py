"""Live captions in the database (port `LiveCaptions`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, delete, func, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.domain.live_captions.caption_playlists import CaptionLanguage
from touchline.catalog.domain.live_captions.captions import MAX_TEXT_LENGTH, LiveCaption
from touchline.catalog.ports.media.live_captions import CaptionCount
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import EventId


class CaptionLanguageRow(ChannelScoped, Base):
    """A caption language of an event. `name` is its name in itself."""

    __tablename__ = "catalog_live_caption_language"

    event_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_event.id", ondelete="CASCADE"), primary_key=True
    )
    tag: Mapped[str] = mapped_column(String(20), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    position: Mapped[int]


class LiveCaptionRow(ChannelScoped, Base):
    """A live caption. `key` is the name that its sender gave it, or ""."""

    __tablename__ = "catalog_live_caption"
    __table_args__ = (
        Index("ix_catalog_live_caption_starts_at", "event_id", "starts_at"),
        Index("ix_catalog_live_caption_key", "event_id", "language", "key"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id", ondelete="CASCADE"))
    language: Mapped[str] = mapped_column(String(20))
    key: Mapped[str] = mapped_column(String(80), default="")
    starts_at: Mapped[datetime]
    ends_at: Mapped[datetime | None]
    text: Mapped[str] = mapped_column(String(MAX_TEXT_LENGTH))
    received_at: Mapped[datetime]
    corrected_at: Mapped[datetime | None]


class SqlLiveCaptions:
    """The live captions of the current channel's events, in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_languages(self, event_id: EventId) -> Sequence[CaptionLanguage]:
        """Return the languages of an event by position. One query."""
        query = (
            select(CaptionLanguageRow)
            .where(CaptionLanguageRow.event_id == event_id)
            .order_by(CaptionLanguageRow.position, CaptionLanguageRow.tag)
        )
        return [CaptionLanguage(row.tag, row.name) for row in self._session().scalars(query)]

    def save_languages(self, event_id: EventId, languages: Sequence[CaptionLanguage]) -> None:
        """Replace the rows of the event."""
        session = self._session()
        session.execute(delete(CaptionLanguageRow).where(CaptionLanguageRow.event_id == event_id))
        session.expire_all()
        session.add_all(
            CaptionLanguageRow(event_id=event_id, tag=language.tag, name=language.name, position=position)
            for position, language in enumerate(languages)
        )
        session.flush()

    def add_language(self, event_id: EventId, language: CaptionLanguage) -> None:
        """Insert a row at the end, unless it exists."""
        session = self._session()
        newest = session.scalar(
            select(func.max(CaptionLanguageRow.position)).where(CaptionLanguageRow.event_id == event_id)
        )
        position = 0 if newest is None else newest + 1
        values = {"tag": language.tag, "name": language.name, "position": position}
        insert_if_absent(session, CaptionLanguageRow, event_id=event_id, **values)

    def find(self, event_id: EventId, language: str, key: str) -> LiveCaption | None:
        """Return the newest caption with this key. One query."""
        query = (
            select(LiveCaptionRow)
            .where(
                LiveCaptionRow.event_id == event_id,
                LiveCaptionRow.language == language,
                LiveCaptionRow.key == key,
            )
            .order_by(LiveCaptionRow.id.desc())
            .limit(1)
        )
        row = self._session().scalars(query).one_or_none()
        return _to_caption(row) if row else None

    def save(self, event_id: EventId, caption: LiveCaption) -> None:
        """Insert or update the row of a caption."""
        session = self._session()
        row = session.get(LiveCaptionRow, caption.id) if caption.id else None
        if row is None:
            row = LiveCaptionRow(event_id=event_id, language=caption.language, key=caption.key)
            session.add(row)
        row.starts_at, row.ends_at, row.text = caption.starts_at, caption.ends_at, caption.text
        row.received_at, row.corrected_at = caption.received_at, caption.corrected_at
        session.flush()

    def list_between(self, event_id: EventId, start: datetime, end: datetime) -> Sequence[LiveCaption]:
        """Return the captions that begin in the range. One query."""
        query = (
            select(LiveCaptionRow)
            .where(
                LiveCaptionRow.event_id == event_id,
                LiveCaptionRow.starts_at >= start,
                LiveCaptionRow.starts_at < end,
            )
            .order_by(LiveCaptionRow.starts_at, LiveCaptionRow.id)
        )
        return [_to_caption(row) for row in self._session().scalars(query)]

    def count_by_language(self, event_id: EventId) -> dict[str, CaptionCount]:
        """Return the counts and newest captions of the event. Two queries."""
        counts = self._session().execute(
            select(LiveCaptionRow.language, func.count(), func.max(LiveCaptionRow.id))
            .where(LiveCaptionRow.event_id == event_id)
            .group_by(LiveCaptionRow.language)
        )
        found = {language: (count, newest_id) for language, count, newest_id in counts}
        query = select(LiveCaptionRow).where(
            LiveCaptionRow.id.in_([newest_id for _, newest_id in found.values()])
        )
        newest = {row.id: _to_caption(row) for row in self._session().scalars(query)}
        return {
            language: CaptionCount(count, newest[newest_id]) for language, (count, newest_id) in found.items()
        }


def _to_caption(row: LiveCaptionRow) -> LiveCaption:
    return LiveCaption(
        language=row.language,
        starts_at=row.starts_at,
        text=row.text,
        received_at=row.received_at,
        ends_at=row.ends_at,
        key=row.key,
        corrected_at=row.corrected_at,
        id=row.id,
    )
