"""Favourites in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from touchline.engagement.adapters.sql.tables import FavoriteRow
from touchline.engagement.domain.favorites import Favorite
from touchline.engagement.domain.ids import FavoriteId
from touchline.engagement.domain.things import FavoriteType
from touchline.platform.db.inserts import insert_once
from touchline.shared.ids import AccountId


class SqlFavorites:
    """`Favorites` in the present transaction."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def of(self, account_id: AccountId) -> Sequence[Favorite]:
        """The newest first."""
        wanted = select(FavoriteRow).where(FavoriteRow.account_id == account_id)
        return [_favorite(row) for row in self._session().scalars(wanted.order_by(FavoriteRow.id.desc()))]

    def add(
        self, account_id: AccountId, kind: FavoriteType, thing_id: int, at: datetime
    ) -> tuple[Favorite, bool]:
        """The database decides who comes first."""
        mine = {"account_id": account_id, "type": kind.value, "thing_id": thing_id}
        is_new = insert_once(self._session(), FavoriteRow, **mine, created_at=at)
        return _favorite(self._session().scalars(select(FavoriteRow).filter_by(**mine)).one()), is_new

    def remove(self, account_id: AccountId, favorite_id: FavoriteId) -> bool:
        """Delete it."""
        mine = delete(FavoriteRow).where(FavoriteRow.id == favorite_id, FavoriteRow.account_id == account_id)
        return self._session().execute(mine.returning(FavoriteRow.id)).first() is not None


def _favorite(row: FavoriteRow) -> Favorite:
    return Favorite(FavoriteId(row.id), FavoriteType(row.type), row.thing_id, row.created_at)
