"""Everything that is kept about what a viewer follows, in the database."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import (
    FavoriteRow,
    NewsSettingsRow,
    PositionRow,
    PushSubscriptionRow,
    ReminderRow,
    ToldRow,
    WatchSettingsRow,
)
from touchline.shared.ids import AccountId

OF_A_VIEWER = (
    FavoriteRow,
    PositionRow,
    WatchSettingsRow,
    ReminderRow,
    ToldRow,
    NewsSettingsRow,
    PushSubscriptionRow,
)


class SqlViewers:
    """`Viewers` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def forget(self, account_id: AccountId) -> None:
        """Delete the viewer's rows of every table."""
        for table in OF_A_VIEWER:
            self._session().execute(delete(table).where(table.account_id == account_id))
