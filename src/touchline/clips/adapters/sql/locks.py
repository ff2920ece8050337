"""Database locks for exact counts."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId, EventId


class SqlClipLocks:
    """`ClipLocks` in the current transaction.

    SQLite has a single writer, so each lock excludes all other writers.
    """

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def lock_viewer(self, account_id: AccountId) -> None:
        """Acquire the viewer's lock."""
        self._acquire(f"clips-of-viewer-{account_id}")

    def lock_event(self, event_id: EventId) -> None:
        """Acquire the event's lock."""
        self._acquire(f"clips-of-event-{event_id}")

    def _acquire(self, name: str) -> None:
        acquire_lock(self._session().connection(), f"{name}-{current_channel_id()}")
