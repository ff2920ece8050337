"""SQL repository of favorites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import FavoriteRow
from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.targets import FavoriteType
from touchline.platform.db.inserts import insert_if_absent
from touchline.shared.ids import AccountId


class SqlFavorites:
    """`Favorites` in the current transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def list_for_account(self, account_id: AccountId) -> Sequence[Favorite]:
        """Select the viewer's favorites, newest first."""
        query = select(FavoriteRow).where(FavoriteRow.account_id == account_id)
        return [_to_favorite(row) for row in self._session().scalars(query.order_by(FavoriteRow.id.desc()))]

    def add(
        self, account_id: AccountId, kind: FavoriteType, item_id: int, at: datetime
    ) -> tuple[Favorite, bool]:
        """Insert the favorite. A unique constraint resolves concurrent inserts."""
        key = {"account_id": account_id, "type": kind.value, "thing_id": item_id}
        is_new = insert_if_absent(self._session(), FavoriteRow, **key, created_at=at)
        return _to_favorite(self._session().scalars(select(FavoriteRow).filter_by(**key)).one()), is_new

    def remove(self, account_id: AccountId, favorite_id: FavoriteId) -> bool:
        """Delete the row."""
        statement = delete(FavoriteRow).where(
            FavoriteRow.id == favorite_id, FavoriteRow.account_id == account_id
        )
        return self._session().execute(statement.returning(FavoriteRow.id)).first() is not None


def _to_favorite(row: FavoriteRow) -> Favorite:
    return Favorite(FavoriteId(row.id), FavoriteType(row.type), row.thing_id, row.created_at)
