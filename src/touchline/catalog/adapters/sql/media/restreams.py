"""Restream targets and restreams in the database. Keys are encrypted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, String, Text, UniqueConstraint, delete, exists, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.catalog.adapters.sql.events.event_filters import IS_NO_REHEARSAL
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.domain.media.restreams import (
    MAX_DETAIL_LENGTH,
    Restream,
    RestreamFailure,
    RestreamProgress,
    RestreamService,
    RestreamState,
    RestreamTarget,
)
from touchline.platform.db.base import Base, ChannelScoped
from touchline.platform.db.inserts import insert_if_absent
from touchline.platform.db.locks import select_for_update
from touchline.shared.ids import ChannelId, EventId

_TARGET_FIELDS = tuple(field.name for field in fields(RestreamTarget) if field.name != "id")
_PROGRESS_FIELDS = tuple(field.name for field in fields(RestreamProgress))


class RestreamTargetRow(ChannelScoped, Base):
    """A target. The columns have the meaning of `domain.media.restreams.RestreamTarget`."""

    __tablename__ = "catalog_restream_target"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100))
    service: Mapped[str] = mapped_column(String(20))
    server_url: Mapped[str] = mapped_column(String(500))
    encrypted_key: Mapped[str] = mapped_column(Text)
    is_always: Mapped[bool]
    created_at: Mapped[datetime]
    version: Mapped[int]


class RestreamRow(ChannelScoped, Base):
    """A target of an event: the operator's choice, and the progress of the ingest process."""

    __tablename__ = "catalog_restream"
    __table_args__ = (UniqueConstraint("event_id", "target_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int] = mapped_column(ForeignKey("catalog_event.id", ondelete="CASCADE"))
    target_id: Mapped[int] = mapped_column(
        ForeignKey("catalog_restream_target.id", ondelete="CASCADE"), index=True
    )
    is_enabled: Mapped[bool | None]
    retry_count: Mapped[int] = mapped_column(default=0)
    state: Mapped[str] = mapped_column(String(20), default=RestreamState.WAITING.value)
    attempt: Mapped[int] = mapped_column(default=0)
    next_attempt_at: Mapped[datetime | None]
    live_since: Mapped[datetime | None]
    bytes_sent: Mapped[int] = mapped_column(BigInteger, default=0)
    bitrate: Mapped[int] = mapped_column(default=0)
    failure: Mapped[str | None] = mapped_column(String(30))
    detail: Mapped[str] = mapped_column(String(MAX_DETAIL_LENGTH), default="")


class SqlRestreamTargets:
    """Port `RestreamTargets`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_all(self) -> Sequence[RestreamTarget]:
        """Return the targets, oldest first."""
        rows = self._session().scalars(select(RestreamTargetRow).order_by(RestreamTargetRow.id))
        return [_to_target(row) for row in rows]

    def get(self, target_id: int, *, for_update: bool = False) -> RestreamTarget | None:
        """Return a target; None if there is none."""
        query = select(RestreamTargetRow).where(RestreamTargetRow.id == target_id)
        session = self._session()
        row = select_for_update(session, query) if for_update else session.scalar(query)
        return _to_target(row) if row else None

    def add(self, target: RestreamTarget) -> RestreamTarget:
        """Insert a row and return the target with its id."""
        row = RestreamTargetRow(**{name: getattr(target, name) for name in _TARGET_FIELDS})
        self._session().add(row)
        self._session().flush()
        target.id = row.id
        return target

    def save(self, target: RestreamTarget) -> None:
        """Update the row."""
        row = self._session().get_one(RestreamTargetRow, target.id)
        for name in _TARGET_FIELDS:
            setattr(row, name, getattr(target, name))
        self._session().flush()

    def delete(self, target_id: int) -> None:
        """Delete the row. The database deletes its restreams."""
        self._session().execute(delete(RestreamTargetRow).where(RestreamTargetRow.id == target_id))


class SqlRestreams:
    """Port `Restreams`."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_by_event(self, event_id: EventId) -> Sequence[Restream]:
        """Return a restream for each target, with the row of the event if there is one. One query.

        A rehearsal has none, so that no other service shows it.
        """
        is_sent = exists().where(EventRow.id == event_id, IS_NO_REHEARSAL)
        is_of_event = (RestreamRow.target_id == RestreamTargetRow.id) & (RestreamRow.event_id == event_id)
        query = (
            select(RestreamTargetRow, RestreamRow)
            .outerjoin(RestreamRow, is_of_event)
            .where(is_sent)
            .order_by(RestreamTargetRow.id)
        )
        return [_to_restream(event_id, target, row) for target, row in self._session().execute(query)]

    def get(self, event_id: EventId, target_id: int) -> Restream | None:
        """Return the restream of an event to a target; None if there is no such target."""
        session = self._session()
        target = session.scalar(select(RestreamTargetRow).where(RestreamTargetRow.id == target_id))
        return _to_restream(event_id, target, self._find_row(event_id, target_id)) if target else None

    def save_choice(self, restream: Restream) -> None:
        """Insert or update the row."""
        row = self._get_or_create_row(restream.event_id, restream.target.id)
        row.is_enabled, row.retry_count = restream.is_enabled, restream.retry_count
        _write_progress(row, restream.progress)
        self._session().flush()

    def save_progress(self, event_id: EventId, target_id: int, progress: RestreamProgress) -> None:
        """Insert or update the row. Does nothing if the target was deleted."""
        session = self._session()
        if session.scalar(select(RestreamTargetRow.id).where(RestreamTargetRow.id == target_id)) is None:
            return
        _write_progress(self._get_or_create_row(event_id, target_id), progress)
        session.flush()

    def _get_or_create_row(self, event_id: EventId, target_id: int) -> RestreamRow:
        insert_if_absent(self._session(), RestreamRow, event_id=event_id, target_id=target_id)
        row = self._find_row(event_id, target_id)
        assert row is not None
        return row

    def _find_row(self, event_id: EventId, target_id: int) -> RestreamRow | None:
        query = select(RestreamRow).where(
            RestreamRow.event_id == event_id, RestreamRow.target_id == target_id
        )
        return select_for_update(self._session(), query)


def _write_progress(row: RestreamRow, progress: RestreamProgress) -> None:
    for name in _PROGRESS_FIELDS:
        setattr(row, name, getattr(progress, name))
    row.state = progress.state.value
    row.failure = progress.failure.value if progress.failure else None


def _to_target(row: RestreamTargetRow) -> RestreamTarget:
    values = {name: getattr(row, name) for name in _TARGET_FIELDS}
    return RestreamTarget(id=row.id, **{**values, "service": RestreamService(row.service)})


def _to_restream(event_id: EventId, target: RestreamTargetRow, row: RestreamRow | None) -> Restream:
    progress = RestreamProgress()
    if row is not None:
        values = {name: getattr(row, name) for name in _PROGRESS_FIELDS}
        progress = RestreamProgress(
            **{
                **values,
                "state": RestreamState(row.state),
                "failure": RestreamFailure(row.failure) if row.failure else None,
            }
        )
    return Restream(
        channel_id=ChannelId(target.channel_id),
        event_id=event_id,
        target=_to_target(target),
        is_enabled=row.is_enabled if row else None,
        retry_count=row.retry_count if row else 0,
        progress=progress,
    )
