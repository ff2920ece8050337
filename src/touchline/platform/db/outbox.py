"""The outbox: events and jobs are written in the transaction that causes them and sent after its commit.

If the process dies between the two, the row remains. `send_overdue`, a job of every worker, sends it later.
So nothing is lost, but events and jobs may run twice, and their handlers must be idempotent (house.md, "How
contexts talk").
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import JSON, and_, func, or_, select
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base
from touchline.platform.db.session import Database, after_commit, current_session, in_transaction
from touchline.platform.observability.logging import current_cause
from touchline.shared.clock import Clock
from touchline.shared.events import DomainEvent
from touchline.shared.tasks.jobs import Queue, Task

Handler = Callable[[Mapping[str, Any]], None]
HANDLE_EVENT = "outbox.handle"
SWEEP_OUTBOX = "outbox.sweep"
_REDELIVERY_DELAY = timedelta(minutes=10)
"""Delay before a row that is already in the queue is sent again. It may still wait for its turn."""
_SEND_DELAY = timedelta(seconds=30)
"""Delay before a row that never reached the queue is sent: the queue was unavailable, or the sender died."""
_BATCH_SIZE = 500


class OutboxRow(Base):
    """One pending event or job. `kind` is `event` or `job`; `sent_at` is when the row was put into the queue.

    Ids of deleted rows are not reused: the queue may still refer to an event by its id, or run it twice.
    """

    __tablename__ = "outbox"
    __table_args__ = {"sqlite_autoincrement": True}

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    name: Mapped[str]
    channel_id: Mapped[int]
    payload: Mapped[dict[str, Any]] = mapped_column(JSON)
    written_at: Mapped[datetime] = mapped_column(index=True)
    sent_at: Mapped[datetime | None]


class Outbox:
    """A writer of events (`Announce`) and jobs (`Jobs`), stored in the transaction and sent after its
    commit."""

    def __init__(self, database: Database, queue: Queue, clock: Clock) -> None:
        self._database = database
        self._queue = queue
        self._clock = clock

    def __call__(self, event: DomainEvent) -> None:
        """Announce an event (port `Announce`)."""
        self._write("event", event.name(), event.channel_id, asdict(event))

    def enqueue(
        self,
        name: str,
        *ids: int | str,
        queue: str = "default",
        unique: str | None = None,
        timeout: int = 3600,
        delay: int = 0,
    ) -> None:
        """Enqueue a job (port `Jobs`). Outside a transaction, the job goes to the queue at once."""
        if not in_transaction():
            self._queue.push(Task(name, ids, queue, unique, timeout, current_cause(), delay))
            return
        payload = {"ids": list(ids), "queue": queue, "unique": unique, "timeout": timeout, "delay": delay}
        self._write("job", name, int(ids[0]) if ids else 0, payload)

    def send_overdue(self) -> int:
        """Send the rows that an earlier process left behind, and return their number."""
        now, sent_at = self._clock.now(), OutboxRow.sent_at
        unsent = and_(sent_at.is_(None), OutboxRow.written_at < now - _SEND_DELAY)
        query = select(OutboxRow.id).where(or_(unsent, sent_at < now - _REDELIVERY_DELAY))
        with self._database.transaction(None) as session:
            overdue_ids = session.scalars(query.order_by(OutboxRow.id).limit(_BATCH_SIZE)).all()
        for row_id in overdue_ids:
            self._send(row_id)
        return len(overdue_ids)

    def count_pending(self) -> int:
        """Return the number of pending events and jobs (metrics)."""
        with self._database.transaction(None) as session:
            return session.scalar(select(func.count()).select_from(OutboxRow)) or 0

    def count_overdue(self) -> int:
        """Return the number of pending events and jobs that a sweep should have sent but did not."""
        since = func.coalesce(OutboxRow.sent_at, OutboxRow.written_at)
        with self._database.transaction(None) as session:
            query = select(func.count()).where(since < self._clock.now() - 2 * _REDELIVERY_DELAY)
            return session.scalar(query) or 0

    def _write(self, kind: str, name: str, channel_id: int, payload: dict[str, Any]) -> None:
        row = OutboxRow(
            kind=kind, name=name, channel_id=channel_id, payload=payload, written_at=self._clock.now()
        )
        session = current_session()
        session.add(row)
        session.flush()
        row_id, cause_id = row.id, current_cause()
        after_commit(lambda: self._send(row_id, cause_id))

    def _send(self, row_id: int, cause_id: str = "") -> None:
        """Put one row into the queue and record that it was sent.

        A job's row is then deleted. An event's row stays until the event is handled. Rows that a sweep sends
        have lost their request id.
        """
        with self._database.transaction(None) as session:
            row = session.get(OutboxRow, row_id)
            task = replace(_build_task(row), cause=cause_id) if row else None
        if task is None:
            return
        self._queue.push(task)
        with self._database.transaction(None) as session:
            row = session.get(OutboxRow, row_id)
            if row and row.kind == "job":
                session.delete(row)
            elif row:
                row.sent_at = self._clock.now()


class HandleEvent:
    """The job that passes one event to all of its subscribers and then deletes its row.

    Besides the event's members, a handler gets `outbox_id` and `announced_at` (ISO 8601). Together they are
    the same each time the event is handled, and different for every event.
    """

    def __init__(self, subscribers: Mapping[str, Sequence[Handler]]) -> None:
        self._subscribers = subscribers

    def __call__(self, channel_id: int, row_id: int) -> None:
        """Handle the event in an outbox row. If the row does not exist, the event is already handled."""
        session = current_session()
        row = session.get(OutboxRow, row_id)
        if row is None:
            return
        source = {"outbox_id": row.id, "announced_at": row.written_at.isoformat()}
        for handler in self._subscribers.get(row.name, ()):
            handler({**row.payload, **source})
        session.delete(row)


def _build_task(row: OutboxRow) -> Task:
    if row.kind == "event":
        return Task(HANDLE_EVENT, (row.channel_id, row.id), unique=f"event-{row.id}")
    return Task(
        row.name,
        tuple(row.payload["ids"]),
        row.payload["queue"],
        row.payload["unique"],
        row.payload["timeout"],
        delay=row.payload.get("delay", 0),  # rows of an earlier release have none
    )
