"""How often accounts saw sponsors, in the database (port `AdCaps`)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import CursorResult, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from touchline.analytics.adapters.sql.sponsors.tables import AdCapRow
from touchline.platform.db.session import current_channel_id
from touchline.shared.ids import AccountId

_CAPS: Any = AdCapRow.__table__
_NO_SYNC = {"synchronize_session": False}


class SqlAdCaps:
    """`AdCaps` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def claim(self, account_id: AccountId, sponsor: str, day: date, cap: int) -> bool:
        """Run one statement. It changes no row if the cap is reached."""
        session = self._session()
        dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
        insert: Any = dialect.insert(_CAPS).values(
            channel_id=current_channel_id(),
            account_id=account_id,
            sponsor=sponsor,
            day=day,
            shown=1,
        )
        upsert = insert.on_conflict_do_update(
            index_elements=["channel_id", "account_id", "sponsor", "day"],
            set_={"shown": _CAPS.c.shown + 1},
            where=_CAPS.c.shown < cap,
        )
        taken = session.connection().execute(upsert.returning(_CAPS.c.shown))
        return taken.first() is not None

    def export_account(self, account_id: AccountId) -> list[dict[str, Any]]:
        """Return the rows in the order of days."""
        query = (
            select(AdCapRow).where(AdCapRow.account_id == account_id).order_by(AdCapRow.day, AdCapRow.sponsor)
        )
        return [
            {"sponsor": row.sponsor, "day": row.day.isoformat(), "shown": row.shown}
            for row in self._session().scalars(query)
        ]

    def erase_account(self, account_id: AccountId) -> None:
        """Delete the rows."""
        statement = delete(AdCapRow).where(AdCapRow.account_id == account_id)
        self._session().execute(statement, execution_options=_NO_SYNC)

    def prune(self, before: date) -> int:
        """Use the index on `day`."""
        result = self._session().execute(
            delete(AdCapRow).where(AdCapRow.day < before), execution_options=_NO_SYNC
        )
        assert isinstance(result, CursorResult)
        return int(result.rowcount)
