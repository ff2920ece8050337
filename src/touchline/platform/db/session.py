"""The engine, the one transaction of a request or job, and the channel's scope in it.

A session is bound to one channel. A criterion on that channel is added to every SELECT, UPDATE and DELETE of
a `ChannelScoped` entity, and new entities get the channel's id; that is the only door (house.md, laws).
"""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.orm import ORMExecuteState, Session, sessionmaker, with_loader_criteria

from touchline.platform.db.base import ChannelScoped
from touchline.platform.db.change_tracking import track_changes
from touchline.platform.db.count_cache import CountCache
from touchline.platform.db.prepared_queries import PreparedQueries

log = logging.getLogger(__name__)
_current_session: ContextVar[Session] = ContextVar("touchline_session")
_NO_CHANNEL_ID = 0
CONNECT_TIMEOUT_SECONDS = 10
"""Whoever asks a machine that is gone would wait for minutes else."""


class NoTransactionError(RuntimeError):
    """A repository was used outside of a request, job or command."""


def current_session() -> Session:
    """The session of the present transaction; `NoTransactionError` where there is none."""
    session = _current_session.get(None)
    if session is None:
        raise NoTransactionError("There is no transaction: open one with Database.transaction at the edge.")
    return session


def in_transaction() -> bool:
    """Whether a transaction is open here."""
    return _current_session.get(None) is not None


def bind_channel(channel_id: int) -> None:
    """Bind the present transaction, opened without a channel, to the channel it turned out to be for."""
    session = current_session()
    bound_channel_id = session.info["channel_id"]
    if bound_channel_id not in (None, channel_id):
        raise RuntimeError("This transaction belongs to another channel already.")
    session.info.update(channel_id=channel_id, unscoped=False)


def current_channel_id() -> int:
    """The id of the channel that the present transaction is bound to."""
    channel_id = current_session().info["channel_id"]
    if channel_id is None:
        raise NoTransactionError("This transaction is bound to no channel.")
    return int(channel_id)


def after_commit(callback: Callable[[], None]) -> None:
    """Do something once the present transaction is committed (and not at all when it is rolled back)."""
    current_session().info["after_commit"].append(callback)


class Database:
    """One database. Nothing connects before the first transaction."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _create_engine(url)
        track_changes(self.engine)
        self.prepared_queries = PreparedQueries(self.engine)
        self.count_cache = CountCache()
        self._sessions = sessionmaker(self.engine, expire_on_commit=False)

    @contextmanager
    def transaction(self, channel_id: int | None, *, unscoped: bool = False) -> Iterator[Session]:
        """Open the transaction of one request, job or command; commits at the end, rolls back on an error.

        `channel_id` None sees no channel's rows; with `unscoped` it sees all (keys, start of a worker,
        look-ups of the command line) until `bind_channel` binds it.
        """
        session = self.open_session(channel_id, unscoped=unscoped)
        token = _current_session.set(session)
        try:
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise
        finally:
            session.close()
            _current_session.reset(token)
        run_after_commit(session)

    def open_session(self, channel_id: int | None, *, unscoped: bool = False) -> Session:
        """A session for an edge that cannot use a with-block (the HTTP hooks do); it must set it as
        present."""
        session = self._sessions()
        session.info.update(
            channel_id=channel_id, unscoped=unscoped, after_commit=[], totals=self.count_cache
        )
        return session

    def check(self) -> None:
        """Raise when the database does not answer (readiness)."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def is_durable(self) -> bool:
        """Whether all that was committed would outlive a power cut: PostgreSQL syncs with each commit, SQLite
        with the next checkpoint of its WAL, so this makes one. It fails while somebody reads what was there
        before."""
        if self.engine.dialect.name != "sqlite":
            return True
        with self.engine.connect() as connection:
            _, frames, checkpointed = connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)")).one()
        return bool(frames == checkpointed)

    def close(self) -> None:
        """Give all connections back."""
        self.prepared_queries.close()
        self.engine.dispose()


def run_after_commit(session: Session) -> None:
    """Do what waited for the commit of this session."""
    callbacks: list[Callable[[], None]] = session.info["after_commit"]
    while callbacks:
        try:
            callbacks.pop(0)()
        except Exception:
            log.exception("something to be done after the commit failed; the outbox is swept later")


def set_current_session(session: Session) -> Callable[[], None]:
    """Make a session the present one; the answer undoes it."""
    token = _current_session.set(session)
    return lambda: _current_session.reset(token)


def _create_engine(url: str) -> Engine:
    """No error names the values of its statement: secrets and addresses are among them."""
    if not url.startswith("sqlite"):
        connect_args = {} if "connect_timeout" in url else {"connect_timeout": CONNECT_TIMEOUT_SECONDS}
        return create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=8,
            max_overflow=16,
            connect_args=connect_args,
        )
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": 30})
    if engine.url.database not in (None, "", ":memory:") and "uri" not in engine.url.query:
        event.listen(engine, "do_connect", _create_private_file)
    event.listen(engine, "connect", _set_sqlite_pragmas)
    return engine


def _create_private_file(_dialect: object, _record: object, arguments: Any, _options: object) -> None:
    """A new file is its owner's alone, and what SQLite writes beside it has the file's mode. Where none can
    be made SQLite says why."""
    with suppress(OSError):
        os.close(os.open(arguments[0], os.O_CREAT | os.O_EXCL, 0o600))


def _set_sqlite_pragmas(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=NORMAL", "busy_timeout=30000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@event.listens_for(Session, "do_orm_execute")
def _filter_by_channel(state: ORMExecuteState) -> None:
    info = state.session.info
    if "channel_id" not in info or info["unscoped"]:
        return
    if state.is_column_load or state.is_relationship_load or state.is_insert:
        return
    channel_id = info["channel_id"] or _NO_CHANNEL_ID
    state.statement = state.statement.options(
        with_loader_criteria(
            ChannelScoped, lambda table: table.channel_id == channel_id, include_aliases=True
        )
    )


@event.listens_for(Session, "before_flush")
def _assign_channel(session: Session, _context: object, _instances: object) -> None:
    if "channel_id" not in session.info:
        return
    bound_channel_id = session.info["channel_id"]
    for entity in session.new:
        if not isinstance(entity, ChannelScoped):
            continue
        if entity.channel_id is None and bound_channel_id is not None:
            entity.channel_id = bound_channel_id
        if entity.channel_id is None or (
            entity.channel_id != bound_channel_id and not session.info["unscoped"]
        ):
            raise RuntimeError(f"{type(entity).__name__} would be written outside of its channel.")
