"""SQL repository of viewers' settings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import NotificationSettingsRow, WatchSettingsRow
from touchline.engagement.domain.notification_settings import NotificationSettings, QuietHours
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId


class SqlPreferences:
    """`Preferences` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get_hide_scores(self, account_id: AccountId) -> bool:
        """Return False if there is no row."""
        query = select(WatchSettingsRow.hide_scores).where(WatchSettingsRow.account_id == account_id)
        return bool(self._session().scalars(query).one_or_none())

    def set_hide_scores(self, account_id: AccountId, hide: bool) -> None:
        """Insert or update the row. The last write wins."""
        self._upsert(WatchSettingsRow, account_id, hide_scores=hide)

    def get_notification_settings(self, account_id: AccountId) -> NotificationSettings:
        """Return the defaults if there is no row."""
        query = select(NotificationSettingsRow).where(NotificationSettingsRow.account_id == account_id)
        return to_notification_settings(self._session().scalars(query).one_or_none())

    def save_notification_settings(self, account_id: AccountId, settings: NotificationSettings) -> None:
        """Insert or update the row. The last write wins."""
        hours = settings.quiet_hours
        self._upsert(
            NotificationSettingsRow,
            account_id,
            by_mail=settings.by_mail,
            by_push=settings.by_push,
            quiet_from=f"{hours.begin:%H:%M}" if hours else None,
            quiet_to=f"{hours.end:%H:%M}" if hours else None,
            time_zone=settings.time_zone,
        )

    def _upsert(
        self,
        table: type[WatchSettingsRow] | type[NotificationSettingsRow],
        account_id: AccountId,
        **values: Any,
    ) -> None:
        if not insert_if_absent(self._session(), table, account_id=account_id, **values):
            statement = update(table).where(table.account_id == account_id)
            self._session().execute(statement.values(**values))


def to_notification_settings(row: NotificationSettingsRow | None) -> NotificationSettings:
    """Return the settings of a row; the defaults if there is none."""
    if row is None:
        return NotificationSettings()
    hours = None
    if row.quiet_from and row.quiet_to:
        hours = QuietHours(time.fromisoformat(row.quiet_from), time.fromisoformat(row.quiet_to))
    return NotificationSettings(row.by_mail, row.by_push, hours, row.time_zone)
