"""What viewers chose, in the database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import NewsSettingsRow, WatchSettingsRow
from touchline.engagement.domain.news import NewsSettings, QuietHours
from touchline.platform.db.inserts import insert_once
from touchline.shared.ids import AccountId


class SqlPreferences:
    """`Preferences` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def hides_scores(self, account_id: AccountId) -> bool:
        """False without a row."""
        wanted = select(WatchSettingsRow.hide_scores).where(WatchSettingsRow.account_id == account_id)
        return bool(self._session().scalars(wanted).one_or_none())

    def hide_scores(self, account_id: AccountId, hide: bool) -> None:
        """The last word counts."""
        self._keep(WatchSettingsRow, account_id, hide_scores=hide)

    def news(self, account_id: AccountId) -> NewsSettings:
        """The defaults without a row."""
        wanted = select(NewsSettingsRow).where(NewsSettingsRow.account_id == account_id)
        return settings_of(self._session().scalars(wanted).one_or_none())

    def keep_news(self, account_id: AccountId, settings: NewsSettings) -> None:
        """The last word counts."""
        quiet = settings.quiet
        self._keep(
            NewsSettingsRow,
            account_id,
            by_mail=settings.by_mail,
            by_push=settings.by_push,
            quiet_from=f"{quiet.begin:%H:%M}" if quiet else None,
            quiet_to=f"{quiet.end:%H:%M}" if quiet else None,
            time_zone=settings.time_zone,
        )

    def _keep(
        self, table: type[WatchSettingsRow] | type[NewsSettingsRow], account_id: AccountId, **said: Any
    ) -> None:
        if not insert_once(self._session(), table, account_id=account_id, **said):
            mine = update(table).where(table.account_id == account_id)
            self._session().execute(mine.values(**said))


def settings_of(row: NewsSettingsRow | None) -> NewsSettings:
    """A viewer's settings; the defaults where there is no row."""
    if row is None:
        return NewsSettings()
    quiet = None
    if row.quiet_from and row.quiet_to:
        quiet = QuietHours(time.fromisoformat(row.quiet_from), time.fromisoformat(row.quiet_to))
    return NewsSettings(row.by_mail, row.by_push, quiet, row.time_zone)
