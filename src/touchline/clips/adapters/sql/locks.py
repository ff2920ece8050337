"""One after the other, by locks of the database."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from touchline.platform.db.locks import acquire_lock
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId, EventId


class SqlClipLocks:
    """`ClipLocks` in the present transaction. On SQLite there is one writer, so every turn is everybody's."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def lock_viewer(self, account_id: AccountId) -> None:
        """Hold the viewer's lock."""
        self._acquire(f"clips-of-viewer-{account_id}")

    def lock_event(self, event_id: EventId) -> None:
        """Hold the event's lock."""
        self._acquire(f"clips-of-event-{event_id}")

    def _acquire(self, name: str) -> None:
        acquire_lock(self._session().connection(), f"{name}-{current_channel_id()}")
