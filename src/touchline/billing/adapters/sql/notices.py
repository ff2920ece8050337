"""Which notices of the provider were heard, in the database. They belong to no channel."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.billing.adapters.sql.order_tables import CaughtUpRow, NoticeRow
from touchline.platform.db.inserts import insert_once

_THE_ONE = 1


class SqlHeard:
    """`Heard` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def first(self, notice_id: str, kind: str, at: datetime) -> bool:
        """Note a notice; False where it was heard before."""
        return insert_once(self._session(), NoticeRow, id=notice_id, kind=kind, heard_at=at)

    def caught_up(self) -> datetime | None:
        """Up to when all notices were read."""
        return (
            self._session().scalars(select(CaughtUpRow.until).where(CaughtUpRow.id == _THE_ONE)).one_or_none()
        )

    def catch_up(self, until: datetime) -> None:
        """Note up to when all notices were read."""
        self._session().merge(CaughtUpRow(id=_THE_ONE, until=until))

    def forget(self, before: datetime) -> int:
        """Delete notices heard before an instant; answers how many."""
        gone = self._session().execute(delete(NoticeRow).where(NoticeRow.heard_at < before))
        return int(gone.rowcount)  # type: ignore[attr-defined]
