"""SQL deletion of a viewer's data."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import (
    FavoriteRow,
    NotificationSettingsRow,
    PositionRow,
    PushSubscriptionRow,
    ReminderRow,
    SentNotificationRow,
    SentScoreAlertRow,
    WatchSettingsRow,
)
from touchline.shared.ids import AccountId

VIEWER_TABLES = (
    FavoriteRow,
    PositionRow,
    WatchSettingsRow,
    ReminderRow,
    SentNotificationRow,
    SentScoreAlertRow,
    NotificationSettingsRow,
    PushSubscriptionRow,
)


class SqlViewerData:
    """`ViewerData` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def delete(self, account_id: AccountId) -> None:
        """Delete the viewer's rows from every table."""
        for table in VIEWER_TABLES:
            self._session().execute(delete(table).where(table.account_id == account_id))
