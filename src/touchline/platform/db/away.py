"""Whether a statement failed because the database is away: gone, restarting, silent, or without room.

Then nothing is wrong with the statement, and the same may do in a moment.
"""

from __future__ import annotations

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolIsEmpty

_SQLSTATES = ("08", "53", "57", "58")
"""PostgreSQL: connections, room and memory, the operator's own acts, the system below it."""
_NO_DRIVER = "?"
_SQLITE = frozenset({5, 6, 7, 8, 10, 13, 14})
"""Busy, locked, no memory, read only, the disk does not answer, is full, the file cannot be opened."""


def is_away(error: SQLAlchemyError) -> bool:
    """True where trying again later may help."""
    if isinstance(error, PoolIsEmpty):
        return True
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    sqlite: int | None = getattr(error.orig, "sqlite_errorcode", None)
    if sqlite is not None:
        return sqlite & 0xFF in _SQLITE
    if not isinstance(error, (OperationalError, InterfaceError)):
        return False
    state: str | None = getattr(error.orig, "sqlstate", _NO_DRIVER)
    return state is None or state.startswith(_SQLSTATES)
