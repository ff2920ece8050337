"""The engine, the transaction of a request or job, and its channel filter.

A session is bound to one channel. Every SELECT, UPDATE and DELETE of a `ChannelScoped` entity is filtered by
that channel, and new entities get its id. There is no other way to these tables (house.md, laws).
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
"""Seconds to wait for a new or a pooled connection. Without a limit, connecting to an unreachable host takes
minutes."""
RECYCLE_SECONDS = 1800
"""Maximum age in seconds of a pooled connection. Firewalls drop idle connections without a message."""


class NoTransactionError(RuntimeError):
    """A repository was used outside a request, job or command."""


def current_session() -> Session:
    """Return the session of the current transaction. Raises `NoTransactionError` if there is none."""
    session = _current_session.get(None)
    if session is None:
        raise NoTransactionError("There is no transaction. Open one with Database.transaction.")
    return session


def in_transaction() -> bool:
    """Return whether a transaction is open in this context."""
    return _current_session.get(None) is not None


def bind_channel(channel_id: int) -> None:
    """Bind the current transaction, opened without a channel, to a channel that was found later."""
    session = current_session()
    bound_channel_id = session.info["channel_id"]
    if bound_channel_id not in (None, channel_id):
        raise RuntimeError("This transaction already belongs to another channel.")
    session.info.update(channel_id=channel_id, unscoped=False)


def current_channel_id() -> int:
    """Return the channel id of the current transaction."""
    channel_id = current_session().info["channel_id"]
    if channel_id is None:
        raise NoTransactionError("This transaction has no channel.")
    return int(channel_id)


def after_commit(callback: Callable[[], None]) -> None:
    """Run a callback after the current transaction is committed. After a rollback it does not run."""
    current_session().info["after_commit"].append(callback)


class Database:
    """One database. The first transaction opens the first connection."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _create_engine(url)
        track_changes(self.engine)
        self.prepared_queries = PreparedQueries(self.engine)
        self.count_cache = CountCache()
        self.sessions = sessionmaker(self.engine, expire_on_commit=False)

    @contextmanager
    def transaction(self, channel_id: int | None, *, unscoped: bool = False) -> Iterator[Session]:
        """Open the transaction of one request, job or command. It commits at the end and rolls back on an
        error.

        With `channel_id` None, the session sees no channel's rows. With `unscoped`, it sees all rows until
        `bind_channel` binds it (keys, worker start, command-line lookups).
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
        """Open a session for an entry point that cannot use a with-block, such as the HTTP hooks.

        The caller must make it the current session.
        """
        session = self.sessions()
        session.info.update(
            channel_id=channel_id, unscoped=unscoped, after_commit=[], totals=self.count_cache
        )
        return session

    def check(self) -> None:
        """Raise an error if the database does not respond (readiness)."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def is_durable(self) -> bool:
        """Return whether all committed data would survive a power failure.

        PostgreSQL syncs on each commit. SQLite syncs on the next WAL checkpoint, so this method runs one. It
        returns False while another connection reads an older snapshot.
        """
        if self.engine.dialect.name != "sqlite":
            return True
        with self.engine.connect() as connection:
            _, frames, checkpointed = connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)")).one()
        return bool(frames == checkpointed)

    def close(self) -> None:
        """Close all connections."""
        self.prepared_queries.close()
        self.engine.dispose()


def run_after_commit(session: Session) -> None:
    """Run the callbacks that waited for this session's commit."""
    callbacks: list[Callable[[], None]] = session.info["after_commit"]
    while callbacks:
        try:
            callbacks.pop(0)()
        except Exception:
            log.exception("an after-commit callback failed; the outbox will be processed later")


def set_current_session(session: Session) -> Callable[[], None]:
    """Make a session the current one. Return a function that undoes this."""
    token = _current_session.set(session)
    return lambda: _current_session.reset(token)


def _create_engine(url: str) -> Engine:
    """Create the engine. Errors do not include statement values, which may contain secrets and addresses."""
    if not url.startswith("sqlite"):
        connect_args = {} if "connect_timeout" in url else {"connect_timeout": CONNECT_TIMEOUT_SECONDS}
        return create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_recycle=RECYCLE_SECONDS,
            pool_timeout=CONNECT_TIMEOUT_SECONDS,
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
    """Create a new database file that only its owner can read and write.

    SQLite gives its additional files the same mode. If the file cannot be created, SQLite reports why.
    """
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
            raise RuntimeError(f"{type(entity).__name__} would be stored outside its channel.")
