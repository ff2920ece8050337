"""The audit log in the database (port `AuditLog`).

Triggers of migration 0038 refuse to change an entry, and to delete it before `kept_until`. The name and IP
address of an actor are in a table of their own, so that they can be erased when the account is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, delete, exists, select, tuple_, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from touchline.channel.domain.operators.audit_log import AuditCursor, AuditEntry, AuditFilter
from touchline.channel.ports.operators.audit_log import KnownActor
from touchline.platform.db.base import Base, ChannelScoped
from touchline.shared.audit import Actor, ActorKind, AuditRecord, AuditSubject
from touchline.shared.ids import AccountId, SessionId


class AuditOriginRow(ChannelScoped, Base):
    """Who acted, and from which session and IP address. The only change is an erasure."""

    __tablename__ = "audit_origin"
    __table_args__ = (
        Index("ix_audit_origin_of_actor", "channel_id", "actor", "session_id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    actor: Mapped[str] = mapped_column(String(100))
    session_id: Mapped[int]
    ip: Mapped[str] = mapped_column(String(45))
    name: Mapped[str] = mapped_column(String(200))
    token_id: Mapped[int] = mapped_column(server_default="0")
    token_name: Mapped[str] = mapped_column(String(80), server_default="")


class AuditEntryRow(ChannelScoped, Base):
    """An entry of the audit log. `kept_until` is in seconds since the epoch, None for ever."""

    __tablename__ = "audit_entry"
    __table_args__ = (
        Index("ix_audit_entry_of_channel", "channel_id", "at", "id"),
        Index("ix_audit_entry_of_actor", "channel_id", "actor", "at", "id"),
        Index("ix_audit_entry_of_action", "channel_id", "action", "at", "id"),
        Index("ix_audit_entry_of_kind", "channel_id", "subject_kind", "at", "id"),
        Index("ix_audit_entry_of_subject", "channel_id", "subject_kind", "subject_id", "at", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(100))
    origin_id: Mapped[int] = mapped_column(ForeignKey("audit_origin.id"), index=True)
    action: Mapped[str] = mapped_column(String(60))
    subject_kind: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[str] = mapped_column(String(60))
    label: Mapped[str] = mapped_column(String(200))
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    reason: Mapped[str] = mapped_column(String(500))
    kept_until: Mapped[int | None] = mapped_column(BigInteger, index=True)


class SqlAuditLog:
    """The audit log of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, entries: Sequence[AuditEntry]) -> None:
        """Insert the rows, and their origin if it is new."""
        if not entries:
            return
        session, actor, name = self._session(), entries[0].actor, entries[0].actor_name
        values = {
            "actor": actor.key,
            "session_id": actor.session_id,
            "ip": actor.ip,
            "name": name,
            "token_id": actor.token_id,
            "token_name": actor.token_name,
        }
        query = select(AuditOriginRow.id).filter_by(**values).limit(1)
        origin_id = session.scalar(query.with_for_update(read=True, key_share=True))
        if origin_id is None:
            origin = AuditOriginRow(**values)
            session.add(origin)
            session.flush()
            origin_id = origin.id
        session.add_all(
            AuditEntryRow(
                at=entry.at,
                actor=actor.key,
                origin_id=origin_id,
                action=entry.record.action,
                subject_kind=entry.record.subject.kind,
                subject_id=entry.record.subject.id,
                label=entry.record.subject.label,
                before=dict(entry.record.before),
                after=dict(entry.record.after),
                reason=entry.record.reason,
                kept_until=int(entry.kept_until.timestamp()) if entry.kept_until else None,
            )
            for entry in entries
        )

    def list(
        self, audit_filter: AuditFilter, limit: int, after: AuditCursor | None = None
    ) -> Sequence[AuditEntry]:
        """List the rows with their origins, by an index of the filter."""
        row, query = AuditEntryRow, select(AuditEntryRow, AuditOriginRow)
        query = query.join(AuditOriginRow, AuditOriginRow.id == row.origin_id)
        columns = {
            row.actor: audit_filter.actor,
            row.action: audit_filter.action,
            row.subject_kind: audit_filter.subject.kind,
            row.subject_id: audit_filter.subject.id,
        }
        query = query.where(*(column == value for column, value in columns.items() if value))
        if audit_filter.since:
            query = query.where(row.at >= audit_filter.since)
        if audit_filter.until:
            query = query.where(row.at < audit_filter.until)
        if after:
            query = query.where(tuple_(row.at, row.id) < (after.at, after.id))
        query = query.order_by(row.at.desc(), row.id.desc()).limit(limit)
        return [_to_entry(entry, origin) for entry, origin in self._session().execute(query)]

    def list_actors(self) -> Sequence[KnownActor]:
        """List the latest origin of each actor."""
        query = select(AuditOriginRow.actor, AuditOriginRow.name).order_by(AuditOriginRow.id)
        names = {row.actor: row.name for row in self._session().execute(query)}
        return [
            KnownActor(*item)
            for item in sorted(names.items(), key=lambda item: (item[1].casefold(), item[0]))
        ]

    def erase_actor(self, account_id: AccountId) -> None:
        """Erase the columns of the origins."""
        key = Actor(ActorKind.ACCOUNT, str(account_id)).key
        self._session().execute(
            update(AuditOriginRow).where(AuditOriginRow.actor == key).values(name="", ip="", token_name="")
        )

    def delete_expired(self, now: datetime, limit: int) -> int:
        """Delete the oldest rows that may go, then the origins without entries."""
        expired = (
            select(AuditEntryRow.id)
            .where(AuditEntryRow.kept_until <= int(now.timestamp()))
            .order_by(AuditEntryRow.kept_until)
            .limit(limit)
        )
        ids = self._session().scalars(expired).all()
        self._session().execute(delete(AuditEntryRow).where(AuditEntryRow.id.in_(ids)))
        if len(ids) < limit:
            is_used = exists().where(AuditEntryRow.origin_id == AuditOriginRow.id)
            self._session().execute(delete(AuditOriginRow).where(~is_used))
        return len(ids)


def _to_entry(row: AuditEntryRow, origin: AuditOriginRow) -> AuditEntry:
    kind, _, identifier = row.actor.partition(":")
    return AuditEntry(
        row.at,
        Actor(
            ActorKind(kind),
            identifier,
            SessionId(origin.session_id),
            origin.ip,
            origin.token_id,
            origin.token_name,
        ),
        origin.name,
        AuditRecord(
            row.action,
            AuditSubject(row.subject_kind, row.subject_id, row.label),
            row.before,
            row.after,
            row.reason,
        ),
        datetime.fromtimestamp(row.kept_until, UTC) if row.kept_until else None,
        row.id,
    )
