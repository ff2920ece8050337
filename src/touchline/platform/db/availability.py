"""Whether a statement failed because the database is away: gone, restarting, silent, or without room.

Then nothing is wrong with the statement, and the same may do in a moment.
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

_UNAVAILABLE_SQLSTATES = ("08", "53", "57", "58")
"""PostgreSQL: connections, room and memory, the operator's own acts, the system below it."""
_NO_SQLSTATE = "?"
_UNAVAILABLE_SQLITE_CODES = frozenset({5, 6, 7, 8, 10, 13, 14})
"""Busy, locked, no memory, read only, the disk does not answer, is full, the file cannot be opened."""


def is_unavailable(error: SQLAlchemyError) -> bool:
    """True where trying again later may help."""
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
