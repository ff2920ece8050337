"""SQL repository of followed items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from touchline.engagement.adapters.sql.tables import FavoriteRow, ReminderRow
from touchline.engagement.domain.targets import FavoriteType

Columns = tuple[InstrumentedAttribute[str], InstrumentedAttribute[int]]


class SqlFollowedItems:
    """`FollowedItems` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def count(self, kind: FavoriteType, item_id: int) -> tuple[int, int]:
        """Count the rows."""
        return self._count(FavoriteRow, kind, item_id), self._count(ReminderRow, kind, item_id)

    def merge(self, kind: FavoriteType, removed: int, kept: int) -> None:
        """Delete the rows of viewers who follow both, and update the others."""
        for row in (FavoriteRow, ReminderRow):
            follower: Any = aliased(row)
            type_column, id_column = _get_columns(follower)
            followers = select(follower.account_id).where(type_column == kind.value, id_column == kept)
            of_removed = _match(row, kind, removed)
            self._session().execute(delete(row).where(*of_removed, row.account_id.in_(followers)))
            self._session().execute(update(row).where(*of_removed).values({_get_columns(row)[1]: kept}))

    def _count(self, row: type[Any], kind: FavoriteType, item_id: int) -> int:
        statement = select(func.count()).select_from(row).where(*_match(row, kind, item_id))
        return int(self._session().scalars(statement).one())


def _get_columns(row: Any) -> Columns:
    """Return the columns with the type and the id of the item."""
    names = ("about_type", "about_id") if hasattr(row, "about_id") else ("type", "thing_id")
    return getattr(row, names[0]), getattr(row, names[1])


def _match(row: Any, kind: FavoriteType, item_id: int) -> tuple[Any, Any]:
    type_column, id_column = _get_columns(row)
    return type_column == kind.value, id_column == item_id
