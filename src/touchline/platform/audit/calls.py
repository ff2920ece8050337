"""The current call of a command or route, and its entries in the audit log.

A command or a route declares its action. `AuditTransactions` writes the entries:

- A change is written in the first transaction that changes something, with the records of the use cases.
- A read of personal data is written before the first query of a command, in its own transaction. A request
  writes it with its own transaction, because its response leaves after the commit.

A call that is refused changes nothing and leaves no entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Any, Protocol

from sqlalchemy import event
from sqlalchemy.orm import ORMExecuteState, Session, SessionTransaction

from touchline.platform.db.session import Database, current_session
from touchline.shared.audit import Actor, AuditRecord, AuditSubject

_RECORDS, _CALL, _IS_CHANGED = "audit_records", "audit_call", "audit_is_changed"


class Effect(StrEnum):
    """What a command or a route does, for the audit log."""

    CHANGES = "changes"
    READS_PERSONAL_DATA = "reads_personal_data"
    READS_NOTHING_PERSONAL = "reads_nothing_personal"
    OUTSIDE_CHANNELS = "outside_channels"


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of a command or a route.

    `kind` is the kind of its subject. `parameter` is the argument with the subject's id, key or address.
    """

    effect: Effect
    action: str = ""
    kind: str = ""
    parameter: str = ""

    @property
    def is_audited(self) -> bool:
        """Return whether a call gets an entry."""
        return self.effect in (Effect.CHANGES, Effect.READS_PERSONAL_DATA)


@dataclass(eq=False, slots=True)
class AuditedCall:
    """One call of a command or a route. `recorded` are the channels whose log has its entry.

    `subject` is what the declared argument turned out to name.
    """

    declaration: Declaration
    actor: Actor
    arguments: Mapping[str, Any] = field(default_factory=dict)
    recorded: set[int] = field(default_factory=set)
    subject: AuditSubject | None = None


class WriteAudit(Protocol):
    """Writes entries to the audit log. The context `channel` implements it."""

    def __call__(self, actor: Actor, records: Sequence[AuditRecord], call: AuditedCall | None) -> None:
        """Write the records in the current transaction, or the declared entry of `call` without any."""
        ...


_current_call: ContextVar[AuditedCall | None] = ContextVar("touchline_audited_call", default=None)


@contextmanager
def audit_call(call: AuditedCall) -> Iterator[None]:
    """Make a call the current one."""
    token = _current_call.set(call)
    try:
        yield
    finally:
        _current_call.reset(token)


def attach_call(session: Session, call: AuditedCall) -> None:
    """Record a call when a session commits, also after the call is no longer the current one."""
    session.info[_CALL] = call


def identify_subject(kind: str, subject_id: int) -> None:
    """Set the subject of the current command to what its argument, such as a key, turned out to name."""
    call = _current_call.get()
    if call is not None and call.declaration.kind == kind:
        call.subject = AuditSubject(kind, str(subject_id))


def record_audit(record: AuditRecord) -> None:
    """Add an entry to the audit log (port `RecordAudit`)."""
    current_session().info.setdefault(_RECORDS, []).append(record)


class AuditTransactions:
    """Writes the entries of the calls of one database. The writer is created when it is first needed."""

    def __init__(self, database: Database, get_writer: Callable[[], WriteAudit]) -> None:
        self._database = database
        self._get_writer = get_writer

    def install(self) -> None:
        """Listen to the sessions of the database."""
        listeners: dict[str, Callable[..., None]] = {
            "after_begin": self._write_read,
            "before_commit": self._write_entries,
            "after_flush": _mark_flush,
            "do_orm_execute": _mark_statement,
        }
        for name, listener in listeners.items():
            event.listen(self._database.sessions, name, listener)

    def _write_read(self, session: Session, _transaction: SessionTransaction, _connection: object) -> None:
        """Write the read of a command before its first query."""
        call, channel_id = _current_call.get(), session.info.get("channel_id")
        if call is None or call.declaration.effect is not Effect.READS_PERSONAL_DATA:
            return
        if channel_id is None or channel_id in call.recorded or _CALL in session.info:
            return
        call.recorded.add(channel_id)
        with self._database.transaction(channel_id):
            self._get_writer()(call.actor, (), call)

    def _write_entries(self, session: Session) -> None:
        """Write the records of the use cases, or the declared entry."""
        call: AuditedCall | None = session.info.get(_CALL) or _current_call.get()
        records, channel_id = session.info.pop(_RECORDS, ()), session.info.get("channel_id")
        if channel_id is None:
            return
        is_pending = call is not None and channel_id not in call.recorded and call.declaration.is_audited
        if is_pending:
            session.flush()
        if not records and not (is_pending and call and _has_effect(session, call)):
            return
        self._get_writer()(call.actor if call else Actor(), records, call)
        if call is not None:
            session.info["after_commit"].insert(0, partial(call.recorded.add, channel_id))


def _has_effect(session: Session, call: AuditedCall) -> bool:
    return call.declaration.effect is Effect.READS_PERSONAL_DATA or bool(session.info.get(_IS_CHANGED))


def _mark_flush(session: Session, _context: object) -> None:
    session.info[_IS_CHANGED] = True


def _mark_statement(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        state.session.info[_IS_CHANGED] = True
