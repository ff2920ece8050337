"""One after the other, by locks of the database."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from touchline.platform.db.locks import hold
from touchline.platform.db.session import present_channel
from touchline.shared.ids import AccountId, EventId


class SqlTurns:
    """`Turns` in the present transaction. On SQLite there is one writer, so every turn is everybody's."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of_viewer(self, account_id: AccountId) -> None:
        """Hold the viewer's lock."""
        self._hold(f"clips-of-viewer-{account_id}")

    def of_event(self, event_id: EventId) -> None:
        """Hold the event's lock."""
        self._hold(f"clips-of-event-{event_id}")

    def _hold(self, name: str) -> None:
        hold(self._session().connection(), f"{name}-{present_channel()}")
