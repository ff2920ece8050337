"""The sessions of phone cameras in the database (port `CameraSessions`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Select, String, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.domain.media.camera_sessions import CameraChunk, CameraPosition, CameraSession
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import ChannelId, EventId


class CameraSessionRow(ChannelScoped, Base):
    """The session of a phone camera. `position_…` is where the video begins that is not published."""

    __tablename__ = "catalog_camera_session"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime]
    last_seen_at: Mapped[datetime] = mapped_column(index=True)
    next_number: Mapped[int] = mapped_column(default=0)
    position_chunk: Mapped[int] = mapped_column(default=0)
    position_offset: Mapped[int] = mapped_column(default=0)
    position_ms: Mapped[int] = mapped_column(BigInteger(), default=0)
    ended_at: Mapped[datetime | None]


class CameraChunkRow(ChannelScoped, Base):
    """A stored chunk of a session."""

    __tablename__ = "catalog_camera_chunk"

    session_id: Mapped[str] = mapped_column(
        ForeignKey("catalog_camera_session.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    recording: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64))
    size: Mapped[int]


class SqlCameraSessions:
    """The camera sessions of the current channel, in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self, session_id: str) -> CameraSession | None:
        """Return the session of a row."""
        row = self._get_row(session_id)
        return _to_session(row) if row else None

    def get_for_update(self, session_id: str) -> CameraSession | None:
        """Lock the row and return its session."""
        query = select(CameraSessionRow).where(CameraSessionRow.id == session_id)
        row = select_for_update(self._session(), query)
        return _to_session(row) if row else None

    def add(self, session: CameraSession) -> None:
        """Insert a row."""
        row = CameraSessionRow(id=session.id, event_id=session.event_id, created_at=session.created_at)
        _fill(row, session)
        self._session().add(row)
        self._session().flush()

    def save(self, session: CameraSession) -> None:
        """Update the row."""
        row = self._get_row(session.id)
        if row is not None:
            _fill(row, session)
            self._session().flush()

    def list_by_event(self, event_id: EventId) -> Sequence[CameraSession]:
        """Return the sessions of an event. One query."""
        query = select(CameraSessionRow).where(CameraSessionRow.event_id == event_id)
        rows = self._session().scalars(query.order_by(CameraSessionRow.created_at, CameraSessionRow.id))
        return [_to_session(row) for row in rows]

    def get_chunk(self, session_id: str, number: int) -> CameraChunk | None:
        """Return a chunk. One query."""
        row = self._session().scalars(self._select_chunks(session_id, number).limit(1)).one_or_none()
        return _to_chunk(row) if row is not None and row.number == number else None

    def add_chunk(self, session_id: str, chunk: CameraChunk) -> None:
        """Insert a row."""
        self._session().add(
            CameraChunkRow(
                session_id=session_id,
                number=chunk.number,
                recording=chunk.recording,
                sha256=chunk.sha256,
                size=chunk.size,
            )
        )
        self._session().flush()

    def list_chunks(self, session_id: str, first: int, limit: int) -> Sequence[CameraChunk]:
        """Return the chunks from a number on. One query."""
        return [
            _to_chunk(row)
            for row in self._session().scalars(self._select_chunks(session_id, first).limit(limit))
        ]

    def get_first_chunk(self, session_id: str, recording: int) -> CameraChunk | None:
        """Return the first chunk of a recording. One query."""
        query = self._select_chunks(session_id, 0).where(CameraChunkRow.recording == recording)
        row = self._session().scalars(query.limit(1)).one_or_none()
        return _to_chunk(row) if row else None

    def delete_chunks(self, session_id: str, before: int) -> Sequence[CameraChunk]:
        """Delete rows, and return their chunks. Two queries at most."""
        query = self._select_chunks(session_id, 0).where(CameraChunkRow.number < before)
        chunks = [_to_chunk(row) for row in self._session().scalars(query)]
        newest = chunks[-1].recording if chunks else None
        kept = next((chunk for chunk in chunks if chunk.recording == newest), None)
        deleted = [chunk for chunk in chunks if chunk is not kept]
        if deleted:
            numbers = [chunk.number for chunk in deleted]
            self._session().execute(
                delete(CameraChunkRow).where(
                    CameraChunkRow.session_id == session_id, CameraChunkRow.number.in_(numbers)
                )
            )
        return deleted

    def list_old(self, before: datetime) -> Sequence[CameraSession]:
        """Return old sessions. One query."""
        query = select(CameraSessionRow).where(CameraSessionRow.last_seen_at < before)
        return [_to_session(row) for row in self._session().scalars(query)]

    def delete(self, session_id: str) -> None:
        """Delete the rows. Two queries."""
        session = self._session()
        session.execute(delete(CameraChunkRow).where(CameraChunkRow.session_id == session_id))
        session.execute(delete(CameraSessionRow).where(CameraSessionRow.id == session_id))

    def _get_row(self, session_id: str) -> CameraSessionRow | None:
        query = select(CameraSessionRow).where(CameraSessionRow.id == session_id)
        return self._session().scalars(query).one_or_none()

    def _select_chunks(self, session_id: str, first: int) -> Select[CameraChunkRow]:
        return (
            select(CameraChunkRow)
            .where(CameraChunkRow.session_id == session_id, CameraChunkRow.number >= first)
            .order_by(CameraChunkRow.number)
        )


def _fill(row: CameraSessionRow, session: CameraSession) -> None:
    row.last_seen_at, row.next_number, row.ended_at = (
        session.last_seen_at,
        session.next_number,
        session.ended_at,
    )
    position = session.position
    row.position_chunk, row.position_offset = position.chunk, position.offset
    row.position_ms = position.skip_until_ms


def _to_session(row: CameraSessionRow) -> CameraSession:
    return CameraSession(
        id=row.id,
        channel_id=ChannelId(row.channel_id),
        event_id=EventId(row.event_id),
        created_at=row.created_at,
        last_seen_at=row.last_seen_at,
        next_number=row.next_number,
        position=CameraPosition(row.position_chunk, row.position_offset, row.position_ms),
        ended_at=row.ended_at,
    )


def _to_chunk(row: CameraChunkRow) -> CameraChunk:
    return CameraChunk(row.number, row.recording, row.sha256, row.size)
