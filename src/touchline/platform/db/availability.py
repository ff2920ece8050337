"""Detection of statements that failed because the database is unavailable.

The database may be gone, restarting, unresponsive or out of space. The statement itself is fine and may
succeed on a retry.
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

_UNAVAILABLE_SQLSTATES = ("08", "53", "55P03", "57", "58")
"""PostgreSQL error classes: connections, resources and memory, lock timeouts, operator intervention, system
errors."""
_NO_SQLSTATE = "?"
_UNAVAILABLE_SQLITE_CODES = frozenset({5, 6, 7, 8, 10, 13, 14})
"""SQLite: busy, locked, out of memory, read-only, disk I/O error, disk full, file cannot be opened."""


def is_unavailable(error: SQLAlchemyError) -> bool:
    """Return True if a later retry may succeed."""
    if isinstance(error, PoolIsEmpty):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    sqlite_code: int | None = getattr(error.orig, "sqlite_errorcode", None)
    if sqlite_code is not None:
        return sqlite_code & 0xFF in _UNAVAILABLE_SQLITE_CODES
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    sqlstate: str | None = getattr(error.orig, "sqlstate", _NO_SQLSTATE)
    return sqlstate is None or sqlstate.startswith(_UNAVAILABLE_SQLSTATES)
